import { fieldKinds, type KindField } from '@storeward/contract/settings/kinds/registry';
import { rowWiseLists, type Section, wholeFields } from '@storeward/contract/settings/engine/section';

/** Valid values of a section: those of its fields, and the rows of its row-wise lists by column. */
export type ModuleSample = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly rows?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
};

/** A valid value of each kind whose values need no other record, within what the field declares. */
const valueOfKind: Partial<Record<keyof typeof fieldKinds, (field: KindField) => unknown>> = {
  text: ({ maxLength = 20 }) => 'Sample text'.slice(0, Math.max(1, maxLength - 2)),
  multiline: ({ maxLength = 20 }) => 'Sample\ntext'.slice(0, maxLength),
  number: ({ min, max, step }) => min ?? step ?? Math.min(1, Number(max ?? 1)),
  switch: () => true,
  choice: ({ choices }) => choices?.[0],
  'multi-choice': ({ choices }) => choices?.slice(0, 1),
  duration: ({ max = '00:20:00' }) => max,
  date: ({ min = '2026-06-01' }) => min,
  time: ({ min = '08:30' }) => min,
  colour: () => '#1A81C5',
  url: ({ schemes: [scheme] = ['https'] }) => `${scheme}://shop.example.com/terms`,
  ipv4: () => '10.1.2.3',
  secret: ({ maxLength = 20 }) => 'sample secret'.slice(0, maxLength),
  list: ({ columns = {} }) => [partsOf(columns)],
  object: ({ properties = {} }) => partsOf(properties),
};

/** Its declared sample, which is a cell of a file, or a value by its kind. */
function plainValue(name: string, field: KindField & { readonly sample?: string }): unknown {
  const value =
    field.sample === undefined ? valueOfKind[field.kind]?.(field) : fieldKinds[field.kind].fromCell(field.sample);
  if (value === undefined)
    throw new Error(`no sample follows from the field ${name}: add one of its section to api/test/module-sections.ts`);
  return value;
}

const partsOf = (parts: Readonly<Record<string, KindField>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parts).map(([name, field]) => [name, plainValue(name, field)]));

/** A sample of a section of plain fields: one value of each field, and one row of each list. */
export function plainSample(section: Section): ModuleSample {
  const rows = rowWiseLists(section).map(([name, { columns = {} }]) => [name, [partsOf(columns)]] as const);
  return { values: partsOf(Object.fromEntries(wholeFields(section))), rows: Object.fromEntries(rows) };
}
