import type { Permission } from '../access.ts';
import { type ImportColumn, importDoors } from '../imports.ts';
import { sectionNames, sectionOf } from './sections.ts';

/** The column that a field of a section stands in. */
export const valueColumn = (section: string, field: string): string => `${section}.${field}`;

/** The column beside it that says how far its value binds the places below. */
export const modeColumn = (section: string, field: string): string => `${section}.${field}.mode`;

/** What a cell says that gives a place no value of its own any more, and what one says that gives it none on purpose. */
export const cellWords = { inherit: 'inherit', none: 'none' } as const;

const samples: Readonly<Record<string, string>> = {
  'nodeConfig.autoLogoutDuration': '00:20:00',
  'ebasketDisplay.displayName': 'Corner basket',
};

const place: readonly ImportColumn[] = [
  { name: 'code', required: true, sample: 'UK-0147' },
  // for whoever reads the file
  { name: 'name', sample: 'Leeds Briggate' },
];
const fields = sectionNames.flatMap((section) =>
  Object.entries(sectionOf(section).fields).map(([field, { kind }]) => ({ section, field, secret: kind === 'secret' })),
);

/** The columns of a file of settings: a row for each place, a column for each field, and one for its mode where any is set. */
export const settingColumns: readonly ImportColumn[] = [
  ...place,
  ...fields.flatMap(({ section, field, secret }) =>
    secret
      ? []
      : [valueColumn(section, field), modeColumn(section, field)].map((name) => ({
          name,
          sample: samples[name] ?? '',
        })),
  ),
];

/** The columns that the sample file begins with. */
export const settingSample: readonly ImportColumn[] = settingColumns.filter(({ sample }) => sample !== '');

/** The columns that no file may have: a secret is typed by whoever knows it, and kept nowhere else. */
export const secretColumns: readonly string[] = fields.flatMap(({ section, field, secret }) =>
  secret ? [valueColumn(section, field)] : [],
);

const all = (...any: Permission[]) => ({ any });

/** Imports of settings: many places at once, so whoever may perform bulk overrides. */
export const settingImports = importDoors(
  '/node-management/settings/imports',
  all('LIST_BULK_OVERRIDE'),
  all('BULK_OVERRIDE'),
);
