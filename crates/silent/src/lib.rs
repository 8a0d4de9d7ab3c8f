//! `TS` and `ToSchema` under the names of `ts-rs` and `utoipa`, deriving nothing.
//!
//! The types of the wire are described for the client and for readers of the API. The engine of the page needs none of that, and
//! the crates that do it would be built for nothing. `bastide-table` chooses by its feature `described`.

use proc_macro::TokenStream;

/// In place of `ts_rs::TS`.
#[proc_macro_derive(TS, attributes(ts))]
pub fn ts(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// In place of `utoipa::ToSchema`.
#[proc_macro_derive(ToSchema, attributes(schema))]
pub fn to_schema(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
