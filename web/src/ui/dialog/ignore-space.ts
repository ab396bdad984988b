import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/**
 * Keydown handler that blocks typed spaces, which Mantine's inputs cannot. A pasted space stays visible and fails
 * validation, so the value sent is always the value shown.
 */
export function ignoreSpace(event: KeyboardEvent | ReactKeyboardEvent): void {
  if (event.key === ' ') event.preventDefault();
}
