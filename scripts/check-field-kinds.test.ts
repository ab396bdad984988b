import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldKindErrors, inheritanceErrors } from './check-field-kinds.ts';
import { readTree } from './check-structure.ts';

const errorsOf = (path: string, source: string) => fieldKindErrors(new Map([[path, source]]));

test.each([
  ['a comparison of a property', "if (field.kind === 'secret') return null;"],
  ['a comparison with optional access', "const hidden = fields[name]?.kind !== 'secret';"],
  ['a comparison of a destructured kind', "({ kind }) => kind === 'switch'"],
  ['a comparison with the name first', "'secret' === field.kind"],
  ['a comparison of an indexed property', "field['kind'] === 'image'"],
  ['a case of a switch statement', "switch (field.kind) {\n  case 'colour':\n    return 1;\n}"],
  ['a list of kinds', "['text', 'colour'].includes(field.kind)"],
  ['a field name in place of a kind', "fields.filter(([field]) => field !== 'secret')"],
  ['a condition in a query', "sql`select from setting_values where kind = 'secret'`"],
  ['a list in a query', "sql`select from setting_values where kind in ('secret', 'image')`"],
])('refuses %s', (_, source) => {
  expect(errorsOf('api/src/settings/service.ts', source)).toHaveLength(1);
});

test('names the file, the line, and the way to mend it', () => {
  expect(errorsOf('web/src/settings/radar/radar-page.tsx', "\n\nfield.kind === 'secret'")).toEqual([
    "web/src/settings/radar/radar-page.tsx:3 kind === 'secret': tests a kind by name; ask the kind instead, in one of contract/src/settings/kinds/, web/src/settings/kinds/",
  ]);
});

test('refuses a test of a kind in any file that imports the definitions of settings', () => {
  const source =
    "import { fieldOf } from '@storeward/contract/settings/engine/section';\nfieldOf(section, name).kind === 'secret';";
  expect(errorsOf('api/src/webhooks/change-events.ts', source)).toHaveLength(1);
});

test('refuses a type that leaves out kinds by name', () => {
  const source = "import type { FieldKind } from './kinds/registry.ts';\ntype Plain = Exclude<FieldKind, 'list'>;";
  expect(errorsOf('contract/src/settings/lists/list-field.ts', source)).toHaveLength(1);
});

test('refuses a test of a kind in SQL files, but not in their comments', () => {
  const condition = "where v.field <> 'secret'";
  expect(errorsOf('api/sql/functions/settings.sql', `select from setting_values v ${condition}`)).toHaveLength(1);
  expect(errorsOf('api/migrations/0001-settings.sql', `select from setting_values v ${condition}`)).toHaveLength(1);
  expect(errorsOf('api/migrations/0001-settings.sql', `-- ${condition}`)).toEqual([]);
});

test.each([
  ['the declaration of a field', 'contract/src/settings/sections.ts', "fields: { name: { kind: 'text' } }"],
  ['the registry itself', 'web/src/settings/kinds/registry.ts', "kind === 'secret'"],
  ['the kind of something else', 'web/src/app/shell/left-menu.tsx', "entry.kind === 'group'"],
  ['a test file', 'api/src/settings/secrets.test.ts', "where field = 'secret'"],
  ['a comment', 'api/src/settings/service.ts', "// kind === 'secret'\n/* kind === 'image' */"],
])('accepts %s', (_, path, source) => {
  expect(errorsOf(path, source)).toEqual([]);
});

test.each([
  ['a call', 'if (isRowWise(definition)) return rows;'],
  ['a predicate', 'Object.values(fields).some(isRowWise)'],
  ['a comparison', "definition.inheritance === 'rows'"],
])('refuses %s that tests how a field is inherited, outside the strategies', (_, source) => {
  expect(inheritanceErrors(new Map([['api/src/settings/changes/change.ts', source]]))).toHaveLength(1);
  expect(inheritanceErrors(new Map([['api/src/settings/inheritance/field-inheritance.ts', source]]))).toEqual([]);
});

test('the product tests how a field is inherited only in the strategies and the files named beside them', () => {
  expect(inheritanceErrors(readTree(join(import.meta.dirname, '..')))).toEqual([]);
});

test('the product tests no kind of a setting by name outside the registries', () => {
  expect(fieldKindErrors(readTree(join(import.meta.dirname, '..')))).toEqual([]);
});
