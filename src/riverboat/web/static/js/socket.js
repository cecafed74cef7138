// The line to a table. It comes back by itself after a cut; the server then says where the table stands.

export class Line {
  constructor(id, { onMessages, onState, query = "" }) {
    this.id = id;
    this.query = query;
    this.onMessages = onMessages;
    this.onState = onState;
    this.closed = false;
    this.tries = 0;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/table/${this.id}${this.query}`);
    this.socket.addEventListener("open", () => { this.tries = 0; this.onState("open"); });
    this.socket.addEventListener("message", (event) => this.onMessages(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => {
      if (this.closed) return;
      if (event.code === 4004) {
        this.onState("gone");
        return;
      }
      this.onState(event.code === 4010 ? "idle" : "cut");
      if (event.code === 4010) {
        this.openWhenSomebodyIsHere();
        return;
      }
      const least = event.code === 4029 ? 4000 : 250;
      this.timer = setTimeout(() => this.open(), Math.max(least, Math.min(4000, 250 * 2 ** this.tries++)));
    });
  }

  openWhenSomebodyIsHere() {
    const once = new AbortController();
    const wake = () => {
      once.abort();
      if (!this.closed) this.open();
    };
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { signal: once.signal });
  }

  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
