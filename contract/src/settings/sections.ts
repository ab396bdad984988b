import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import { ImageAddress, requiredText, text } from '../fields.ts';
import { displayNameMinLength } from '../limits.ts';
import { basket } from './sections/basket.ts';
import { configurationPaths } from './engine/configuration-paths.ts';
import { customerHub } from './sections/customer-hub.ts';
import { dates } from './sections/dates.ts';
import { engage } from './sections/engage.ts';
import { hotkeys } from './sections/hotkeys.ts';
import { integrationProviders } from './sections/integration-providers.ts';
import { modulesInUse } from './sections/modules-in-use.ts';
import { payments } from './sections/payments.ts';
import { reasons } from './sections/reasons.ts';
import { receiptDelivery } from './sections/receipt-delivery.ts';
import { salesExport } from './sections/sales-export.ts';
import { salesforce } from './sections/salesforce.ts';
import { checkCodes, type Section, defineSection, type SettingField } from './engine/section.ts';
import { AutoLogoutDuration } from './sections/session-times.ts';
import { skuSelection } from './sections/sku-selection.ts';
import { stockTake } from './sections/stock-take.ts';
import { unreadablePairs } from './sections/theme-contrast.ts';
import { defaultTheme, fontFamilies, Theme, themeFrom } from './sections/theme.ts';

/** The session timeout: idle time before the portal signs a user out. */
const nodeConfig = defineSection({
  name: 'nodeConfig',
  area: 'configuration',
  configurationPath: ['nodeConfiguration', 'nodeConfigSetting'],
  fields: {
    autoLogoutDuration: {
      kind: 'duration',
      schema: AutoLogoutDuration,
      defaultValue: null,
      stricter: 'less',
      hint: true,
      sample: '00:20:00',
    },
  },
});

/** The external service of a node, and the secret used to authenticate there. */
const integration = defineSection({
  name: 'integration',
  area: 'configuration',
  configurationPath: null,
  fields: {
    provider: {
      kind: 'choice',
      schema: z.enum(integrationProviders, 'field.invalid'),
      defaultValue: null,
      choices: integrationProviders,
    },
    otherName: { kind: 'text', schema: requiredText(64), defaultValue: null, when: { provider: ['others'] } },
    secret: { kind: 'secret', schema: requiredText(1024), defaultValue: null },
  },
  checks: {
    'field.required': ({ provider, otherName }) => (provider === 'others' && !otherName ? ['otherName'] : []),
  },
});

/** Logo and name of the e-basket at a node. */
const ebasketDisplay = defineSection({
  name: 'ebasketDisplay',
  area: 'module',
  group: 'ebasket',
  configurationPath: configurationPaths.ebasketDisplay,
  fields: {
    displayName: {
      kind: 'text',
      schema: z.nullable(text(64).check(z.minLength(displayNameMinLength, 'field.displayNameTooShort'))),
      defaultValue: null,
      sample: 'Corner basket',
    },
    displayLogo: { kind: 'image', schema: ImageAddress, defaultValue: null },
  },
});

const themeFieldKind = (field: string): Pick<SettingField, 'kind' | 'choices'> => {
  if (field.startsWith('logo')) return { kind: 'image' };
  if (field === 'fontFamily') return { kind: 'choice', choices: fontFamilies };
  if (field === 'fontSize') return { kind: 'text' };
  return { kind: field === 'backgroundImage' || field === 'loginBoxPosition' ? 'group' : 'colour' };
};

/** Appearance of the portal and its mails. */
const theme = defineSection({
  name: 'theme',
  area: 'theme',
  configurationPath: configurationPaths.theme,
  fields: Object.fromEntries(
    Object.entries(Theme.shape).map(([field, schema]): [string, SettingField] => [
      field,
      { ...themeFieldKind(field), schema, defaultValue: defaultTheme[field as keyof Theme] },
    ]),
  ) as { [F in keyof Theme]: SettingField & { readonly schema: (typeof Theme.shape)[F] } },
  // a theme with unreadable text is not published
  checks: {
    'theme.unreadable': (values) => unreadablePairs(themeFrom(values)).map(({ foreground }) => foreground),
  },
});

/** All settings of a node, by section. */
export const sections = {
  nodeConfig,
  dates,
  integration,
  modulesInUse,
  ebasketDisplay,
  basket,
  payments,
  receiptDelivery,
  salesExport,
  stockTake,
  reasons,
  customerHub,
  salesforce,
  engage,
  skuSelection,
  hotkeys,
  theme,
} as const;
export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];

export const sectionOf = (name: SectionName): Section => sections[name];

/** The error codes of all sections' own checks. */
export const sectionErrors: readonly ErrorCode[] = [
  ...new Set(sectionNames.flatMap((name) => checkCodes(sectionOf(name)))),
];

export const SectionName = z.enum(sectionNames);
