import { fieldOf } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { hasPhrase, type PhraseKey, type t as translate } from './i18n.ts';

type Translate = typeof translate;

export const sectionLabel = (name: SectionName, t: Translate): string => t(`settings.section.${name}`);

/** The label of a setting; a generic one for settings that no longer exist. */
export const fieldLabel = (section: string, field: string, t: Translate): string =>
  isSetting(section, field) ? t(`settings.${section}.${field}` as PhraseKey) : t('settings.field.unknown');

/** The label of a column of a list, or of a property of an object. */
export const partLabel = (section: string, field: string, part: string, t: Translate): string =>
  t(`settings.${section}.${field}.${part}` as PhraseKey);

/** Label of a choice: the phrase `settings.choice.<choice>`, or the choice itself, as for names of products. */
export function choiceText(choice: string, t: Translate): string {
  if (choice === '{host}') return window.location.hostname;
  const key = `settings.choice.${choice}`;
  return hasPhrase(key) ? t(key) : choice;
}

export const isSetting = (section: string, field: string): boolean =>
  (sectionNames as readonly string[]).includes(section) &&
  fieldOf(sectionOf(section as SectionName), field) !== undefined;
