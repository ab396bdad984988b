import { fieldOf } from '@storeward/contract/settings/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { PhraseKey, t as translate } from './i18n.ts';

type Translate = typeof translate;

export const sectionLabel = (name: SectionName, t: Translate): string => t(`settings.section.${name}`);

/** The label of a setting; a generic one for settings that no longer exist. */
export const fieldLabel = (section: string, field: string, t: Translate): string =>
  isSetting(section, field) ? t(`settings.${section}.${field}` as PhraseKey) : t('settings.field.unknown');

export const isSetting = (section: string, field: string): boolean =>
  (sectionNames as readonly string[]).includes(section) &&
  fieldOf(sectionOf(section as SectionName), field) !== undefined;
