//! Visits to push services: where they may lead, and the one request that is made there.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HOST};
use axum::http::{Request, Uri};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::keys::PushKeys;
use super::seal::seal;
use crate::store::people::Subscription;

/// A visit takes no longer than this.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest address of a push service.
const LONGEST: usize = 1024;

/// Where visits may lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// To addresses that the whole world can reach, by https.
    World,
    /// For tests: to this computer alone, by http too.
    Loopback,
}

/// An address of a push service that may be visited.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Endpoint {
    is_https: bool,
    host: String,
    port: u16,
    /// As the push service calls itself.
    origin: String,
    path: String,
}

impl Endpoint {
    /// Reads what a browser has sent; none if it may not be visited, whatever its name turns out to be.
    pub(super) fn read(text: &str, reach: Reach) -> Option<Endpoint> {
        let uri: Uri = text.parse().ok().filter(|_| text.len() <= LONGEST)?;
        let is_https = match (uri.scheme_str()?, reach) {
            ("https", _) => true,
            ("http", Reach::Loopback) => false,
            _ => return None,
        };
        let authority = uri.authority()?;
        let host = authority.host();
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let port = authority.port_u16().unwrap_or(if is_https { 443 } else { 80 });
        let may_be_there = bare.parse::<IpAddr>().map_or(true, |address| is_allowed(address, reach));
        // Other ports are where other things are at home.
        let is_usual = port == 443 || reach == Reach::Loopback;
        if authority.as_str().contains('@') || bare.is_empty() || !may_be_there || !is_usual {
            return None;
        }
        let origin = format!("{}://{}", uri.scheme_str()?, authority);
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Some(Endpoint { is_https, host: bare.to_owned(), port, origin, path })
    }

    /// The addresses that are tried. They are looked up once, so that what was checked is where the visit leads.
    async fn find(&self, reach: Reach) -> Result<Vec<SocketAddr>, String> {
        let found = tokio::net::lookup_host((self.host.as_str(), self.port)).await;
        let found = found.map_err(|error| error.to_string())?;
        let allowed: Vec<_> = found.filter(|at| is_allowed(at.ip(), reach)).collect();
        if allowed.is_empty() { Err("it is at no address that may be visited".to_owned()) } else { Ok(allowed) }
    }
}

fn is_allowed(address: IpAddr, reach: Reach) -> bool {
    match reach {
        Reach::World => is_public(address),
        Reach::Loopback => address.to_canonical().is_loopback(),
    }
}

/// Whether an address is one of the whole world, and not of this computer, its network, or nobody.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [one, two, three, _] = address.octets();
            !(address.is_loopback()
                || address.is_private()
                || address.is_link_local()
                || address.is_broadcast()
                || address.is_documentation()
                || address.is_multicast()
                || one == 0
                || one >= 240
                || (one == 100 && (64..128).contains(&two))
                || (one == 192 && two == 0 && three == 0)
                || (one == 192 && two == 88 && three == 99)
                || (one == 198 && (two == 18 || two == 19)))
        }
        IpAddr::V6(address) => {
            let [one, two, ..] = address.segments();
            // What is given out to the world, but for documentation, tunnels and other special things.
            (0x2000..0x4000).contains(&one)
                && one != 0x2002
                && !(one == 0x2001 && (two < 0x200 || two == 0xdb8))
                && !(one == 0x3fff && two < 0x1000)
        }
    }
}

/// What became of a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Visited {
    /// The message is taken.
    Taken,
    /// Nobody is there any more.
    Gone,
    /// Anything else.
    Refused(u16),
}

/// Visits push services.
pub(super) struct Visitor {
    keys: PushKeys,
    reach: Reach,
    tls: TlsConnector,
}

impl Visitor {
    /// Trusts whom this computer trusts.
    ///
    /// # Errors
    /// With a sentence, if it trusts nobody.
    pub(super) fn new(keys: PushKeys, reach: Reach) -> Result<Visitor, String> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() && reach == Reach::World {
            return Err(
                "there are no certificates of authorities on this computer, without which no push service can be \
                        trusted. They are in the package ca-certificates"
                    .to_owned(),
            );
        }
        Visitor::trusting(roots, keys, reach)
    }

    fn trusting(roots: RootCertStore, keys: PushKeys, reach: Reach) -> Result<Visitor, String> {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Visitor { keys, reach, tls: TlsConnector::from(Arc::new(config)) })
    }

    /// Brings a message to the push service of a browser. It takes the place of an earlier one of the same topic.
    pub(super) async fn deliver(
        &self,
        subscription: &Subscription,
        text: &[u8],
        topic: &str,
        lasts: u32,
        now: i64,
    ) -> Result<Visited, String> {
        let endpoint = Endpoint::read(&subscription.endpoint, self.reach).ok_or("it may not be visited")?;
        // A browser whose key is none can never be called.
        let Some(body) = seal(text, &subscription.key, &subscription.auth) else { return Ok(Visited::Gone) };
        let authorization = self.keys.authorization(&endpoint.origin, now).ok_or("nothing can be signed")?;
        let host = endpoint.origin.split_once("://").map_or("", |(_, host)| host);
        let request = Request::post(&endpoint.path)
            .header(HOST, host)
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_TYPE, "application/octet-stream")
            .header(CONTENT_ENCODING, "aes128gcm")
            .header("ttl", lasts)
            .header("urgency", "normal")
            .header("topic", topic)
            .body(Body::from(body))
            .map_err(|error| error.to_string())?;
        let visit = async {
            let stream =
                TcpStream::connect(&endpoint.find(self.reach).await?[..]).await.map_err(|error| error.to_string())?;
            if !endpoint.is_https {
                return say(stream, request).await;
            }
            let name = ServerName::try_from(endpoint.host.clone()).map_err(|error| error.to_string())?;
            say(self.tls.connect(name, stream).await.map_err(|error| error.to_string())?, request).await
        };
        let status = tokio::time::timeout(PATIENCE, visit).await.map_err(|_| "it takes too long".to_owned())??;
        Ok(match status {
            200..300 => Visited::Taken,
            404 | 410 => Visited::Gone,
            other => Visited::Refused(other),
        })
    }
}

/// Makes the request; only the status of the answer is read.
async fn say<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    request: Request<Body>,
) -> Result<u16, String> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    let talking = tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(|error| error.to_string());
    talking.abort();
    Ok(answer?.status().as_u16())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::make_keys;
    use bastide_table::identity::Identity;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio_rustls::rustls::pki_types::CertificateDer;
    use tokio_rustls::rustls::pki_types::pem::PemObject;

    #[test]
    fn only_addresses_of_the_whole_world_are_visited() {
        let is_public = |text: &str| super::is_public(text.parse().unwrap());
        for public in ["1.1.1.1", "142.250.180.10", "2a00:1450:4001:80b::200a", "2606:4700::1111", "::ffff:1.1.1.1"] {
            assert!(is_public(public), "{public}");
        }
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "::127.0.0.1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
        ] {
            assert!(!is_public(private), "{private}");
        }
    }

    #[test]
    fn an_endpoint_is_https_at_the_usual_port_and_not_a_private_number() {
        let read = |text: &str| Endpoint::read(text, Reach::World);
        let found = read("https://fcm.googleapis.com/fcm/send/abc:def?x=1").unwrap();
        assert_eq!(
            (found.host.as_str(), found.port, found.path.as_str()),
            ("fcm.googleapis.com", 443, "/fcm/send/abc:def?x=1")
        );
        assert_eq!(found.origin, "https://fcm.googleapis.com");
        for bad in [
            "http://push.example.com/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://169.254.169.254/latest",
            "https://me:pass@push.example.com/x",
            "https://push.example.com:8443/x",
            "https://push.example.com:22/x",
            "ftp://push.example.com/x",
            "/relative",
            "https:///x",
            "https://push.example.com/a b",
            "https://push.example.com/\r\nX: y",
            "",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert!(read(&format!("https://push.example.com/{}", "x".repeat(LONGEST))).is_none());
        assert!(Endpoint::read("http://127.0.0.1:1234/x", Reach::Loopback).is_some());
        assert!(Endpoint::read("http://10.0.0.1:1234/x", Reach::Loopback).is_none());
    }

    #[tokio::test]
    async fn a_name_of_this_computer_is_not_visited() {
        let endpoint = Endpoint::read("https://localhost/x", Reach::World).unwrap();
        assert!(endpoint.find(Reach::World).await.unwrap_err().contains("may be visited"));
    }

    fn keys() -> PushKeys {
        let file = std::env::temp_dir().join(format!(
            "bastide-visit-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        make_keys(&file).unwrap();
        let keys = PushKeys::open(&file, None).unwrap();
        std::fs::remove_file(&file).unwrap();
        keys
    }

    fn subscription(endpoint: String) -> Subscription {
        use base64::Engine;
        let key = base64::engine::general_purpose::URL_SAFE_NO_PAD
            .decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
            .unwrap();
        let (who, language) = (Identity([1; 32]), "en".to_owned());
        Subscription { endpoint, who, key, auth: vec![7; 16], language, created: 0 }
    }

    /// Over real TLS: a service whose certificate is trusted is told, another is not.
    #[tokio::test]
    async fn only_a_service_with_a_trusted_certificate_is_told() {
        let file = |name: &str| std::path::PathBuf::from(format!("{}/tests/tls/{name}", env!("CARGO_MANIFEST_DIR")));
        let tls = crate::tls::Tls::open(crate::TlsFiles { cert: file("old.pem"), key: file("old.key") }).unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let Ok(mut stream) = tls.acceptor().accept(stream).await else { continue };
                let mut head = vec![0; 4096];
                let count = stream.read(&mut head).await.unwrap();
                let head = String::from_utf8_lossy(&head[..count]).to_lowercase();
                let is_right = head.starts_with("post /wake?me=1 http/1.1") && head.contains("urgency: normal");
                let status = if is_right { "201 Created" } else { "400 Bad Request" };
                stream.write_all(format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n").as_bytes()).await.unwrap();
            }
        });
        let deliver = async |root: &str| {
            let mut roots = RootCertStore::empty();
            roots.add(CertificateDer::from_pem_file(file(root)).unwrap()).unwrap();
            let visitor = Visitor::trusting(roots, keys(), Reach::Loopback).unwrap();
            let there = subscription(format!("https://localhost:{port}/wake?me=1"));
            visitor.deliver(&there, b"{}", "game", 60, 0).await
        };
        assert_eq!(deliver("old.pem").await, Ok(Visited::Taken));
        assert!(deliver("new.pem").await.is_err());
    }
}
