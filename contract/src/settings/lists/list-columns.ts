import { type ImportColumn, importEndpoints } from '../../imports.ts';
import { rowWiseLists } from '../engine/section.ts';
import { sectionNames, sectionOf } from '../sections.ts';

/** The text in the column `list` of a file. */
export const listCell = (section: string, field: string): string => `${section}.${field}`;

/** The CSV column of a list's own column. */
export const rowColumn = (section: string, field: string, column: string): string => `${section}.${field}.${column}`;

/**
 * The operation of one line of a file on a row; `inherit` removes the node's operation. `order` concerns the list
 * itself: it sets the order of rows, and the mode of the list.
 */
export const lineActions = ['add', 'replace', 'hide', 'inherit', 'order'] as const;

/** Columns of a file of row-wise lists: one line for each operation, and the columns of all lists. */
export const listColumns: readonly ImportColumn[] = [
  { name: 'code', required: true, sample: 'UK-0147' },
  // for readers of the file; not imported
  { name: 'name', sample: 'Leeds Briggate' },
  { name: 'list', required: true, sample: '' },
  { name: 'row', sample: '' },
  { name: 'action', required: true, sample: 'add' },
  { name: 'after', sample: 'last' },
  { name: 'mode', sample: '' },
  // ids of rows in the order that the node states, of a line with this action
  { name: 'order', sample: '' },
  ...sectionNames.flatMap((section) =>
    rowWiseLists(sectionOf(section)).flatMap(([field, definition]) =>
      Object.keys(definition.columns ?? {}).map((column) => ({ name: rowColumn(section, field, column), sample: '' })),
    ),
  ),
];

/** Imports of lists need the permissions of bulk overrides, because they change many nodes at once. */
export const listImports = importEndpoints('lists');
