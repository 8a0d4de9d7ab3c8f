//! The addresses described for programs.

use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bastide_table::wire::{ClientMessage, ServerMessage};
use utoipa::OpenApi;

use super::games;
use crate::{art, device, passkey, push};

/// The description of the addresses for programs.
#[derive(OpenApi)]
#[openapi(
    info(title = "Bastide", version = "1", description = "HTTP half of docs/protocol.md"),
    paths(
        super::health,
        super::ready,
        super::metrics,
        super::me,
        super::forget_me,
        device::offer,
        device::take,
        passkey::list,
        passkey::wish,
        passkey::make,
        passkey::remove,
        passkey::question,
        passkey::enter,
        push::key,
        push::subscribe,
        push::unsubscribe,
        super::offered,
        games::called,
        games::games,
        games::create,
        games::game,
        games::cancel,
        games::quit,
        games::record,
        games::picture,
        games::picture_png,
        games::film,
        games::bring,
        games::preview,
        games::draws,
        games::rematch,
        games::seat_offer,
        games::take_seat,
        games::seat_link,
        games::report,
        games::follow,
        art::tiles,
        art::tile,
        art::printed_board,
        art::figure
    ),
    components(schemas(ClientMessage, ServerMessage))
)]
struct Description;

/// The description of the addresses; it is made once.
pub(super) async fn description() -> Response {
    static MADE: LazyLock<String> = LazyLock::new(|| Description::openapi().to_json().unwrap_or_default());
    ([(CONTENT_TYPE, "application/json")], MADE.as_str()).into_response()
}
