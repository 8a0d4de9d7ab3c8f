//! What is kept about people beside their games: how they come back, and that one of them has become another.

use bastide_table::identity::Identity;

use super::Later;

/// Passkeys of one person.
pub const PASSKEYS: u32 = 10;
/// Questions that wait for a passkey; the oldest of more fall off.
pub const CHALLENGES: u32 = 10_000;

/// Browsers of one person that are called; the oldest of more fall off.
pub const SUBSCRIPTIONS: u32 = 8;

/// A browser that wants to be called when it is its person's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subscription {
    /// The address at its push service.
    pub endpoint: String,
    /// Whose it is.
    pub who: Identity,
    /// Its public key.
    pub key: Vec<u8>,
    /// The secret that it shares with us.
    pub auth: Vec<u8>,
    /// The language of its person.
    pub language: String,
    /// When it subscribed, in seconds since 1970.
    pub created: i64,
}

/// What a question to a passkey is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A new passkey.
    Make,
    /// Coming back with one.
    Enter,
}

impl Purpose {
    /// The purpose as it is stored.
    pub(super) fn number(self) -> i32 {
        match self {
            Purpose::Make => 0,
            Purpose::Enter => 1,
        }
    }
}

/// A passkey.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// Its id, which the authenticator has chosen.
    pub id: Vec<u8>,
    /// Whose it is.
    pub who: Identity,
    /// Its public key, as the authenticator has written it.
    pub key: Vec<u8>,
    /// The secret of its person, sealed with the handle that only the authenticator keeps.
    pub sealed: [u8; 32],
    /// How often it was used, if the authenticator counts.
    pub counter: u32,
    /// What its person calls it.
    pub label: String,
    /// When it was made, in seconds since 1970.
    pub created: i64,
    /// When it was used last.
    pub used: i64,
}

/// Keeps what people need beside their games. As with games, what is written is on the disk when the call returns.
pub trait People: Send + Sync {
    /// Keeps a question to a passkey, for a browser and a purpose, until a time in seconds since 1970.
    fn keep_challenge(&self, challenge: [u8; 32], purpose: Purpose, who: Identity, until: i64) -> Later<()>;
    /// Whether this question was asked of this browser for this purpose and is not too old. It is never asked again.
    fn take_challenge(&self, challenge: [u8; 32], purpose: Purpose, who: Identity, now: i64) -> Later<bool>;
    /// Keeps a passkey; not if one of this id is known, or if its person has [`PASSKEYS`] of them.
    fn add_passkey(&self, passkey: Passkey) -> Later<bool>;
    /// All passkeys of somebody, the oldest first.
    fn passkeys(&self, who: Identity) -> Later<Vec<Passkey>>;
    /// The passkey of this id.
    fn passkey(&self, id: Vec<u8>) -> Later<Option<Passkey>>;
    /// Notes that a passkey was used. Not if its counter did not go up: then there are two of it.
    fn use_passkey(&self, id: Vec<u8>, counter: u32, now: i64) -> Later<bool>;
    /// Deletes a passkey of somebody; says whether there was one.
    fn remove_passkey(&self, who: Identity, id: Vec<u8>) -> Later<bool>;
    /// Keeps a subscription, in place of what was kept for its address.
    fn subscribe(&self, subscription: Subscription) -> Later<()>;
    /// All subscriptions of somebody.
    fn subscriptions(&self, who: Identity) -> Later<Vec<Subscription>>;
    /// Deletes the subscription of an address: if it is somebody's, or whosever it is.
    fn unsubscribe(&self, endpoint: String, who: Option<Identity>) -> Later<()>;
    /// The secret of whom somebody has become, sealed with the secret that they had before.
    fn moved(&self, from: Identity) -> Later<Option<[u8; 32]>>;
    /// Makes somebody another person: their seats, games, passkeys and subscriptions are the other's from now on, who comes back with what
    /// they had before ([`People::moved`]). The ids of the games that have changed; nothing changes if the other one has
    /// become somebody else meanwhile.
    fn merge(&self, from: Identity, into: Identity, sealed: [u8; 32]) -> Later<Option<Vec<String>>>;
}
