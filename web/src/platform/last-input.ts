const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'touchmove', 'input'] as const;
const apart = 1000;

/** Something on the page that may be pressed without that counting as staying. */
export const noSignOfLife = 'data-no-sign-of-life';

// performance.now() is not moved by whoever sets the device's clock
let last = performance.now();
let told = -Infinity;
let pointer = '';
let tabs: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

/** How many seconds ago somebody last typed, pointed, touched or scrolled, in any tab of this browser. */
export const idleSeconds = (): number => Math.max(0, (performance.now() - last) / 1000);

/** Notes that somebody has just done something here. */
export function noteInput(): void {
  heard();
  if (last - told < apart) return;
  told = last;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- tabs of one origin, which the channel keeps to
  tabs?.postMessage('input');
}

/** Counts time in which the device slept, which no clock of the page has counted. */
export function noteSleep(seconds: number): void {
  last -= seconds * 1000;
}

/** Watches for input in this tab and, by their word, in all others, and tells of each. */
export function watchInput(onInput: () => void): () => void {
  listeners.add(onInput);
  if (listeners.size === 1) begin();
  noteInput();
  return () => {
    listeners.delete(onInput);
    if (listeners.size === 0) end();
  };
}

function begin(): void {
  told = -Infinity;
  for (const sign of signs) window.addEventListener(sign, sense, { capture: true, passive: true });
  tabs = new BroadcastChannel('storeward.input');
  tabs.addEventListener('message', heard);
}

function end(): void {
  for (const sign of signs) window.removeEventListener(sign, sense, { capture: true });
  tabs?.close();
  tabs = undefined;
}

function heard(): void {
  last = performance.now();
  for (const tell of listeners) tell();
}

function sense(event: Event): void {
  if (event instanceof PointerEvent && event.type === 'pointermove') {
    // A page that changes under a resting pointer tells of a movement that nobody has made.
    const place = `${event.screenX},${event.screenY}`;
    const rested = place === pointer;
    pointer = place;
    if (rested) return;
  }
  if (event.target instanceof Element && event.target.closest(`[${noSignOfLife}]`)) return;
  noteInput();
}
