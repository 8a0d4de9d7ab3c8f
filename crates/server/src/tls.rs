//! TLS without a proxy, by rustls. The certificate is read again when its files change, so that a renewal needs no restart.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// How often the files are looked at.
const LOOK: Duration = Duration::from_secs(5);

/// Where the certificate and its key are, as PEM.
#[derive(Clone, Debug)]
pub struct TlsFiles {
    /// The certificate and those that lead to it.
    pub cert: PathBuf,
    /// The private key.
    pub key: PathBuf,
}

/// A certificate that is in use.
#[derive(Debug)]
pub struct Tls {
    files: TlsFiles,
    config: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    /// Reads the files.
    ///
    /// # Errors
    /// With a sentence, if they cannot be used.
    pub fn open(files: TlsFiles) -> Result<Tls, String> {
        let config = RwLock::new(Arc::new(read(&files)?));
        Ok(Tls { files, config })
    }

    /// Greets newcomers with the certificate of now.
    pub fn acceptor(&self) -> TlsAcceptor {
        // The certificate is replaced as a whole.
        TlsAcceptor::from(Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Looks at the files for ever, and takes what is new in them. What cannot be used is told and not taken.
    pub async fn follow(self: Arc<Tls>) {
        let mut seen = self.stamp();
        loop {
            tokio::time::sleep(LOOK).await;
            let now = self.stamp();
            if now == seen {
                continue;
            }
            match read(&self.files) {
                Ok(config) => {
                    *self.config.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(config);
                    seen = now;
                    tracing::info!("the certificate was read again");
                }
                // A renewal may be half written: it is tried again.
                Err(error) => tracing::warn!("{error}; the old certificate stays in use"),
            }
        }
    }

    fn stamp(&self) -> [Option<(SystemTime, u64)>; 2] {
        [&self.files.cert, &self.files.key].map(|file| {
            let found = std::fs::metadata(file).ok()?;
            Some((found.modified().ok()?, found.len()))
        })
    }
}

fn read(TlsFiles { cert, key }: &TlsFiles) -> Result<ServerConfig, String> {
    let wrong = |file: &Path, error: &dyn std::fmt::Display| {
        format!("{} cannot be used: {error}. It must be a file in the PEM format", file.display())
    };
    let certs = CertificateDer::pem_file_iter(cert)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| wrong(cert, &error))?;
    if certs.is_empty() {
        return Err(wrong(cert, &"there is no certificate in it"));
    }
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| wrong(key, &error))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_no_client_auth()
        .with_single_cert(certs, private)
        .map_err(|error| wrong(cert, &error))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}
