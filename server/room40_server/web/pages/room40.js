// What the page of a table adds to the terminal in it.
const COLUMNS = 80, LINES = 24, WIDTH = 0.61, HEIGHT = 1.34, LARGEST = 16, SMALLEST = 6;

window.addEventListener("DOMContentLoaded", () => {
  const way = location.protocol === "https:" ? "wss:" : "ws:";
  const screen = document.getElementById("terminal");
  // the screen is to be had below this page, by whatever way one came to it
  screen.dataset.sessionWebsocketUrl = way + "//" + location.host + location.pathname.replace(/\/$/, "") + "/screen";
  // letters so large that all of a small terminal has room
  const fits = Math.floor(Math.min(innerWidth / (COLUMNS * WIDTH), innerHeight / (LINES * HEIGHT)));
  screen.dataset.fontSize = Math.max(SMALLEST, Math.min(LARGEST, fits));
});

// once the terminal stands, what is typed goes to it without a click
window.addEventListener("load", () => setTimeout(() => document.querySelector("#terminal textarea")?.focus(), 0));

// who goes to another page is gone, though the browser keeps this one at hand
window.WebSocket = class extends WebSocket {
  constructor(...words) {
    super(...words);
    window.addEventListener("pagehide", () => this.close());
  }
};
