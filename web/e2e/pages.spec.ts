// The pages around the table: start, setup, rules.
import { isAccessible } from "./play";
import { create, expect, mayPlay, settled, soon, test } from "./server";

test("a box is played against a bot with one click", async ({ page }) => {
  await page.goto("/");
  const boxes = page.locator("li.box");
  await expect(boxes).toHaveCount(5);
  for (const picture of await boxes.locator("img").all()) {
    await picture.scrollIntoViewIfNeeded();
    await soon(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
  }
  await page.getByRole("button", { name: "Play: Winter Edition" }).click();
  await mayPlay(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Winter Edition");
  // Somebody who is new here gets an easy opponent.
  await expect(page.locator("aside")).toContainText("Novice");
});

test("what was chosen last is remembered, on the setup and on the start page", async ({ page }) => {
  await page.goto("/#/new");
  const preset = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
  await preset("Everything").click();
  await expect(page.getByRole("radio", { name: "Big Box", exact: true })).toBeChecked();
  await preset("Family").click();
  await expect(preset("Family")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("checkbox", { name: /^The Abbot/ })).toBeChecked();
  await page.getByRole("checkbox", { name: /^Ferries/ }).check();
  await expect(preset("Family")).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Add a player" }).click();
  await page.getByLabel("Who plays").nth(1).selectOption("bot:novice");
  await page.getByLabel("Length").selectOption("12");
  await page.getByRole("button", { name: "Start the game" }).click();
  await settled(page);
  await page.goto("/#/new");
  await expect(page.getByRole("checkbox", { name: /^Ferries/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Third edition/ })).toBeChecked();
  await expect(page.getByLabel("Who plays")).toHaveCount(3);
  await expect(page.getByLabel("Length")).toHaveValue("12");
  // A box that is asked for wins over what was chosen last; its people stay.
  await page.goto("/#/new/fortress");
  await expect(page.getByRole("radio", { name: "Fortress", exact: true })).toBeChecked();
  await expect(page.getByLabel("Who plays")).toHaveCount(3);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Your turn: go on playing" }).or(page.getByRole("button", { name: /As last time: Third edition, 3 players/ }))).toBeVisible();
});

test("every statement of the rules has its address and is found by word and by number", async ({ page }) => {
  await page.goto("/#/rules/FERRY-10");
  const one = page.locator("#FERRY-10");
  await expect(one).toBeInViewport();
  await expect(one).toHaveClass(/lit/);
  await expect(page.getByRole("heading", { name: "Ferries" })).toBeVisible();
  await page.getByRole("searchbox").fill("builder dragon");
  await expect(page.getByRole("status")).toContainText(/\d+ places found/);
  await page.getByRole("searchbox").fill("tower-d11");
  await page.getByRole("link", { name: "TOWER-D11 The Tower" }).click();
  await expect(page).toHaveURL(/#\/rules\/TOWER-D11$/);
  await expect(page.locator("#TOWER-D11")).toBeInViewport();
  await page.goto("/#/rules/FERRY-999");
  await expect(page.getByRole("alert")).toHaveText("There is no rule FERRY-999.");
});

test("the fonts come with their licences", async ({ page }) => {
  await page.goto("/#/about");
  for (const name of ["Alegreya", "Source Sans 3"]) {
    const href = await page.getByRole("link", { name }).getAttribute("href");
    expect(await (await page.request.get(href!)).text()).toContain("SIL OPEN FONT LICENSE");
  }
  await soon(() => page.evaluate(() => [document.fonts.check("600 20px Alegreya", "A"), document.fonts.check("16px 'Source Sans 3'", "A")])).toEqual([true, true]);
});

test("a page that cannot think says so and says what else there is", async ({ page, server }) => {
  await page.addInitScript("delete globalThis.WebAssembly");
  const { id } = await create(page.request, server);
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  await page.keyboard.press("h");
  await expect(page.getByRole("region", { name: "The three best turns" })).toContainText("this page has no engine");
  await page.goto(`/#/analysis/${id}`);
  await expect(page.getByText(`bastide analyse bastide-${id}.txt -o report.html`)).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download the record" }).click()]);
  expect(file.suggestedFilename()).toBe(`bastide-${id}.txt`);
  await isAccessible(page);
  await page.goto("/#/lesson/abbot");
  await expect(page.getByRole("link", { name: /rules explain/ })).toHaveAttribute("href", "#/rules");
  // What would need one is not offered.
  await page.goto("/");
  await expect(page.locator(".ways").getByRole("link")).toHaveText([/Play with friends/, /Rules/, /Watch/]);
  await page.goto("/#/learn");
  await expect(page.getByText("This page has no engine")).toBeVisible();
  await expect(page.locator('main a[href^="#/lesson"], main a[href^="#/puzzle"]')).toHaveCount(0);
  await page.goto("/#/rules/abbot");
  await expect(page.getByRole("heading", { name: "The Abbot" }).first()).toBeVisible();
  await expect(page.locator('a[href^="#/lesson"]')).toHaveCount(0);
});
