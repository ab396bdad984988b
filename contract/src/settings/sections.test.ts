import { describe, expect, test } from 'vitest';
import { integrationProviders } from './integration-providers.ts';
import { isLooser, modesOf } from './section.ts';
import { sectionNames, sectionOf, sections } from './sections.ts';
import { defaultTheme } from './theme.ts';

describe('every section', () => {
  test('declares for each field what a value must be, and its usual value is one', () => {
    for (const name of sectionNames)
      for (const [field, { shape, standard }] of Object.entries(sectionOf(name).fields))
        expect([name, field, standard === null || shape.safeParse(standard).success]).toEqual([name, field, true]);
  });

  test('can bind those below by a lock, and by a bound only where one value is stricter than another', () => {
    for (const name of sectionNames)
      for (const field of Object.values(sectionOf(name).fields))
        expect(modesOf(field)).toEqual(field.stricter ? ['free', 'locked', 'tighten'] : ['free', 'locked']);
  });
});

test('a shorter time is stricter than a longer one, and what cannot be compared is not looser', () => {
  const field = sections.nodeConfig.fields.autoLogoutDuration;
  expect(isLooser(field, '00:20:01', '00:20:00')).toBe(true);
  expect(isLooser(field, '00:20:00', '00:20:00')).toBe(false);
  expect(isLooser(field, '00:19:59', '00:20:00')).toBe(false);
  expect(isLooser(field, 20, '00:20:00')).toBe(false);
  expect(isLooser(sections.ebasketDisplay.fields.displayName, 'Zebra', 'Apple')).toBe(false);
});

test('the providers of integrations are the nineteen of the specification', () => {
  expect(integrationProviders).toHaveLength(19);
  expect(new Set(integrationProviders).size).toBe(19);
  expect(sections.integration.fields.provider.choices).toEqual(integrationProviders);
  for (const provider of integrationProviders)
    expect(sections.integration.fields.provider.shape.safeParse(provider).success).toBe(true);
  expect(sections.integration.fields.provider.shape.safeParse('Acme').success).toBe(false);
});

test('the default theme has the colours and the font of the specification, with words that can be read on them', () => {
  expect(defaultTheme).toMatchObject({
    fontFamily: 'Roboto sans-serif',
    fontSize: '14px',
    textColour: '#151515',
    backgroundColor: '#FFFFFF',
    neutralColour: '#999999',
    primaryColour: '#1A81C5',
    secondaryColour: '#666666',
    warnColour: '#FFD740',
    successColour: '#149C17',
    errorColour: '#F44336',
    disabledColour: '#CCCCCC',
    indentedBackground: '#FAFAFA',
  });
  expect(sections.theme).toHaveProperty('check');
  expect(sectionOf('theme').check?.({})).toEqual([]);
});
