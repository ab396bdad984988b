import { describe, expect, test } from 'vitest';
import { configurationPaths, configuredValues } from './configuration-paths.ts';
import { asRead, configurationOf, configurationSections, configurationShape } from './configuration-values.ts';
import { type SectionName, sectionOf } from '../sections.ts';

const defaultsOf = (name: SectionName) =>
  asRead(
    name,
    Object.fromEntries(
      Object.entries(sectionOf(name).fields).map(([field, { defaultValue }]) => [field, defaultValue]),
    ),
  );

describe('the configuration of a node', () => {
  test('keeps the names by which existing portals read the settings, and has none of the integration', () => {
    expect(Object.keys(configurationShape)).toEqual(
      expect.arrayContaining(['eBasketMgmtSettings', 'nodeConfiguration', 'nodeThemeSetting']),
    );
    expect(Object.keys(configurationShape)).not.toContain('integration');
    expect(configurationOf(defaultsOf)).toMatchObject({
      eBasketMgmtSettings: [{ displaySettings: { displayName: null, displayLogo: null } }],
      nodeConfiguration: { nodeConfigSetting: { autoLogoutDuration: null } },
      nodeThemeSetting: { primaryColour: '#1A81C5' },
    });
  });

  test('has each section at a property of its own', () => {
    expect(Object.keys(configurationOf(defaultsOf))).toHaveLength(configurationSections.length);
  });

  test('contains values that the declared fields accept, also where nothing is set', () => {
    const configuration = configurationOf(defaultsOf);
    for (const [property, schema] of Object.entries(configurationShape))
      expect([property, schema.safeParse(configuration[property]).error]).toEqual([property, undefined]);
  });

  test('is read by the name of a section, and has no values where it is incomplete', () => {
    for (const name of Object.keys(configurationPaths) as (keyof typeof configurationPaths)[])
      expect(configuredValues(configurationOf(defaultsOf), name)).toEqual(defaultsOf(name));
    expect(configuredValues({}, 'ebasketDisplay')).toEqual({});
    expect(configuredValues({ eBasketMgmtSettings: [] }, 'ebasketDisplay')).toEqual({});
  });
});
