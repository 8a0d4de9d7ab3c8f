//! Refusals as answers of HTTP.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bastide_table::refused::Refused;

use crate::store::StoreError;

/// A request that is refused.
#[derive(Clone, Debug)]
pub struct Failed(pub Refused);

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(self.0.problem())).into_response()
    }
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Failed {
        Failed(refused)
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Failed {
        Failed(error.into())
    }
}
