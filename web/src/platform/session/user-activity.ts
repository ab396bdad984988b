const activityEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'touchmove', 'input'] as const;
const broadcastInterval = 1000;

/** Attribute of elements whose use does not count as activity. */
export const ignoreActivityAttribute = 'data-ignore-activity';

// performance.now() is not affected by changes of the system clock.
let lastActivityAt = performance.now();
let lastBroadcastAt = -Infinity;
let lastPointerPosition = '';
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

/** Seconds since the last input in any tab of this browser. */
export const idleSeconds = (): number => Math.max(0, (performance.now() - lastActivityAt) / 1000);

/** Records activity in this tab and notifies the other tabs, at most once per `broadcastInterval`. */
export function recordActivity(): void {
  markActive();
  if (lastActivityAt - lastBroadcastAt < broadcastInterval) return;
  lastBroadcastAt = lastActivityAt;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is limited to its origin
  channel?.postMessage('input');
}

/** Adds time in which the device slept; the monotonic clock does not count it. */
export function addIdleTime(seconds: number): void {
  lastActivityAt -= seconds * 1000;
}

/** Subscribes to activity in this and all other tabs. Returns the function that unsubscribes. */
export function watchActivity(onActivity: () => void): () => void {
  listeners.add(onActivity);
  if (listeners.size === 1) startListening();
  recordActivity();
  return () => {
    listeners.delete(onActivity);
    if (listeners.size === 0) stopListening();
  };
}

function startListening(): void {
  lastBroadcastAt = -Infinity;
  for (const event of activityEvents) window.addEventListener(event, handleEvent, { capture: true, passive: true });
  channel = new BroadcastChannel('storeward.input');
  channel.addEventListener('message', markActive);
}

function stopListening(): void {
  for (const event of activityEvents) window.removeEventListener(event, handleEvent, { capture: true });
  channel?.close();
  channel = undefined;
}

function markActive(): void {
  lastActivityAt = performance.now();
  for (const listener of listeners) listener();
}

function handleEvent(event: Event): void {
  if (event instanceof PointerEvent && event.type === 'pointermove') {
    // A layout change under a resting pointer fires pointermove without any movement.
    const position = `${event.screenX},${event.screenY}`;
    const isUnmoved = position === lastPointerPosition;
    lastPointerPosition = position;
    if (isUnmoved) return;
  }
  if (event.target instanceof Element && event.target.closest(`[${ignoreActivityAttribute}]`)) return;
  recordActivity();
}
