import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { reader } from "./lib/i18n/index.svelte";
import { keepOfflineLater } from "./lib/offline";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";

settings.start();
router.start();
await reader.start();
keepOfflineLater();
mount(App, { target: document.getElementById("app")! });
