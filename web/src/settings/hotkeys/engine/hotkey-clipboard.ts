import { hotkeys } from '@storeward/contract/settings/sections/hotkeys';
import { hotkeyErrors } from '@storeward/contract/settings/kinds/hotkeys';
import type { RowValues } from '@storeward/contract/settings/kinds/list';
import { parseValue } from '@storeward/contract/settings/kinds/registry';
import * as z from 'zod/mini';
import type { DesignerLayout } from './hotkey-layout.ts';
import type { NewKey } from './hotkey-moves.ts';

const format = 'storeward/hotkeys/1';
const maxLength = 1_000_000;
const maxKeys = 500;

const Values = z.record(z.string(), z.unknown());
const Copied = z.object({
  format: z.literal(format),
  keys: z
    .array(z.object({ values: Values, children: z._default(z.array(Values).check(z.maxLength(maxKeys)), []) }))
    .check(z.minLength(1), z.maxLength(maxKeys)),
});

const { columns = {} } = hotkeys.fields.keys;

const withoutParent = ({ parentId: _, ...values }: RowValues): RowValues => values;

/** Keys as text, with the hotkeys of groups, for this or another store. */
export function toClipboard({ pages, groups }: DesignerLayout, keys: ReadonlySet<string>): string {
  const all = [...pages.flatMap((page) => page.keys), ...[...groups.values()].flat()];
  const copied = all.filter(({ key }) => keys.has(key));
  return JSON.stringify({
    format,
    keys: copied.map(({ key, values }) => ({
      values: withoutParent(values),
      children: (groups.get(key) ?? []).map((child) => withoutParent(child.values)),
    })),
  });
}

/** The values of a copied row if all are valid; undefined otherwise. */
function validValues(input: RowValues, type?: string): RowValues | undefined {
  const values: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(columns)) {
    if (name === 'parentId') continue;
    const parsed = parseValue(column, input[name] ?? column.defaultValue);
    if ('error' in parsed) return undefined;
    values[name] = parsed.value;
  }
  if (hotkeyErrors(values).length > 0 || values['type'] === 'page') return undefined;
  return type === undefined || values['type'] === type ? values : undefined;
}

/** The keys in a text; undefined unless it is a valid copy of some. */
export function fromClipboard(text: string): readonly NewKey[] | undefined {
  if (text.length > maxLength) return undefined;
  const { data } = Copied.safeParse(parseJson(text));
  if (!data) return undefined;
  const keys = data.keys.map(({ values, children }) => {
    const [own, inside] = [validValues(values), children.map((child) => validValues(child, 'hotkey'))];
    const isWhole = inside.every((child) => child !== undefined);
    return own && isWhole && (own['type'] === 'group' || inside.length === 0)
      ? { values: own, children: inside }
      : undefined;
  });
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
