import type { CellError } from '@storeward/contract/imports';
import { countryIn } from '@storeward/contract/reference/country-names';
import type { StoredValue } from '@storeward/contract/settings/engine/effective-value';
import {
  type SettingField,
  type SettingMode,
  settingModes,
  wholeFields,
} from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { isSecret, parseCell } from '@storeward/contract/settings/kinds/registry';
import { cellKeywords } from '@storeward/contract/settings/kinds/text-cell';
import { modeColumn, valueColumn } from '@storeward/contract/settings/endpoints/csv-columns';
import type { Cells } from '../../imports/kind.ts';
import type { DesiredValue } from '../policy.ts';

/** The values of one section in a row, and the errors of its cells. */
type ParsedCells = { readonly desired: Record<string, DesiredValue>; readonly errors: CellError[] };

/** The fields of a section without secrets and row-wise lists. */
export const fieldsInFiles = (section: SectionName): (readonly [string, SettingField])[] =>
  wholeFields(sectionOf(section)).filter(([, definition]) => !isSecret(definition));

/** Parses the cells of a section: an empty cell keeps the stored value, a mode alone changes only its mode. */
export function parseCells(
  section: SectionName,
  cells: Cells,
  ownValues: ReadonlyMap<string, StoredValue>,
): ParsedCells {
  const desired: Record<string, DesiredValue> = {};
  const errors: CellError[] = [];
  for (const [field, definition] of fieldsInFiles(section)) {
    const cell = cells.get(valueColumn(section, field)) ?? '';
    const modeCell = (cells.get(modeColumn(section, field)) ?? '').toLowerCase();
    const current = ownValues.get(field);
    if (cell.toLowerCase() === cellKeywords.inherit) {
      desired[field] = null;
      continue;
    }
    const mode = modeCell === '' ? (current?.mode ?? 'free') : settingModes.find((candidate) => candidate === modeCell);
    if (!mode) errors.push({ column: modeColumn(section, field), messageCode: 'field.invalid' });
    else if (cell !== '') {
      const isCountry = namesCountry(definition);
      const parsed = parseCell(definition, isCountry ? countryIn(cell) : cell);
      if ('error' in parsed) {
        const messageCode = isCountry ? 'import.countryUnknown' : parsed.error;
        errors.push({ column: valueColumn(section, field), messageCode });
      } else desired[field] = { value: parsed.value, mode };
    } else if (current && modeCell !== '') desired[field] = { value: current.value, mode };
    // a mode needs a value
    else if (isRestrictive(modeCell))
      errors.push({ column: valueColumn(section, field), messageCode: 'field.required' });
  }
  return { desired, errors };
}

const namesCountry = ({ choicesFrom }: SettingField): boolean =>
  choicesFrom !== undefined && 'list' in choicesFrom && choicesFrom.list === 'countries';

const isRestrictive = (mode: string): boolean =>
  settingModes.some((candidate: SettingMode) => candidate === mode && candidate !== 'free');
