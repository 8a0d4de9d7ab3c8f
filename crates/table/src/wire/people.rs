//! Who somebody is: devices, passkeys, calls, and what one says of others.

use serde::{Deserialize, Serialize};

use super::{GameSummary, ProblemCode};
use crate::described::{TS, ToSchema};

/// Who is asking.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct Me {
    /// The name this browser used last.
    pub name: Option<String>,
    /// Games in which this browser has a seat, running first.
    pub games: Vec<GameSummary>,
    pub protocol: u32,
    /// Part of the address of pictures; changes when the art changes.
    pub art_version: String,
}

/// What somebody tells the operator about a player.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Whom it is about.
    pub seat: u8,
    /// What happened, up to 300 characters.
    pub text: String,
}

/// A new link for a seat.
#[derive(Deserialize, TS, ToSchema, Clone, Copy, Debug, Default)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct NewLink {
    /// Also if somebody sits there who is here: they lose the seat.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub sure: bool,
}

/// A link that hands an identity over to another device.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct DeviceLink {
    /// Path and key, to be put behind the address of the server.
    pub path: String,
    /// So long it works.
    pub seconds: u32,
}

/// The key of such a link.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct DeviceKey {
    pub key: String,
    /// The games that this browser has come along, and are those of the other device too.
    #[serde(default)]
    pub bring: bool,
}

/// Somebody's passkeys, and whether there can be any here.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct Passkeys {
    /// Why there can be none at this address, as the code of a problem.
    pub hindrance: Option<ProblemCode>,
    pub passkeys: Vec<PasskeyView>,
}

/// A passkey, as its person sees it. Bytes are written in base64url everywhere, as browsers do.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PasskeyView {
    pub id: String,
    pub label: String,
    /// In seconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
    #[ts(type = "number")]
    pub used: i64,
}

/// What a new passkey is made with.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PasskeyWish {
    pub challenge: String,
    /// The name of the site that it is for.
    pub site: String,
    /// What the authenticator keeps beside it and hands out with it.
    pub handle: String,
    /// What the authenticator calls the person.
    pub name: String,
    /// The passkeys that are there; an authenticator that has one of them makes no second one.
    pub known: Vec<String>,
    pub seconds: u32,
}

/// A new passkey.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct NewPasskey {
    pub handle: String,
    pub client_data: String,
    pub authenticator_data: String,
    pub label: String,
}

/// What a passkey is asked with.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PasskeyQuestion {
    pub challenge: String,
    pub site: String,
    pub seconds: u32,
}

/// The answer of a passkey.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct PasskeyProof {
    pub id: String,
    pub handle: String,
    pub client_data: String,
    pub authenticator_data: String,
    pub signature: String,
    /// The games that this browser has come along, and belong to the person of the passkey.
    #[serde(default)]
    pub bring: bool,
}

/// The public key that browsers subscribe to calls with.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PushKey {
    pub key: String,
}

/// A browser that wants to be called: its subscription to a push service, in base64url as it says it.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct NewPush {
    pub endpoint: String,
    pub key: String,
    pub auth: String,
    /// `en`, `uk` or `ru`.
    pub language: String,
}

/// A browser that does not want to be called any more.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct PushEnd {
    pub endpoint: String,
}

/// The game that a code calls to.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct Called {
    pub id: String,
}
