//! The rules of the house: whom the operator has shut out, who may not write, and names that are not wanted. They are
//! stored with the games and kept in memory, because every request asks for them.
use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use bastide_table::identity::Identity;
use bastide_table::refused::Refused;
use bastide_table::text::{bytes, folded, hex};
use bastide_table::wire::ProblemCode;

use crate::limits::counted;
use crate::store::{Store, StoreError};

/// One rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Somebody may not play.
    Banned(Identity),
    /// Nobody from this address is served.
    BannedAddress(IpAddr),
    /// Somebody may not write in chats.
    Muted(Identity),
    /// No name may contain this.
    UnwantedName(String),
}

impl Rule {
    /// The rule as it is stored: a kind and a value.
    pub fn stored(&self) -> (&'static str, String) {
        match self {
            Rule::Banned(who) => ("banned", hex(&who.0)),
            Rule::BannedAddress(address) => ("banned-address", counted(*address).to_string()),
            Rule::Muted(who) => ("muted", hex(&who.0)),
            Rule::UnwantedName(name) => ("unwanted-name", folded(name)),
        }
    }

    fn read(kind: &str, value: &str) -> Option<Rule> {
        Some(match kind {
            "banned" => Rule::Banned(Identity(bytes(value)?)),
            "banned-address" => Rule::BannedAddress(value.parse().ok()?),
            "muted" => Rule::Muted(Identity(bytes(value)?)),
            "unwanted-name" => Rule::UnwantedName(value.to_owned()),
            _ => return None,
        })
    }
}

/// All rules.
#[derive(Debug, Default)]
pub struct House(RwLock<HashSet<Rule>>);

impl House {
    /// Reads the rules again.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn load(&self, store: &dyn Store) -> Result<(), StoreError> {
        let rules = store.house_rules().await?;
        let read = rules.iter().filter_map(|(kind, value)| Rule::read(kind, value)).collect();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = read;
        Ok(())
    }

    fn rules(&self) -> RwLockReadGuard<'_, HashSet<Rule>> {
        // The set is replaced as a whole.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of them, in the order of their text.
    pub fn all(&self) -> Vec<(&'static str, String)> {
        let mut all: Vec<_> = self.rules().iter().map(Rule::stored).collect();
        all.sort();
        all
    }

    /// Refuses somebody who may not play.
    ///
    /// # Errors
    /// If they are banned.
    pub fn check_person(&self, who: Option<Identity>) -> Result<(), Refused> {
        if who.is_some_and(|who| self.rules().contains(&Rule::Banned(who))) {
            return Err(Refused::forbidden(
                ProblemCode::Banned,
                "The operator of this server does not let you play here.",
            ));
        }
        Ok(())
    }

    /// Refuses an address from which nobody is served; it is a counted one.
    ///
    /// # Errors
    /// If it is banned.
    pub fn check_address(&self, address: IpAddr) -> Result<(), Refused> {
        if self.rules().contains(&Rule::BannedAddress(address)) {
            return Err(Refused::forbidden(
                ProblemCode::Banned,
                "The operator of this server does not serve this address.",
            ));
        }
        Ok(())
    }

    /// Whether somebody may not write in chats.
    pub fn is_muted(&self, who: Option<Identity>) -> bool {
        who.is_some_and(|who| self.rules().contains(&Rule::Muted(who)))
    }

    /// Refuses a name that is not wanted.
    ///
    /// # Errors
    /// If it contains something that the operator does not want.
    pub fn check_name(&self, name: &str) -> Result<(), Refused> {
        let name = folded(name);
        let is_unwanted = |rule: &Rule| matches!(rule, Rule::UnwantedName(part) if name.contains(part.as_str()));
        if self.rules().iter().any(is_unwanted) {
            return Err(Refused::bad(ProblemCode::Name, "This name is not wanted here. Choose another one."));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house(rules: &[Rule]) -> House {
        House(RwLock::new(rules.iter().cloned().collect()))
    }

    #[test]
    fn rules_are_read_as_they_were_stored() {
        let all = [
            Rule::Banned(Identity([0xab; 32])),
            Rule::BannedAddress([192, 0, 2, 7].into()),
            Rule::Muted(Identity([1; 32])),
            Rule::UnwantedName("дурень".to_owned()),
        ];
        for rule in all {
            let (kind, value) = rule.stored();
            assert_eq!(Rule::read(kind, &value), Some(rule));
        }
        assert_eq!(Rule::read("banned", "xx"), None);
    }

    #[test]
    fn an_unwanted_name_is_found_however_it_is_spelt() {
        let house = house(&[Rule::UnwantedName(folded("Bad Name"))]);
        for name in ["bad name", "B-A-D N.A.M.E", "xx Bádname xx", "ＢＡＤname"] {
            assert!(house.check_name(name).is_err(), "{name}");
        }
        assert!(house.check_name("Anna").is_ok());
    }

    #[test]
    fn a_ban_is_for_one_person() {
        let house = house(&[Rule::Banned(Identity([1; 32])), Rule::Muted(Identity([2; 32]))]);
        assert!(house.check_person(Some(Identity([1; 32]))).is_err());
        assert!(house.check_person(Some(Identity([2; 32]))).is_ok() && house.check_person(None).is_ok());
        assert!(house.is_muted(Some(Identity([2; 32]))) && !house.is_muted(None));
    }
}
