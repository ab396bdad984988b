import type { AuditEntry } from '@storeward/contract/audit';
import { parseFieldName, rowFieldName } from '@storeward/contract/settings/engine/field-name';
import { fieldOf, type SettingField } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { t as translate } from '../platform/text/i18n.ts';
import {
  type ListOfRows,
  nameInChange,
  rowChangeTexts,
  type StoredRowChange,
  wholeListChanges,
} from '../platform/text/setting-changes.ts';
import { fieldLabel, isSetting } from '../platform/text/setting-labels.ts';
import { valueText } from '../platform/text/setting-values.ts';

type Translate = typeof translate;

/** A changed field of an entry, as it is stored. */
type StoredChange = { readonly field: string; readonly before: unknown; readonly after: unknown };
type ChangeText = { readonly field: string; readonly before: string; readonly after: string };

type SettingName = {
  readonly section: SectionName;
  readonly field: string;
  readonly row: string | undefined;
  /** Whether it is the mode of the value. */
  readonly isMode: boolean;
  readonly definition: SettingField;
};

/** The setting of an audit property `section.field`, `section.field/row` or one of these with `.mode`; undefined for any other. */
export function parseSetting(name: string): SettingName | undefined {
  const [section = '', stored = '', mode] = name.split('.');
  const { field, row } = parseFieldName(stored);
  if (!isSetting(section, field)) return undefined;
  const definition = fieldOf(sectionOf(section as SectionName), field)!;
  return { section: section as SectionName, field, row, isMode: mode !== undefined, definition };
}

/** The changes of the settings of an entry as text: a list as its rows, each with the columns that have changed. */
export function settingChanges(
  changes: readonly StoredChange[],
  { before: allBefore, after: allAfter }: Pick<AuditEntry, 'before' | 'after'>,
  t: Translate,
): ChangeText[] {
  return changes.flatMap(({ field: name, before, after }) => {
    const setting = parseSetting(name);
    if (!setting) return [];
    const { section, field, row, isMode, definition } = setting;
    const label = fieldLabel(section, field, t);
    const nameOf = (id: string) => {
      const key = `${section}.${rowFieldName(field, id)}`;
      return nameInChange(definition, { before: allBefore?.[key], after: allAfter?.[key] }, t);
    };
    if (isMode) {
      const item = row === undefined ? label : `${label} · ${nameOf(row) ?? t('settings.list.unnamed')}`;
      return [
        { field: `${item} (${t('settings.mode.title')})`, before: modeText(before, t), after: modeText(after, t) },
      ];
    }
    const list = { section, field, definition, nameOf };
    if (row !== undefined) return rowTexts(label, list, [{ row, before, after }], t);
    if (Array.isArray(before) && Array.isArray(after))
      return rowTexts(label, list, wholeListChanges(definition, before, after, t), t);
    return [{ field: label, before: settingText(definition, before, t), after: settingText(definition, after, t) }];
  });
}

const rowTexts = (label: string, list: ListOfRows, changes: readonly StoredRowChange[], t: Translate): ChangeText[] =>
  rowChangeTexts(list, changes, t).flatMap(({ name, action, isChange, cells }) => {
    const row = `${label} · ${name}`;
    if (isChange && cells.length > 0)
      return cells.map(({ label: column, before, after }) => ({ field: `${row} · ${column}`, before, after }));
    const values = cells.map(({ label: column, after }) => `${column}: ${after}`);
    return [{ field: row, before: '', after: [action, ...values].join(' · ') }];
  });

const settingText = (definition: SettingField, value: unknown, t: Translate): string =>
  value === null || value === undefined || value === '' ? '' : valueText(definition, value, t);

function modeText(mode: unknown, t: Translate): string {
  if (mode === 'locked') return t('settings.mode.locked');
  return mode === 'tighten' ? t('settings.mode.stricter') : '';
}
