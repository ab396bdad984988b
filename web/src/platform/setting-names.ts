import { fieldOf } from '@storeward/contract/settings/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { PhraseKey, t as say } from './i18n.ts';

type Say = typeof say;

/** What a section of settings is called. */
export const sectionLabel = (name: SectionName, t: Say): string => t(`settings.section.${name}`);

/** What a setting is called, wherever it is spoken of. */
export const fieldLabel = (section: string, field: string, t: Say): string =>
  isSetting(section, field) ? t(`settings.${section}.${field}` as PhraseKey) : t('settings.field.unknown');

/** Whether there is a setting of that name. */
export const isSetting = (section: string, field: string): boolean =>
  (sectionNames as readonly string[]).includes(section) &&
  fieldOf(sectionOf(section as SectionName), field) !== undefined;
