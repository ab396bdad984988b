import type { ListView } from '@storeward/contract/list-views';
import type { UseMutationResult } from '@tanstack/react-query';

/** Query and columns of a list, in the shape of a saved view; a list with fixed columns has none. */
export type ListState = { readonly query: object; readonly columns?: readonly string[] };

/** The saved views of a list, and the commands that change them. */
export type SavedViews<View extends ListView, State extends ListState> = {
  readonly views: readonly View[];
  /** Creates a view, or updates an existing one; the dialog shows errors. */
  readonly save: UseMutationResult<View, Error, { input: Pick<ListView, 'name' | 'shared'> & State; existing?: View }>;
  readonly remove: UseMutationResult<View, Error, View>;
};

/** Whether the list was changed since the view was applied. */
export const viewDiffers = (view: Pick<ListView, 'query' | 'columns'>, state: ListState): boolean =>
  JSON.stringify([sortedEntries(view.query), view.columns]) !==
  JSON.stringify([sortedEntries(state.query), state.columns]);

export const hasFilters = ({ query }: ListState): boolean =>
  Object.entries(query).some(([name, value]) => name !== 'sort' && value !== undefined);

const sortedEntries = (query: object) =>
  Object.entries({ sort: 'name:asc', ...query })
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));
