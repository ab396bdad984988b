import type { SettingField, SettingMode } from '@storeward/contract/settings/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { SectionChange } from '@storeward/contract/settings/section-state';
import type { t as say } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';

type T = typeof say;

/** A choice in words; names of products stay as they are. */
export function choiceText(choice: string, t: T): string {
  if (choice === '{host}') return window.location.hostname;
  return choice === 'others' ? t('settings.choice.others') : choice;
}

/** A value in words. */
export function valueText({ kind }: Pick<SettingField, 'kind'>, value: unknown, t: T): string {
  if (kind === 'secret') return '••••••';
  if (value === null || value === undefined || value === '') return t('settings.value.none');
  if (kind === 'switch') return t(value === true ? 'settings.value.on' : 'settings.value.off');
  if (kind === 'choice' && typeof value === 'string') return choiceText(value, t);
  if (kind === 'picture') return t('settings.value.picture');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** How a value binds the places below, in words. */
export function modeText(field: Pick<SettingField, 'stricter'>, mode: SettingMode, t: T): string {
  if (mode === 'tighten') return t(field.stricter === 'more' ? 'settings.mode.more' : 'settings.mode.less');
  return t(mode === 'locked' ? 'settings.mode.locked' : 'settings.mode.free');
}

/** Who changed something: by name where the reader may know it, else from where; nothing where nobody did. */
export function authorText({ by, byWhom }: Pick<SectionChange, 'by' | 'byWhom'>, t: T): string | null {
  if (by !== null || byWhom === null || byWhom === 'person') return by;
  return t(byWhom === 'platform' ? 'settings.author.platform' : 'settings.author.above');
}

/** What a field is, by its section and name. */
export const declared = (section: SectionName, field: string): SettingField => sectionOf(section).fields[field]!;

const unlessModule = (right: 'LIST_SETTING' | 'VIEW_SETTING') => () =>
  sectionNames.filter((name) => sectionOf(name).area !== 'module' || may([right]));

/** The sections that the reader sees in lists. */
export const listed = unlessModule('LIST_SETTING');

/** The sections that the reader may look at in one place. */
export const viewed = unlessModule('VIEW_SETTING');
