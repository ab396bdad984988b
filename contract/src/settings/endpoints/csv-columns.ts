import { type ImportColumn, importEndpoints } from '../../imports.ts';
import { isSecret } from '../kinds/registry.ts';
import { wholeFields } from '../engine/section.ts';
import { sectionNames, sectionOf } from '../sections.ts';

/** The CSV column of a field's value. */
export const valueColumn = (section: string, field: string): string => `${section}.${field}`;

/** The CSV column of a field's mode. */
export const modeColumn = (section: string, field: string): string => `${section}.${field}.mode`;

const nodeColumns: readonly ImportColumn[] = [
  { name: 'code', required: true, sample: 'UK-0147' },
  // for readers of the file; not imported
  { name: 'name', sample: 'Leeds Briggate' },
];
const fields = sectionNames.flatMap((section) =>
  // row-wise lists have files of their own
  wholeFields(sectionOf(section)).map(([field, definition]) => ({
    section,
    field,
    secret: isSecret(definition),
    sample: definition.sample ?? '',
  })),
);

/** Columns of a settings file: one row for each node, two columns (value and mode) for each field. */
export const settingColumns: readonly ImportColumn[] = [
  ...nodeColumns,
  ...fields.flatMap(({ section, field, secret, sample }) =>
    secret
      ? []
      : [
          { name: valueColumn(section, field), sample },
          { name: modeColumn(section, field), sample: '' },
        ],
  ),
];

export const settingSampleColumns: readonly ImportColumn[] = settingColumns.filter(({ sample }) => sample !== '');

/** Columns that a file must not have: secrets are entered in the form only, so that no file contains them. */
export const secretColumns: readonly string[] = fields.flatMap(({ section, field, secret }) =>
  secret ? [valueColumn(section, field)] : [],
);

/** Imports of settings need the permissions of bulk overrides, because they change many nodes at once. */
export const settingImports = importEndpoints('settings');
