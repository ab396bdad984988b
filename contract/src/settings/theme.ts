import { ImageAddress } from '../fields.ts';
import * as z from 'zod/mini';

/** The fonts a portal can be set in, each with the list a browser tries in turn. */
export const fontStacks = {
  'Roboto sans-serif': 'Roboto',
  'System sans-serif': 'system-ui',
  'Arial sans-serif': 'Arial, Helvetica',
  'Verdana sans-serif': 'Verdana, Geneva',
  'Trebuchet sans-serif': '"Trebuchet MS"',
  'Georgia serif': 'Georgia, "Times New Roman", serif',
} as const;

export const fontFamilies = Object.keys(fontStacks) as (keyof typeof fontStacks)[];

/** The name of a font from the list. */
export const FontFamily = z.enum(fontFamilies, 'field.invalid');
export type FontFamily = z.infer<typeof FontFamily>;

export const boxPositions = ['left', 'right', 'center', 'top', 'bottom'] as const;

/** Where on its page the sign-in box stands. */
export const BoxPosition = z.enum(boxPositions, 'field.invalid');
export type BoxPosition = z.infer<typeof BoxPosition>;

/** A colour as #RRGGBB, or #RRGGBBAA where something shines through. */
export const ThemeColour = z.string('field.required').check(z.regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/i, 'field.invalid'));

/** The size of running text in whole pixels, from 8px to 32px. */
export const FontSize = z.string('field.required').check(z.regex(/^([89]|[12]\d|3[0-2])px$/, 'field.invalid'));

/** How an organisation's portal looks: logos, sign-in scene, font and colours, under the names the wire has always used. */
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

/** The look of a portal that nobody has themed; words on colours are black or white, whichever reads better. */
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
  errorColour: '#F44336',
  contrastErrorColour: '#000000',
  disabledColour: '#CCCCCC',
  contrastDisabledColour: '#000000',
  indentedBackground: '#FAFAFA',
};

/** The look that some values make, field by field: what nobody has set, or nobody understands any more, is as everywhere. */
export function themeFrom(values: Readonly<Record<string, unknown>>): Theme {
  const sound = Object.entries(Theme.shape).flatMap(([field, shape]) => {
    const parsed = shape.safeParse(values[field]);
    return parsed.success ? [[field, parsed.data] as const] : [];
  });
  return { ...defaultTheme, ...Object.fromEntries(sound) };
}
