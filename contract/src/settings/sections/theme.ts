import { ImageAddress } from '../../fields.ts';
import * as z from 'zod/mini';

/** The fonts of a theme, each with its CSS font stack. */
export const fontStacks = {
  'Roboto sans-serif': 'Roboto',
  'System sans-serif': 'system-ui',
  'Arial sans-serif': 'Arial, Helvetica',
  'Verdana sans-serif': 'Verdana, Geneva',
  'Trebuchet sans-serif': '"Trebuchet MS"',
  'Georgia serif': 'Georgia, "Times New Roman", serif',
} as const;

export const fontFamilies = Object.keys(fontStacks) as (keyof typeof fontStacks)[];

export const FontFamily = z.enum(fontFamilies, 'field.invalid');
export type FontFamily = z.infer<typeof FontFamily>;

export const boxPositions = ['left', 'right', 'center', 'top', 'bottom'] as const;

/** Position of the sign-in box on its page. */
export const BoxPosition = z.enum(boxPositions, 'field.invalid');
export type BoxPosition = z.infer<typeof BoxPosition>;

/** A colour as #RRGGBB, or #RRGGBBAA with alpha. */
export const ThemeColour = z.string('field.required').check(z.regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/i, 'field.invalid'));

/** Base font size in whole pixels, from 8px to 32px. */
export const FontSize = z.string('field.required').check(z.regex(/^([89]|[12]\d|3[0-2])px$/, 'field.invalid'));

/** The theme of an organisation's portal. The field names, with their misspellings, are those of the public API. */
export const Theme = z.object({
  logoURL: ImageAddress,
  logoURLPortrait: ImageAddress,
  backgroundImage: z.object({ status: z.boolean(), landscapeImage: ImageAddress, portraitImage: ImageAddress }),
  loginBoxPosition: z.object({ landscape: BoxPosition, portrait: BoxPosition }),
  fontFamily: FontFamily,
  fontSize: FontSize,
  textColour: ThemeColour,
  backgroundColor: ThemeColour,
  neutralColour: ThemeColour,
  primaryColour: ThemeColour,
  contractPrimaryColour: ThemeColour,
  secondaryColour: ThemeColour,
  contractSecondaryColour: ThemeColour,
  warnColour: ThemeColour,
  contractWarnColour: ThemeColour,
  successColour: ThemeColour,
  contrastSuccessColour: ThemeColour,
  errorColour: ThemeColour,
  contrastErrorColour: ThemeColour,
  disabledColour: ThemeColour,
  contrastDisabledColour: ThemeColour,
  indentedBackground: ThemeColour,
});
export type Theme = z.infer<typeof Theme>;

/** The theme without own settings. Text on colours is black or white, whichever has more contrast. */
export const defaultTheme: Theme = {
  logoURL: null,
  logoURLPortrait: null,
  backgroundImage: { status: false, landscapeImage: null, portraitImage: null },
  loginBoxPosition: { landscape: 'center', portrait: 'center' },
  fontFamily: 'Roboto sans-serif',
  fontSize: '14px',
  textColour: '#151515',
  backgroundColor: '#FFFFFF',
  neutralColour: '#999999',
  primaryColour: '#1A81C5',
  contractPrimaryColour: '#000000',
  secondaryColour: '#666666',
  contractSecondaryColour: '#FFFFFF',
  warnColour: '#FFD740',
  contractWarnColour: '#000000',
  successColour: '#149C17',
  contrastSuccessColour: '#000000',
  errorColour: '#f44336',
  contrastErrorColour: '#000000',
  disabledColour: '#CCCCCC',
  contrastDisabledColour: '#000000',
  indentedBackground: '#FAFAFA',
};

/** A theme from stored values; missing and invalid fields take the default. */
export function themeFrom(values: Readonly<Record<string, unknown>>): Theme {
  const validEntries = Object.entries(Theme.shape).flatMap(([field, shape]) => {
    const parsed = shape.safeParse(values[field]);
    return parsed.success ? [[field, parsed.data] as const] : [];
  });
  return { ...defaultTheme, ...Object.fromEntries(validEntries) };
}
