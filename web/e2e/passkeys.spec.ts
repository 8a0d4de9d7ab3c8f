// Passkeys with the authenticator of a real browser, and two devices that become one person. The hostile cases are in
// crates/server/tests/suite/passkey.rs.
import type { Browser, CDPSession, Page } from "@playwright/test";
import { harmless } from "./play";
import { create, expect, test } from "./server";

/** Browsers have no passkeys for numbers. */
const home = (server: string) => server.replace("127.0.0.1", "localhost");
const device = async (browser: Browser, server: string, colorScheme: "light" | "dark" = "light"): Promise<Page> => (await browser.newContext({ baseURL: home(server), locale: "en-GB", reducedMotion: "reduce", colorScheme })).newPage();

type Credential = { credentialId: string; isResidentCredential: boolean; rpId?: string; privateKey: string; userHandle?: string; signCount: number };
type Authenticator = { session: CDPSession; id: string; credentials: () => Promise<Credential[]> };

/** An authenticator of this device, with what another one holds: as one that syncs, or that is carried along. */
async function authenticator(page: Page, credentials: Credential[] = []): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = { protocol: "ctap2" as const, transport: "internal" as const, hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId: id } = await session.send("WebAuthn.addVirtualAuthenticator", { options });
  for (const credential of credentials) await session.send("WebAuthn.addCredential", { authenticatorId: id, credential });
  return { session, id, credentials: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId: id })).credentials as Credential[] };
}

const seats = [
  { name: "Anna", colour: "red", who: "here" },
  { name: "Bot", colour: "blue", who: { bot: "greedy" } },
];

test("somebody who lost everything comes back with a passkey, and brings games along", async ({ browser, server }) => {
  const anna = await device(browser, server);
  const at = home(server);
  const { id } = await create(anna.request, at, { end_after: 8, seats });
  const hers = await authenticator(anna);
  await anna.goto("/#/games");
  await expect(anna.getByRole("heading", { name: "Keep me for good" })).toBeVisible();
  await harmless(anna);
  await anna.getByRole("button", { name: "Make a passkey" }).click();
  await expect(anna.getByText("The passkey is made.")).toBeVisible();
  expect(await hers.credentials()).toHaveLength(1);
  await harmless(anna);
  // An authenticator that has one makes no second one.
  await anna.getByRole("button", { name: "Make a passkey" }).click();
  await expect(anna.getByText("holds a passkey of yours already")).toBeVisible();

  // A new browser with a game of its own.
  const [credential] = await hers.credentials();
  const phone = await device(browser, server);
  const own = await create(phone.request, at, { end_after: 8, seats });
  const carried = await authenticator(phone, [credential!]);
  await phone.goto("/#/games");
  await phone.getByRole("button", { name: "I have a passkey" }).click();
  await expect(phone.getByText("This device has 1 game of its own.")).toBeVisible();
  await harmless(phone);
  await phone.getByRole("button", { name: "Continue and bring them along" }).click();
  await expect(phone.locator(`a[href*="${id}"]`)).toBeVisible();
  await expect(phone.locator(`a[href*="${own.id}"]`)).toBeVisible();
  await anna.reload();
  await expect(anna.locator(`a[href*="${own.id}"]`)).toBeVisible();

  // The cookie is gone, the passkey is not.
  await anna.context().clearCookies();
  await anna.goto("/#/");
  await anna.getByRole("link", { name: "Played here before? Come back" }).click();
  await expect(anna.getByRole("heading", { name: "Keep me for good" })).toBeVisible();
  await expect(anna.locator(`a[href*="${id}"]`)).toHaveCount(0);
  // One that counts less than before is a copy; the key that was carried along is not.
  await anna.getByRole("button", { name: "I have a passkey" }).click();
  await expect(anna.getByText("The passkey was not accepted.")).toBeVisible();
  await hers.session.send("WebAuthn.clearCredentials", { authenticatorId: hers.id });
  const [counted] = await carried.credentials();
  expect(counted!.signCount).toBeGreaterThan(credential!.signCount);
  await hers.session.send("WebAuthn.addCredential", { authenticatorId: hers.id, credential: counted! });
  await anna.getByRole("button", { name: "I have a passkey" }).click();
  await expect(anna.locator(`a[href*="${id}"]`)).toBeVisible();

  // Removed here, it is worth nothing anywhere.
  await anna.getByRole("button", { name: /^Remove the passkey/ }).click();
  await harmless(anna);
  await anna.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(anna.getByRole("heading", { name: "Your passkeys" })).toHaveCount(0);
  await anna.context().clearCookies();
  await anna.reload();
  await anna.getByRole("button", { name: "I have a passkey" }).click();
  await expect(anna.getByText("does not know this passkey any more")).toBeVisible();
  await Promise.all([anna, phone].map((page) => page.context().close()));
});

test("passkeys at night", async ({ browser, server }) => {
  const page = await device(browser, server, "dark");
  await authenticator(page);
  await page.goto("/#/games");
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await page.getByRole("button", { name: /^Remove the passkey/ }).click();
  await expect(page.getByText("The passkey is made.")).toBeVisible();
  await harmless(page);
  await page.context().close();
});

test("where there can be no passkeys the page says why", async ({ page }) => {
  await page.goto("/#/games");
  await expect(page.getByText("Passkeys are bound to a name, and this address is none.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Make a passkey" })).toHaveCount(0);
});

test("a link makes two devices with games of their own one person", async ({ browser, server }) => {
  const [anna, phone] = [await device(browser, server), await device(browser, server)];
  const at = home(server);
  const one = await create(anna.request, at, { end_after: 8, seats });
  const two = await create(phone.request, at, { end_after: 8, seats });
  await anna.goto("/#/games");
  await anna.getByRole("button", { name: "Make a link" }).click();
  await phone.goto(await anna.getByRole("textbox", { name: "Link for my other device" }).inputValue());
  await expect(phone.getByText("This device has 1 game of its own. It comes along")).toBeVisible();
  await harmless(phone);
  const taken = phone.waitForResponse((answer) => answer.url().endsWith("/api/v1/me/device/take"));
  await phone.getByRole("button", { name: "Continue here" }).click();
  expect((await taken).status()).toBe(204);
  // The phone goes to its games by itself; the other device finds them when it looks again.
  await anna.reload();
  for (const page of [phone, anna]) {
    for (const { id } of [one, two]) await expect(page.locator(`a[href*="${id}"]`)).toBeVisible({ timeout: 20_000 });
  }
  await Promise.all([anna, phone].map((page) => page.context().close()));
});
