import type { ColumnOptions } from '@storeward/contract/settings/kinds/field-kind';
import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { expect, test } from 'vitest';
import phrases from '../../phrases/en/settings.json';
import { loadPortalPhrases } from './catalogues.ts';
import { initLanguage, t } from './i18n.ts';
import { fieldLabel } from './setting-labels.ts';

type Labelled = Pick<ColumnOptions, 'choices'> & { readonly hint?: boolean };

/** All settings, and the columns and properties of each, by the ending of their phrase keys. */
const fields = sectionNames.flatMap((section) =>
  Object.entries(sectionOf(section).fields).flatMap(([name, { columns, properties, ...field }]) =>
    Object.entries<Labelled>({
      [name]: field,
      ...Object.fromEntries(
        Object.entries({ ...columns, ...properties }).map(([part, options]) => [`${name}.${part}`, options]),
      ),
    }).map(([key, options]) => ({ section, key, ...options })),
  ),
);

/** The OAuth grant types have the names of the protocol on screen. */
const choices = fields.filter(({ key }) => key !== 'grantType').flatMap((field) => field.choices ?? []);
const isIdentifier = (choice: string) => /^[a-z][A-Za-z]*$/.test(choice);

test('every setting, column and property has a label and its hint, and a choice that is no name a text', () => {
  const keys = [
    ...sectionNames.map((section) => `settings.section.${section}`),
    ...fields.map(({ section, key }) => `settings.${section}.${key}`),
    ...fields.filter(({ hint }) => hint).map(({ key }) => `settings.hint.${key}`),
    ...choices.filter(isIdentifier).map((choice) => `settings.choice.${choice}`),
  ];
  expect(keys.filter((key) => !Object.hasOwn(phrases, key))).toEqual([]);
});

test('no two settings have the same hint, whose key does not name the section', () => {
  const hints = fields.filter(({ hint }) => hint).map(({ key }) => key);
  expect(hints.filter((key, index) => hints.indexOf(key) !== index)).toEqual([]);
});

test('no choice of a setting has a text that lists of choices show instead of one', () => {
  expect(choices.filter((choice) => ['none', 'nothingFound', 'denied', 'failed'].includes(choice))).toEqual([]);
});

test('a setting that no longer exists has a generic label', async () => {
  await initLanguage(loadPortalPhrases);
  expect(fieldLabel('nodeConfig', 'autoLogoutDuration', t)).not.toContain('MISSING');
  expect(fieldLabel('theme', 'retired', t)).toBe(t('settings.field.unknown'));
  expect(fieldLabel('nothing', 'at all', t)).toBe(t('settings.field.unknown'));
});
