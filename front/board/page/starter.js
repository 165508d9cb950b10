// @ts-check
// The only script of the file that is not packed: unpacks the page's and runs it.

import { unpacked } from "./unpacking.js";

if ("DecompressionStream" in window) {
  start();
} else {
  document.body.prepend("This page needs a browser of 2023 or later.");
}

async function start() {
  const archive = document.getElementById("scripts");
  if (!archive) throw new Error("the page holds no scripts");
  const [opening, page, , end] = (await unpacked(archive).text()).split("\0");
  const script = document.createElement("script");
  script.textContent = `${opening}${page}${end}`;
  document.body.append(script);
}
