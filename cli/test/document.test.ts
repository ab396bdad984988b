import { expect, test } from 'vitest';
import { formatConfiguration, parseConfiguration } from '../src/configuration/document.ts';

const configuration = {
  storeward: 1 as const,
  server: 'https://portal.example.com',
  roles: { Clerk: { description: '', level: 'STORE', enabled: false, rights: { om: ['view_node'] } } },
  nodes: { '0609': { name: 'true', code: '1.10' }, '.': { name: '# no comment: really', city: 'null' } },
  settings: {
    theme: { '.': { fontSize: '15', backgroundImage: { status: true, size: 1.5, image: null, text: '1.5' } } },
  },
  lists: { 'hotkeys.keys': { '.': { order: { action: 'order', order: ['a', 'b'] } } } },
};

test('a file has the same values after it is written and read', () => {
  expect(parseConfiguration(formatConfiguration(configuration, 'A\nB'))).toEqual(configuration);
});

test('names and fields are texts as they are written, without quotes too', () => {
  const text = 'storeward: 1\nserver: x\nnodes: { 0609: { name: 1.10, status: true, city: } }';
  expect(parseConfiguration(text).nodes).toEqual({ '0609': { name: '1.10', status: 'true', city: '' } });
});

test('what is left out of a role has a default', () => {
  const text = 'storeward: 1\nserver: x\nroles: { Clerk: { level: STORE, rights: {} } }';
  expect(parseConfiguration(text).roles).toEqual({
    Clerk: { level: 'STORE', rights: {}, description: '', enabled: true },
  });
});

test.each([
  ['text: [', 'no YAML'],
  ['a: &a [1]\nb: *a', 'no configuration'],
  ['storeward: 2\nserver: x', 'no configuration: storeward'],
  ['storeward: 1\nserver: x\nroles: { Clerk: { level: STORE, rights: all } }', 'roles.Clerk.rights'],
  ['just text', 'no configuration'],
])('the file %j is refused with its reason', (text, reason) => {
  expect(() => parseConfiguration(text)).toThrow(reason);
});
