import type { ImportRow, ImportRun, ImportState, RowOutcome } from '@storeward/contract/imports';
import { type t as translate, useT } from '../platform/text/i18n.ts';
import type { PhraseKey } from '../platform/text/phrase-keys.ts';
import type { ImportSubject } from './import-subject.ts';
import type { StatusKind } from '../ui/status-dot.tsx';

/** Translates phrases, with the replacements of the import's subject. */
export function useImportPhrases({ labelKeys }: Pick<ImportSubject, 'labelKeys'>): typeof translate {
  const t = useT();
  return (key, values) => t(labelKeys?.[key] ?? key, values);
}

/** Status dot of each import state. */
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

/** Whether the counts of an import are a plan, and not yet a result. */
export const isPlan = ({ state }: Pick<ImportRun, 'state'>): boolean => state === 'checking' || state === 'ready';

/** Outcome of a row: planned before the import, actual afterwards. */
export function outcomeLabelKey(run: ImportRun, { outcome, kept, written }: ImportRow): PhraseKey {
  if (kept) return 'imports.outcome.kept';
  if (outcome === null) return 'imports.outcome.waiting';
  if (outcome === 'wrong' || outcome === 'unchanged') return `imports.outcome.${outcome}`;
  if (isPlan(run)) return `imports.outcome.will.${outcome}`;
  if (written) return `imports.outcome.did.${outcome}`;
  return run.undone > 0 || run.state === 'undone' ? 'imports.outcome.undone' : 'imports.outcome.notImported';
}

/** Filters of the row list: the outcomes that occur, errors first, and all rows. */
export function rowFilters(run: ImportRun): { show: RowOutcome | 'kept' | 'all'; count: number }[] {
  const filters = (['wrong', 'kept', 'created', 'updated', 'unchanged'] as const).map((show) => ({
    show,
    count: run[show],
  }));
  return [...filters.filter(({ count }) => count > 0), { show: 'all', count: run.rowCount }];
}
