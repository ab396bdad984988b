import { isRowWise } from '@storeward/contract/settings/kinds/list';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import {
  rowWiseLists as rowWiseListsOfSection,
  type SettingField,
  settingGroups,
  type SettingMode,
  wholeFields,
} from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { SectionChange } from '@storeward/contract/settings/engine/section-state';
import type { t as translate } from '../../platform/text/i18n.ts';
import { hasPermission } from '../../platform/session/session.ts';

type Translate = typeof translate;

/** Label of the mode that a value sets for descendants. */
export function modeText(
  field: Pick<SettingField, 'stricter' | 'inheritance'>,
  mode: SettingMode,
  t: Translate,
): string {
  if (mode === 'tighten' && isRowWise(field)) return t('settings.mode.onlyHide');
  if (mode === 'tighten') return t(field.stricter === 'more' ? 'settings.mode.more' : 'settings.mode.less');
  return t(mode === 'locked' ? 'settings.mode.locked' : 'settings.mode.free');
}

/** Author of a change: the name if the user may see it, else the origin; null if unknown. */
export function authorText({ by, byWhom }: Pick<SectionChange, 'by' | 'byWhom'>, t: Translate): string | null {
  if (by !== null || byWhom === null || byWhom === 'person') return by;
  return t(byWhom === 'platform' ? 'settings.author.platform' : 'settings.author.above');
}

export const fieldDefinition = (section: SectionName, field: string): SettingField => sectionOf(section).fields[field]!;

const sectionsUnlessModule = (permission: 'LIST_SETTING' | 'VIEW_SETTING') => () =>
  sectionNames.filter((name) => sectionOf(name).area !== 'module' || hasPermission([permission]));

/** Sections in the order of the index: without a group first, then by group. */
export const inIndexOrder = <S extends { readonly section: SectionName }>(states: readonly S[]): S[] => {
  const rankOf = ({ section }: S) => settingGroups.findIndex((group) => group === sectionOf(section).group);
  return states.toSorted((one, other) => rankOf(one) - rankOf(other));
};

/** Sections that the user may see in lists. */
export const listableSections = sectionsUnlessModule('LIST_SETTING');

/** Sections that the user may view at a node. */
export const viewableSections = sectionsUnlessModule('VIEW_SETTING');

/** The lists of rows that have files of their own, of the sections that the user may list. */
export const rowWiseLists = (): readonly { readonly section: SectionName; readonly field: string }[] =>
  listableSections().flatMap(rowWiseListsOf);

export const rowWiseListsOf = (section: SectionName) =>
  rowWiseListsOfSection(sectionOf(section)).map(([field]) => ({ section, field }));

/** Whether a section has fields whose values are exported in its own file. */
export const hasPlainFields = (section: SectionName): boolean =>
  wholeFields(sectionOf(section)).some(([, definition]) => !isSecret(definition));
