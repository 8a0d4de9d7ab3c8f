//! What comes with a request; what is wrong with it is told like everything else.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, StringRejection};
use axum::extract::{FromRequest, Request};
use bastide_table::refused::Refused;
use bastide_table::text::capitalised;
use bastide_table::wire::ProblemCode;
use serde::de::DeserializeOwned;

use super::Shared;
use crate::problem::Failed;

fn too_slow() -> Refused {
    Refused::new(408, ProblemCode::TooSlow, "This request did not come in time.")
}

/// A JSON body; what is wrong with it is told like everything else.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Body<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, state: &Arc<Shared>) -> Result<Body<T>, Failed> {
        let read = tokio::time::timeout(state.rooms.limits.slow, Json::<T>::from_request(request, state));
        match read.await.map_err(|_| too_slow())? {
            Ok(Json(body)) => Ok(Body(body)),
            Err(JsonRejection::BytesRejection(_)) => {
                Err(Refused::new(413, ProblemCode::TooLarge, "This request is too large.").into())
            }
            Err(error) => Err(Refused::bad(ProblemCode::Garbage, capitalised(&error.body_text())).into()),
        }
    }
}

/// A body of plain text.
pub(super) struct Text(pub(super) String);

impl FromRequest<Arc<Shared>> for Text {
    type Rejection = Failed;

    async fn from_request(request: Request, state: &Arc<Shared>) -> Result<Text, Failed> {
        let read = tokio::time::timeout(state.rooms.limits.slow, String::from_request(request, state));
        match read.await.map_err(|_| too_slow())? {
            Ok(text) => Ok(Text(text)),
            Err(StringRejection::InvalidUtf8(_)) => Err(Refused::bad(ProblemCode::Record, "A record is text.").into()),
            Err(_) => Err(Refused::new(413, ProblemCode::TooLarge, "This text is too large.").into()),
        }
    }
}
