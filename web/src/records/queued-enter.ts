import { useDebouncedValue } from '@mantine/hooks';
import { normalisedCode } from '@storeward/contract/fields';
import { useEffect, useRef, useState } from 'react';
import type { t as translate } from '../platform/text/i18n.ts';

/**
 * The search of a picker: the text after a pause, or at once when Enter is pressed. A barcode scanner types a code and
 * Enter faster than the server answers, so the Enter waits for the answer to its text. It selects the text, which the
 * next scan replaces. A picker of several values takes the scans in their order; in one of a single value, further
 * typing drops an Enter that waits, so that the last scan decides.
 */
export function useQueuedEnter(text: string, pause: number, takesSeveral = false) {
  const [settled] = useDebouncedValue(text, pause);
  const [queue, setQueue] = useState<readonly string[]>([]);
  // the text at the last Enter, until somebody types
  const [pressed, setPressed] = useState<string>();
  // texts of which no choice could be made, and which the next scan has replaced
  const [missed, setMissed] = useState<readonly string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const waiting = takesSeveral ? queue : queue.filter((queued) => queued === text);
  return {
    text,
    search: waiting[0] ?? (pressed === text ? text : settled),
    waiting,
    pressed,
    missed,
    press(target: HTMLInputElement) {
      input.current = target;
      target.select();
      if (pressed === text) return;
      setPressed(text);
      setQueue([...waiting, text]);
    },
    /** Ends the Enter that was pressed first. */
    shift: () => setQueue((queued) => queued.slice(1)),
    /** Lets the text be entered again; where one value is taken, nothing waits any more. */
    drop() {
      setPressed(undefined);
      if (!takesSeveral) setQueue([]);
    },
    miss: (code: string) => setMissed((codes) => [...codes, code]),
    forgetMissed: () => setMissed([]),
    /** Lets the text be completed instead of replaced. */
    continueText: () => input.current?.setSelectionRange(text.length, text.length),
  };
}

type Rules<T> = {
  /** The choices found for the searched text; undefined until they have arrived. */
  readonly found: readonly T[] | undefined;
  readonly isFailed: boolean;
  /** What identifies a choice among all. */
  readonly codesOf: (choice: T) => readonly string[];
  /** Whether the only result may be chosen. */
  readonly isMeant?: (choice: T) => boolean;
  /** Which one Enter chooses, where it is not the exact match or the only result. */
  readonly choiceOf?: (found: readonly T[]) => T | undefined;
  /** Receives also whether the text is still the one that was entered. */
  readonly onChoose: (choice: T, isCurrent: boolean) => void;
};

/** Carries out a queued Enter: chooses the exact match, otherwise the only result. Returns whether several were found. */
export function useEnterChoice<T>(
  enter: ReturnType<typeof useQueuedEnter>,
  { found, isFailed, codesOf, isMeant = () => true, choiceOf, onChoose }: Rules<T>,
): boolean {
  const { text, waiting, pressed } = enter;
  useEffect(() => {
    if (pressed !== undefined && pressed !== text) enter.drop();
    const [entered] = waiting;
    if (entered === undefined || (!found && !isFailed)) return;
    const choice =
      isFailed || !found ? undefined : (choiceOf?.(found) ?? choiceFor(entered, found, { codesOf, isMeant }));
    enter.shift();
    if (entered !== text) {
      if (!choice) enter.miss(entered);
    } else if (choice || isFailed) enter.drop();
    else if (found && found.length > 1) enter.continueText();
    if (choice) onChoose(choice, entered === text);
  });
  return pressed === text && waiting.length === 0 && (found?.length ?? 0) > 1;
}

function choiceFor<T>(
  text: string,
  found: readonly T[],
  { codesOf, isMeant }: Required<Pick<Rules<T>, 'codesOf' | 'isMeant'>>,
) {
  const [only, ...others] = text === '' ? found : exactMatches(found, text, codesOf);
  return only && others.length === 0 ? only : found.length === 1 ? found.find(isMeant) : undefined;
}

/** Names the scans that could not be taken, after which others have been. */
export const missedText = (missed: readonly string[], t: typeof translate): string | undefined =>
  missed.length > 0 ? t('ui.picker.missed', { codes: missed.join(', ') }) : undefined;

/** The choices with this code as it is written, otherwise as the server compares it. */
export function exactMatches<T>(choices: readonly T[], text: string, codesOf: Rules<T>['codesOf']): readonly T[] {
  const asWritten = choices.filter((choice) => codesOf(choice).includes(text));
  if (asWritten.length > 0) return asWritten;
  return choices.filter((choice) => codesOf(choice).some((code) => normalisedCode(code) === normalisedCode(text)));
}
