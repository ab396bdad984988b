/** The steps of the keys that navigate a grid. */
const steps = (columns: number): Readonly<Record<string, number>> => ({
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -columns,
  ArrowDown: columns,
});

/** The index that a key leads to in a grid of `count` cells; undefined for other keys, and beyond its edges. */
export function stepTo(key: string, index: number, count: number, columns: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps(columns)[key];
  if (step === undefined) return undefined;
  const next = index + step;
  return next >= 0 && next < count ? next : undefined;
}

/** The step that a key asks for: Ctrl or Cmd with Z, with Shift or Y. */
export function stepOf({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): 'undo' | 'redo' | undefined {
  const letter = ctrlKey || metaKey ? key.toLowerCase() : '';
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' ? 'redo' : undefined;
}
