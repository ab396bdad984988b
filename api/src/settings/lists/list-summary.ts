import { type PathEntry, storedOrder } from '@storeward/contract/settings/lists/list-rows';
import type { ListSummary } from '@storeward/contract/settings/lists/list-state';

/** The operations of one node on a list; null if there are none. */
export const listSummary = (stored: readonly PathEntry[]): ListSummary | null =>
  stored.length === 0 ? null : countOperations(stored);

export function countOperations(stored: readonly PathEntry[]): ListSummary {
  const actions = stored.flatMap((entry) => (entry.row === undefined ? [] : [storedAction(entry)]));
  const countOf = (action: string) => actions.filter((one) => one === action).length;
  return {
    add: countOf('add'),
    replace: countOf('replace'),
    hide: countOf('hide'),
    order: storedOrder(stored.find(({ row }) => row === undefined)) !== null,
  };
}

/** The action of an operation, even if its values are no longer valid. */
export function storedAction({ value }: Pick<PathEntry, 'value'>): 'add' | 'replace' | 'hide' {
  const { action } = (value ?? {}) as { action?: unknown };
  return action === 'add' || action === 'replace' ? action : 'hide';
}
