import { useDebouncedValue } from '@mantine/hooks';
import { normalised } from '@storeward/contract/fields';
import { useEffect, useState } from 'react';

/** An Enter with the text it was pressed at, and whether its answer has decided it. */
type Pressed = { readonly text: string; readonly isDecided: boolean };

/**
 * The search of a picker: the text after a pause, or at once when Enter is pressed. A barcode scanner types a code and
 * Enter faster than the server answers, so the Enter waits for the answer to its text; further typing drops it.
 */
export function useQueuedEnter(text: string, pause: number) {
  const [settled] = useDebouncedValue(text, pause);
  const [pressed, setPressed] = useState<Pressed>();
  return {
    search: pressed?.text === text ? text : settled,
    press: () => setPressed({ text, isDecided: false }),
    text,
    pressed,
    setPressed,
  };
}

type Rules<T> = {
  /** The choices found for the current text; undefined until they have arrived. */
  readonly found: readonly T[] | undefined;
  readonly isFailed: boolean;
  /** What identifies a choice among all. */
  readonly codesOf: (choice: T) => readonly string[];
  /** Whether the only result may be chosen. */
  readonly isMeant?: (choice: T) => boolean;
  readonly onChoose: (choice: T) => void;
};

/** Carries out a queued Enter: chooses the exact match, otherwise the only result. Returns whether several were found. */
export function useEnterChoice<T>(
  { text, pressed, setPressed }: ReturnType<typeof useQueuedEnter>,
  { found, isFailed, codesOf, isMeant = () => true, onChoose }: Rules<T>,
): boolean {
  useEffect(() => {
    if (!pressed) return;
    if (pressed.text !== text || isFailed) return setPressed(undefined);
    if (pressed.isDecided || !found) return;
    const [only, ...others] = text === '' ? found : exactMatches(found, text, codesOf);
    const choice = only && others.length === 0 ? only : found.length === 1 ? found.find(isMeant) : undefined;
    setPressed(choice ? undefined : { text, isDecided: true });
    if (choice) onChoose(choice);
  });
  return pressed?.text === text && pressed.isDecided && (found?.length ?? 0) > 1;
}

/** The choices with this code as it is written, otherwise as the server compares it. */
function exactMatches<T>(choices: readonly T[], text: string, codesOf: Rules<T>['codesOf']): readonly T[] {
  const asWritten = choices.filter((choice) => codesOf(choice).includes(text));
  if (asWritten.length > 0) return asWritten;
  return choices.filter((choice) => codesOf(choice).some((code) => normalised(code) === normalised(text)));
}
