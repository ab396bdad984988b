import { isRowWise } from './kinds/list.ts';
import { describe, expect, test } from 'vitest';
import { integrationProviders } from './sections/integration-providers.ts';
import { fieldKinds, isSecret, schemaOf } from './kinds/registry.ts';
import { nodeSettings } from './endpoints/node-settings.ts';
import { checkValues, isLessStrict, modesOf } from './engine/section.ts';
import { sectionNames, sectionOf, sections } from './sections.ts';
import { defaultTheme } from './sections/theme.ts';

describe('every section', () => {
  test('defines a schema for each field that accepts its default value', () => {
    for (const name of sectionNames)
      for (const [field, definition] of Object.entries(sectionOf(name).fields)) {
        const { defaultValue } = definition;
        expect([name, field, defaultValue === null || schemaOf(definition).safeParse(defaultValue).success]).toEqual([
          name,
          field,
          true,
        ]);
      }
  });

  test('allows mode locked for every field, and tighten only for fields with a stricter direction and for lists by rows', () => {
    for (const name of sectionNames)
      for (const field of Object.values(sectionOf(name).fields))
        expect(modesOf(field)).toEqual(
          field.stricter || isRowWise(field) ? ['free', 'locked', 'tighten'] : ['free', 'locked'],
        );
  });
});

test('the condition of a field names fields declared before it that are not secret', () => {
  for (const name of sectionNames) {
    const fields = Object.entries(sectionOf(name).fields);
    for (const [index, [field, { when = {} }]] of fields.entries()) {
      const earlier = fields.slice(0, index).flatMap(([other, definition]) => (isSecret(definition) ? [] : [other]));
      for (const other of Object.keys(when))
        expect([name, field, earlier]).toContainEqual(expect.arrayContaining([other]));
    }
  }
});

test('a connection names fields of its section, its destination among those that are tested, and a secret', () => {
  for (const name of sectionNames) {
    const { connection, fields } = sectionOf(name);
    if (!connection) continue;
    const { destination, secret, required, optional } = connection;
    const tested = [...required, ...optional];
    expect([name, Object.keys(fields)]).toEqual([name, expect.arrayContaining([...tested, secret])]);
    expect([name, tested]).toEqual([name, expect.arrayContaining([...destination])]);
    expect([name, tested.some((field) => isSecret(fields[field]!)), isSecret(fields[secret]!)]).toEqual([
      name,
      false,
      true,
    ]);
  }
});

test('every field with a stricter direction is of a kind whose values have an order', () => {
  const fields = sectionNames.flatMap((name) => Object.values(sectionOf(name).fields));
  expect(fields.filter((field) => field.stricter && !fieldKinds[field.kind].compare)).toEqual([]);
});

test('the endpoints that save a section declare the error codes of its check', () => {
  const codes = sectionNames.flatMap((name) => Object.keys(sectionOf(name).checks ?? {}));
  expect(codes).toContain('theme.unreadable');
  for (const { errors } of [
    nodeSettings.update,
    nodeSettings.updateArea,
    nodeSettings.rollback,
    nodeSettings.deleteSecret,
  ])
    expect(errors).toEqual(expect.arrayContaining(codes));
});

test.each([
  ['00:01:00', undefined],
  ['12:00:00', undefined],
  ['00:00:59', 'field.idleTime'],
  ['12:00:01', 'field.idleTime'],
  ['8:30', 'field.duration'],
  ['00:60:00', 'field.duration'],
  ['', 'field.required'],
])('the time without activity %j is valid, or names its error: %s', (duration, code) => {
  const { error } = sections.nodeConfig.fields.autoLogoutDuration.schema.safeParse(duration);
  expect(error?.issues[0]?.message).toBe(code);
});

test('treats a shorter duration as stricter and values that cannot be compared as not less strict', () => {
  const field = sections.nodeConfig.fields.autoLogoutDuration;
  expect(isLessStrict(field, '00:20:01', '00:20:00')).toBe(true);
  expect(isLessStrict(field, '00:20:00', '00:20:00')).toBe(false);
  expect(isLessStrict(field, '00:19:59', '00:20:00')).toBe(false);
  expect(isLessStrict(field, 20, '00:20:00')).toBe(false);
  expect(isLessStrict(sections.ebasketDisplay.fields.displayName, 'Zebra', 'Apple')).toBe(false);
});

test('defines the nineteen integration providers of the specification', () => {
  expect(integrationProviders).toHaveLength(19);
  expect(new Set(integrationProviders).size).toBe(19);
  expect(sections.integration.fields.provider.choices).toEqual(integrationProviders);
  for (const provider of integrationProviders)
    expect(sections.integration.fields.provider.schema.safeParse(provider).success).toBe(true);
  expect(sections.integration.fields.provider.schema.safeParse('Acme').success).toBe(false);
});

test('the default theme has the colours and the font of the specification and readable text', () => {
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
    errorColour: '#f44336',
    disabledColour: '#CCCCCC',
    indentedBackground: '#FAFAFA',
  });
  expect(sections.theme).toHaveProperty('checks');
  expect(checkValues(sectionOf('theme'), {})).toEqual([]);
});
