let isPressed = false;

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => (isPressed = false), true);
}

/**
 * Runs a function at once, or after the click of a pointer that is pressed: a message that appears between press and
 * release would move the target, and the click would be lost. Mantine's forms show messages at once.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) return run();
  const end = new AbortController();
  const finish = () => {
    end.abort();
    // the click follows its release in the same task
    setTimeout(run);
  };
  for (const type of ['pointerup', 'pointercancel'])
    document.addEventListener(type, finish, { capture: true, signal: end.signal });
}
