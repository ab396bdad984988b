import type { ColourField } from '@storeward/contract/settings/sections/theme-contrast';
import type { Theme } from '@storeward/contract/settings/sections/theme';
import type { PhraseKey } from '../platform/text/i18n.ts';

export type ThemeField = keyof Theme;

/** For each field without an own value, the name of the node it is inherited from; null if no node sets it. */
export type Inherited = Partial<Record<ThemeField, { readonly from: string | null }>>;

/** State of the theme studio: the theme, its setter, and the origin of its values. */
export type Editing = {
  readonly theme: Theme;
  readonly set: (change: Partial<Theme>) => void;
  readonly disabled: boolean;
  readonly inherited: Inherited | undefined;
  readonly onRevert: ((field: ThemeField) => void) | undefined;
  readonly fieldNotes: FieldNotes | undefined;
  readonly locks: Locks | undefined;
};

/** Fields locked for descendants, and the function that changes a lock; undefined for a node without descendants. */
export type Locks = {
  readonly locked: ReadonlySet<string>;
  readonly onLock: (field: ThemeField, locked: boolean) => void;
};

/** Notes per field: why it is locked here, planned changes, and its mode for descendants. */
export type FieldNotes = Partial<
  Record<ThemeField, { readonly lockedReason?: string; readonly notes: readonly string[] }>
>;

export const isReadOnly = ({ disabled, fieldNotes }: Editing, field: ThemeField): boolean =>
  disabled || fieldNotes?.[field]?.lockedReason !== undefined;

/** Phrase key of a colour; the field names of the API are historical. */
export const colourLabelKey = (field: ColourField): PhraseKey => `themes.colour.${field}`;

/** The colours in groups of a background and its text. */
export const colourGroups = [
  { id: 'page', fields: ['backgroundColor', 'indentedBackground', 'textColour', 'neutralColour'] },
  { id: 'primary', fields: ['primaryColour', 'contractPrimaryColour'] },
  { id: 'secondary', fields: ['secondaryColour', 'contractSecondaryColour'] },
  { id: 'success', fields: ['successColour', 'contrastSuccessColour'] },
  { id: 'warn', fields: ['warnColour', 'contractWarnColour'] },
  { id: 'error', fields: ['errorColour', 'contrastErrorColour'] },
  { id: 'disabled', fields: ['disabledColour', 'contrastDisabledColour'] },
] as const satisfies readonly { id: string; fields: readonly ColourField[] }[];
