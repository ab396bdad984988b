import * as z from 'zod/mini';
import { requiredText } from '../fields.ts';
import { integrationProviders } from './integration-providers.ts';
import { AutoLogoutDuration, EBasketDisplay } from './node-configuration.ts';
import { type Section, section, type SettingField } from './section.ts';
import { unreadablePairs } from './theme-contrast.ts';
import { defaultTheme, fontFamilies, Theme, themeFrom } from './theme.ts';

/** How long somebody at a place may be idle before the portal signs them out. */
const nodeConfig = section({
  name: 'nodeConfig',
  area: 'configuration',
  fields: {
    autoLogoutDuration: { kind: 'duration', shape: AutoLogoutDuration, standard: null, stricter: 'less' },
  },
});

/** The outside service that a place works with, and the secret it is known to it by. */
const integration = section({
  name: 'integration',
  area: 'configuration',
  fields: {
    provider: {
      kind: 'choice',
      shape: z.enum(integrationProviders, 'field.invalid'),
      standard: null,
      choices: integrationProviders,
    },
    otherName: { kind: 'text', shape: requiredText(64), standard: null },
    secret: { kind: 'secret', shape: requiredText(1024), standard: null },
  },
});

/** How a place shows the e-basket. */
const ebasketDisplay = section({
  name: 'ebasketDisplay',
  area: 'module',
  fields: {
    displayName: { kind: 'text', shape: EBasketDisplay.shape.displayName, standard: null },
    displayLogo: { kind: 'picture', shape: EBasketDisplay.shape.displayLogo, standard: null },
  },
});

const lookKind = (field: string): Pick<SettingField, 'kind' | 'choices'> => {
  if (field.startsWith('logo')) return { kind: 'picture' };
  if (field === 'fontFamily') return { kind: 'choice', choices: fontFamilies };
  if (field === 'fontSize') return { kind: 'text' };
  return { kind: field === 'backgroundImage' || field === 'loginBoxPosition' ? 'group' : 'colour' };
};

/** How portal and mails look. */
const theme = section({
  name: 'theme',
  area: 'theme',
  fields: Object.fromEntries(
    Object.entries(Theme.shape).map(([field, shape]): [string, SettingField] => [
      field,
      { ...lookKind(field), shape, standard: defaultTheme[field as keyof Theme] },
    ]),
  ) as Record<keyof Theme, SettingField>,
  // words that nobody could read are not published
  check: (values) => unreadablePairs(themeFrom(values)).map(({ ink }) => ({ field: ink, code: 'theme.unreadable' })),
});

/** Everything that can be set at a place, section by section. */
export const sections = { nodeConfig, integration, ebasketDisplay, theme } as const;
export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];

/** A section by its name. */
export const sectionOf = (name: SectionName): Section => sections[name];

/** The name of a section. */
export const SectionName = z.enum(sectionNames);
