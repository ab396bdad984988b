import type { ColourField } from '@storeward/contract/settings/theme-contrast';
import type { Theme } from '@storeward/contract/settings/theme';
import type { PhraseKey } from '../platform/i18n.ts';

/** A field of a theme. */
export type ThemeField = keyof Theme;

/** For each field that has no value of its own here, the name of the place it comes from; null where nobody has set it. */
export type Inherited = Partial<Record<ThemeField, { readonly from: string | null }>>;

/** A theme in somebody's hands: what it is, how it is changed, and where its values come from. */
export type Editing = {
  readonly theme: Theme;
  readonly set: (change: Partial<Theme>) => void;
  readonly disabled: boolean;
  readonly inherited: Inherited | undefined;
  readonly onRevert: ((field: ThemeField) => void) | undefined;
  readonly told: Told | undefined;
  readonly locks: Locks | undefined;
};

/** Which values of this place hold for all below it as well, and how that is changed; nothing where there is nobody below. */
export type Locks = {
  readonly locked: ReadonlySet<string>;
  readonly onLock: (field: ThemeField, locked: boolean) => void;
};

/** What else is known of a field in words: why it cannot be changed here, and what is planned or binds those below. */
export type Told = Partial<Record<ThemeField, { readonly fixed?: string; readonly notes: readonly string[] }>>;

/** Whether a field cannot be changed here. */
export const isFixed = ({ disabled, told }: Editing, field: ThemeField): boolean =>
  disabled || told?.[field]?.fixed !== undefined;

/** What a colour is called on screen; the names on the wire have their own history. */
export const colourName = (field: ColourField): PhraseKey => `themes.colour.${field}`;

/** The colours in the groups they are chosen in: a ground, and the words upon it. */
export const colourGroups = [
  { id: 'page', fields: ['backgroundColor', 'indentedBackground', 'textColour', 'neutralColour'] },
  { id: 'primary', fields: ['primaryColour', 'contractPrimaryColour'] },
  { id: 'secondary', fields: ['secondaryColour', 'contractSecondaryColour'] },
  { id: 'success', fields: ['successColour', 'contrastSuccessColour'] },
  { id: 'warn', fields: ['warnColour', 'contractWarnColour'] },
  { id: 'error', fields: ['errorColour', 'contrastErrorColour'] },
  { id: 'disabled', fields: ['disabledColour', 'contrastDisabledColour'] },
] as const satisfies readonly { id: string; fields: readonly ColourField[] }[];
