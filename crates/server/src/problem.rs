//! Refusals as answers of HTTP.

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bastide_table::refused::Refused;
use bastide_table::wire::ProblemCode;

use crate::store::StoreError;

/// A request that is refused.
#[derive(Clone, Debug)]
pub struct Failed(pub Refused);

/// Why an answer is a refusal, for those who count.
#[derive(Clone, Copy, Debug)]
pub struct Code(pub ProblemCode);

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let code = Code(self.0.code);
        let mut answer = (status, Json(self.0.problem())).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::SERVICE_UNAVAILABLE {
            answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("10"));
        }
        answer.extensions_mut().insert(code);
        answer
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
