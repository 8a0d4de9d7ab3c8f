//! The keys of this server, by which push services know who calls (VAPID, RFC 8292).

use std::io::Write;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

/// What is signed is good for so many seconds; the standard allows a day.
const LASTS: i64 = 12 * 3600;

/// The keys of a server.
pub struct PushKeys {
    pair: EcdsaKeyPair,
    random: SystemRandom,
    /// Where the operator of the server can be found.
    contact: Option<String>,
}

impl PushKeys {
    /// Reads a file in the PEM format, as [`make_keys`] writes it.
    ///
    /// # Errors
    /// With a sentence, if it cannot be used.
    pub fn open(file: &Path, contact: Option<String>) -> Result<PushKeys, String> {
        let wrong = |error: &dyn std::fmt::Display| {
            format!("{} cannot be used: {error}. `bastide admin push-keys FILE` makes such a file", file.display())
        };
        let document = PrivatePkcs8KeyDer::from_pem_file(file).map_err(|error| wrong(&error))?;
        PushKeys::read(document.secret_pkcs8_der(), contact).map_err(|error| wrong(&error))
    }

    fn read(document: &[u8], contact: Option<String>) -> Result<PushKeys, String> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document, &random)
            .map_err(|error| format!("it has no key of P-256 ({error})"))?;
        Ok(PushKeys { pair, random, contact })
    }

    /// The public key as browsers want it.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// The header `Authorization` for the push service of this origin.
    pub(super) fn authorization(&self, origin: &str, now: i64) -> Option<String> {
        let mut claims = json!({ "aud": origin, "exp": now + LASTS });
        if let Some(contact) = &self.contact {
            claims["sub"] = json!(contact);
        }
        let encoded = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let token = format!("{}.{}", encoded(json!({ "typ": "JWT", "alg": "ES256" })), encoded(claims));
        let signature = self.pair.sign(&self.random, token.as_bytes()).ok()?;
        Some(format!("vapid t={token}.{}, k={}", URL_SAFE_NO_PAD.encode(signature), self.public()))
    }
}

/// Makes keys and writes them to a file that does not exist yet, for its owner alone; the public key.
///
/// # Errors
/// With a sentence, if the file exists or cannot be written.
pub fn make_keys(file: &Path) -> Result<String, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{} cannot be written: {error}", file.display());
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
        .map_err(|error| wrong(&error))?;
    let keys = PushKeys::read(document.as_ref(), None)?;
    let mut options = std::fs::File::options();
    // Who has subscribed knows the old key: it is never written over.
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let text = STANDARD.encode(document.as_ref());
    let lines: Vec<_> = text.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", lines.join("\n"));
    options.open(file).and_then(|mut open| open.write_all(pem.as_bytes())).map_err(|error| wrong(&error))?;
    Ok(keys.public())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    #[test]
    fn what_is_signed_names_the_service_and_its_time() {
        let file = std::env::temp_dir().join(format!("bastide-push-keys-{}", std::process::id()));
        let public = make_keys(&file).unwrap();
        assert!(make_keys(&file).unwrap_err().contains("cannot be written"), "never over another");
        let keys = PushKeys::open(&file, Some("https://play.example.org".to_owned())).unwrap();
        std::fs::write(&file, "nonsense").unwrap();
        assert!(PushKeys::open(&file, None).err().unwrap().contains("push-keys"));
        std::fs::remove_file(&file).unwrap();
        assert_eq!(keys.public(), public);

        let header = keys.authorization("https://push.example.com", 1000).unwrap();
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, public);
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
        let (point, signature) = (decoded(key), decoded(signature));
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
        key.verify(signed.as_bytes(), &signature).unwrap();
        let (head, claims) = signed.split_once('.').unwrap();
        let read = |text: &str| serde_json::from_slice::<serde_json::Value>(&decoded(text)).unwrap();
        assert_eq!(read(head), json!({ "typ": "JWT", "alg": "ES256" }));
        let expected = json!({ "aud": "https://push.example.com", "exp": 44_200, "sub": "https://play.example.org" });
        assert_eq!(read(claims), expected);
    }
}
