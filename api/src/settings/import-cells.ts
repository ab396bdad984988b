import { isErrorCode } from '@storeward/contract/errors';
import type { CellFault } from '@storeward/contract/imports';
import type { Stated } from '@storeward/contract/settings/binding';
import { type SettingField, type SettingMode, settingModes } from '@storeward/contract/settings/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { cellWords, modeColumn, valueColumn } from '@storeward/contract/settings/setting-files';
import type { Cells } from '../imports/kind.ts';
import type { WantedValue } from './policy.ts';

/** What a row says of one section, and what is wrong with its cells. */
type ReadCells = { readonly wanted: Record<string, WantedValue>; readonly faults: CellFault[] };

/** The fields of a section that a file can hold. */
export const fieldsInFiles = (section: SectionName): (readonly [string, SettingField])[] =>
  Object.entries(sectionOf(section).fields).filter(([, { kind }]) => kind !== 'secret');

/** A value as it stands in a cell; nothing where nobody understands it any more, so that the file leaves it alone. */
export function cellOf({ kind, shape }: SettingField, value: unknown): string {
  if (!shape.safeParse(value).success) return '';
  if (value === null) return cellWords.none;
  if (kind === 'switch') return value === true ? 'on' : 'off';
  if (typeof value !== 'string') return JSON.stringify(value);
  // what would be read as something else is written as what it is
  return isWord(value) || /^["{]|^\s|\s$/.test(value) ? JSON.stringify(value) : value;
}

const isWord = (value: string) => (Object.values(cellWords) as string[]).includes(value.toLowerCase());

/** What the cells of a row make of a section: an empty cell leaves what is there, and a mode alone binds it. */
export function readCells(section: SectionName, cells: Cells, says: ReadonlyMap<string, Stated>): ReadCells {
  const wanted: Record<string, WantedValue> = {};
  const faults: CellFault[] = [];
  for (const [field, declared] of fieldsInFiles(section)) {
    const cell = cells.get(valueColumn(section, field)) ?? '';
    const bound = (cells.get(modeColumn(section, field)) ?? '').toLowerCase();
    const own = says.get(field);
    if (cell.toLowerCase() === cellWords.inherit) {
      wanted[field] = null;
      continue;
    }
    const mode = bound === '' ? (own?.mode ?? 'free') : settingModes.find((one) => one === bound);
    if (!mode) faults.push({ column: modeColumn(section, field), messageCode: 'field.invalid' });
    else if (cell !== '') {
      const read = valueIn(declared, cell);
      if ('fault' in read) faults.push({ column: valueColumn(section, field), messageCode: read.fault });
      else wanted[field] = { value: read.value, mode };
    } else if (own && bound !== '') wanted[field] = { value: own.value, mode };
    // there is nothing yet that could bind
    else if (binds(bound)) faults.push({ column: valueColumn(section, field), messageCode: 'field.required' });
  }
  return { wanted, faults };
}

const binds = (mode: string): boolean => settingModes.some((one: SettingMode) => one === mode && one !== 'free');

function valueIn(
  { kind, shape }: SettingField,
  cell: string,
): { readonly value: unknown } | { readonly fault: string } {
  const { success, data, error } = shape.safeParse(meant(kind, cell));
  if (success) return { value: data };
  const message = error.issues[0]?.message ?? '';
  return { fault: isErrorCode(message) ? message : 'field.invalid' };
}

function meant(kind: SettingField['kind'], cell: string): unknown {
  const word = cell.toLowerCase();
  if (word === cellWords.none) return null;
  if (kind === 'switch')
    return word === 'on' || word === 'true' ? true : word === 'off' || word === 'false' ? false : cell;
  if (!/^["{]/.test(cell)) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
