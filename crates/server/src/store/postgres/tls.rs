//! Encrypted connections to the database (`sslmode=require`), over the TLS that the server has for browsers anyway.
//!
//! The certificate is always checked against the name in the address: by what the system trusts, or by the file that
//! `sslrootcert` in the address names, as for other clients of PostgreSQL.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::store::StoreError;

/// Makes encrypted connections.
#[derive(Clone)]
pub(super) struct Encrypted(TlsConnector);

impl Encrypted {
    /// Reads what is trusted; nothing if connections are not encrypted.
    pub(super) fn new(is_wanted: bool, file: Option<&str>) -> Result<Encrypted, StoreError> {
        let mut trusted = RootCertStore::empty();
        if is_wanted {
            trusted.add_parsable_certificates(certificates(file)?);
            if trusted.is_empty() {
                let why = "sslmode=require: no certificate is trusted here. Name a file with sslrootcert=FILE";
                return Err(StoreError::new(why));
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| StoreError::new(error.to_string()))?
            .with_root_certificates(trusted)
            .with_no_client_auth();
        Ok(Encrypted(TlsConnector::from(Arc::new(config))))
    }
}

fn certificates(file: Option<&str>) -> Result<Vec<CertificateDer<'static>>, StoreError> {
    let Some(file) = file else { return Ok(rustls_native_certs::load_native_certs().certs) };
    let wrong = |error| StoreError::new(format!("sslrootcert={file} in --database cannot be used: {error}"));
    CertificateDer::pem_file_iter(file).map_err(wrong)?.collect::<Result<_, _>>().map_err(wrong)
}

/// Takes the file of trusted certificates out of an address; the driver does not know it.
pub(super) fn split(address: &str) -> (String, Option<String>) {
    let Some((start, options)) = address.split_once('?') else { return (address.to_owned(), None) };
    let (own, others): (Vec<_>, Vec<_>) = options.split('&').partition(|option| option.starts_with("sslrootcert="));
    let file = own.first().and_then(|option| option.split_once('=')).map(|(_, file)| file.to_owned());
    (format!("{start}?{}", others.join("&")), file)
}

impl MakeTlsConnect<Socket> for Encrypted {
    type Stream = Stream;
    type TlsConnect = One;
    type Error = io::Error;

    fn make_tls_connect(&mut self, domain: &str) -> io::Result<One> {
        let name = ServerName::try_from(domain.to_owned()).map_err(io::Error::other)?;
        Ok(One { connector: self.0.clone(), name })
    }
}

/// Makes one encrypted connection.
pub(super) struct One {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl TlsConnect<Socket> for One {
    type Stream = Stream;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Stream>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move { Ok(Stream(self.connector.connect(self.name, socket).await?)) })
    }
}

/// An encrypted connection.
pub(super) struct Stream(client::TlsStream<Socket>);

impl TlsStream for Stream {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, into)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
