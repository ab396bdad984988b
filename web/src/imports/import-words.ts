import type { ImportRow, ImportRun, ImportState, RowOutcome } from '@storeward/contract/imports';
import { type t as phrase, useT } from '../platform/i18n.ts';
import type { PhraseKey } from '../platform/phrase-keys.ts';
import type { ImportSubject } from './import-subject.ts';
import type { StatusKind } from '../ui/status-dot.tsx';

/** The phrases, some of them in the words of what is done. */
export function useWords({ says }: Pick<ImportSubject, 'says'>): typeof phrase {
  const t = useT();
  return (key, values) => t(says?.[key] ?? key, values);
}

/** How each state of an import is marked beside its word. */
export const stateKinds: Readonly<Record<ImportState, StatusKind>> = {
  checking: 'waiting',
  ready: 'waiting',
  running: 'waiting',
  stopped: 'off',
  failed: 'locked',
  done: 'on',
  undoing: 'waiting',
  undone: 'off',
};

/** Whether the figures of an import tell what will be, or what was. */
export const isPlan = ({ state }: Pick<ImportRun, 'state'>): boolean => state === 'checking' || state === 'ready';

/** What a row comes to, in a word: before it is written what it will do, afterwards what it did. */
export function outcomeWord(run: ImportRun, { outcome, kept, written }: ImportRow): PhraseKey {
  if (kept) return 'imports.outcome.kept';
  if (outcome === null) return 'imports.outcome.waiting';
  if (outcome === 'wrong' || outcome === 'unchanged') return `imports.outcome.${outcome}`;
  if (isPlan(run)) return `imports.outcome.will.${outcome}`;
  if (written) return `imports.outcome.did.${outcome}`;
  return run.undone > 0 || run.state === 'undone' ? 'imports.outcome.undone' : 'imports.outcome.notImported';
}

/** Which rows can be looked at by themselves: those that there are, the wrong ones first, and all of them. */
export function rowFilters(run: ImportRun): { show: RowOutcome | 'kept' | 'all'; count: number }[] {
  const parts = (['wrong', 'kept', 'created', 'updated', 'unchanged'] as const).map((show) => ({
    show,
    count: run[show],
  }));
  return [...parts.filter(({ count }) => count > 0), { show: 'all', count: run.rowCount }];
}
