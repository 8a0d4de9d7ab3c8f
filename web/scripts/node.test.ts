import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** What `scripts/node.sh` says where Node is of another version: nothing if it will do. */
function said(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), "bastide-node-"));
  const shim = join(folder, "shim.cjs");
  writeFileSync(shim, `Object.defineProperty(process.versions, "node", { value: "${version}" });`);
  const env = { ...process.env, NODE_OPTIONS: `--require ${shim}` };
  const run = spawnSync("sh", ["../scripts/node.sh"], { env, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(run.status).toBe(run.stderr === "" ? 0 : 1);
  return run.stderr;
}

test("a Node that is too old is told in one sentence", () => {
  const sentence = said("20.18.3");
  expect(sentence).toMatch("The client needs Node 20.19.0 or 22.12.0 or 24.0.0 and newer, and this is 20.18.3.");
  expect(sentence.trim().split("\n")).toHaveLength(1);
  expect(said("23.1.0")).toMatch("this is 23.1.0");
}, 30_000);

test("a Node that is new enough is silent", () => {
  for (const version of ["20.19.0", "26.3.1"]) expect(said(version)).toBe("");
}, 30_000);
