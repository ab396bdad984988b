import type { RowValues } from '@storeward/contract/settings/kinds/list';
import { resolveRows, storedOrder } from '@storeward/contract/settings/lists/list-rows';
import { ListInput } from '@storeward/contract/settings/lists/list-state';
import { isForbiddenAbove, listErrors } from '../lists/list-checks.ts';
import { listFieldState } from '../lists/list-field-state.ts';
import { listFields } from '../lists/list-input.ts';
import { pushRows } from '../lists/list-push.ts';
import { listOverridesOfList } from '../lists/list-radar.ts';
import { listSummary } from '../lists/list-summary.ts';
import type { Inheritance } from './inheritance.ts';

/** A node adds, replaces and hides single rows of the list above it. */
export const rowInheritance: Inheritance = {
  explain: listFieldState,
  effectiveEntry: (_, chain) => chain.at(-1),

  hasEffect(field, chain, own) {
    const { applied } = resolveRows(field, chain);
    // a change of the mode alone affects no row
    return own.some((entry) => applied.has(entry) && (entry.row !== undefined || storedOrder(entry) !== null));
  },

  // rows are validated when they are saved
  isDraft: (_, value) => ListInput.safeParse(value).success,
  toStored: listFields,

  validate: ({ name, field, stored }, desired) => ({
    values: desired,
    errors: listErrors(name, field, stored, desired),
  }),

  mayRestore: ({ name, field, stored }, desired) => !isForbiddenAbove(name, field, stored, desired),

  push: ({ name, field, stored }, value) => pushRows(name, field, value as (RowValues & { id: string })[], stored),

  lock({ name, stored }) {
    const value = stored.own.find(({ row }) => row === undefined)?.value ?? { order: null };
    return { [name]: { value, mode: 'locked' } };
  },

  reported: (_, __, own) => listSummary(own),
  overridesBy: 'action',
  listOverrides: listOverridesOfList,
};
