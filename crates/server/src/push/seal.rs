//! A message that only one browser can read (RFC 8291, one record of RFC 8188).

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// The longest record that browsers need to take.
const RECORD: u32 = 4096;

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Bytes derived from what both sides know.
fn derived<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(info, Length(N)).ok()?.fill(&mut bytes).ok()?;
    Some(bytes)
}

/// Seals a text for the browser with this public key and this shared secret.
pub(super) fn seal(text: &[u8], browser: &[u8], auth: &[u8]) -> Option<Vec<u8>> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
    let public = own.compute_public_key().ok()?;
    let mut salt = [0; 16];
    random.fill(&mut salt).ok()?;
    // A point that is none, or is not on the curve, ends here.
    agree_ephemeral(own, &UnparsedPublicKey::new(&ECDH_P256, browser), |shared| {
        sealed(text, shared, public.as_ref(), browser, auth, salt)
    })
    .ok()?
}

fn sealed(text: &[u8], shared: &[u8], own: &[u8], browser: &[u8], auth: &[u8], salt: [u8; 16]) -> Option<Vec<u8>> {
    let secret: [u8; 32] = derived(auth, shared, &[b"WebPush: info\0", browser, own])?;
    let key: [u8; 16] = derived(&salt, &secret, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = derived(&salt, &secret, &[b"Content-Encoding: nonce\0"])?;
    // The last record ends with a two.
    let mut record = [text, &[2]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record).ok()?;
    if record.len() > RECORD as usize {
        return None;
    }
    let length = u8::try_from(own.len()).ok()?;
    Some([&salt[..], &RECORD.to_be_bytes(), &[length], own, &record].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    /// The example of RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_is_sealed_as_it_says() {
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let own = bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let browser = bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let text = b"When I grow up, I want to be a watermelon";
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        let found = sealed(text, &shared, &own, &browser, &auth, salt).unwrap();
        assert_eq!(URL_SAFE_NO_PAD.encode(found), expected);
        assert!(sealed(&[0; 4096], &shared, &own, &browser, &auth, salt).is_none(), "too long");
        assert!(seal(text, &browser, &auth).is_some());
        assert!(seal(text, &[4; 65], &auth).is_none(), "not on the curve");
    }
}
