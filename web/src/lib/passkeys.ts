// Passkeys: what the browser's authenticator and the server say to each other (docs/protocol.md). Bytes are base64url.
import type { PasskeyQuestion } from "../wire/PasskeyQuestion";
import type { Passkeys } from "../wire/Passkeys";
import type { PasskeyView } from "../wire/PasskeyView";
import type { PasskeyWish } from "../wire/PasskeyWish";
import { ask, post } from "./api";

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const text = (data: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(data))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Whether this browser has passkeys at all; without https it has none. */
export const hasPasskeys = () => isSecureContext && typeof PublicKeyCredential !== "undefined" && "getAuthenticatorData" in AuthenticatorAttestationResponse.prototype;

/** Those that the server accepts: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

const platform = () => (navigator as { userAgentData?: { platform?: string } }).userAgentData?.platform || navigator.platform || "Passkey";

export const passkeys = {
  list: () => ask<Passkeys>("/api/v1/me/passkeys"),
  remove: (id: string) => ask<unknown>(`/api/v1/me/passkeys/${encodeURIComponent(id)}`, { method: "DELETE" }),

  async make(): Promise<PasskeyView> {
    const wish = await post<PasskeyWish>("/api/v1/me/passkeys/wish");
    const made = (await navigator.credentials.create({
      publicKey: {
        challenge: bytes(wish.challenge),
        rp: { id: wish.site, name: "Bastide" },
        user: { id: bytes(wish.handle), name: wish.name, displayName: wish.name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: wish.known.map((id) => ({ type: "public-key", id: bytes(id) })),
        // It must be found without being asked for by its id: who comes back has nothing.
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "preferred" },
        attestation: "none",
        timeout: wish.seconds * 1000,
      },
    })) as PublicKeyCredential;
    const response = made.response as AuthenticatorAttestationResponse;
    return post<PasskeyView>("/api/v1/me/passkeys", {
      handle: wish.handle,
      client_data: text(response.clientDataJSON),
      authenticator_data: text(response.getAuthenticatorData()),
      label: platform(),
    });
  },

  /** Makes this browser the person of a passkey; `bring`: what it has comes along. */
  async enter(bring: boolean): Promise<void> {
    const { challenge, site, seconds } = await post<PasskeyQuestion>("/api/v1/passkeys/question");
    const found = (await navigator.credentials.get({
      publicKey: { challenge: bytes(challenge), rpId: site, userVerification: "preferred", timeout: seconds * 1000 },
    })) as PublicKeyCredential;
    const response = found.response as AuthenticatorAssertionResponse;
    await post<unknown>("/api/v1/passkeys/enter", {
      id: text(found.rawId),
      handle: text(response.userHandle ?? new ArrayBuffer(0)),
      client_data: text(response.clientDataJSON),
      authenticator_data: text(response.authenticatorData),
      signature: text(response.signature),
      bring,
    });
  },
};
