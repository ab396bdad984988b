import { fieldKinds } from '@storeward/contract/settings/kinds/registry';
import { expect, test } from 'vitest';
import { sampleSection, sampleValues } from './sample-section.ts';

const fields = Object.entries(sampleSection.fields);

test('the sample section has a field of every kind', () => {
  const kinds = new Set<string>(fields.map(([, { kind }]) => kind));
  expect(Object.keys(fieldKinds).filter((kind) => !kinds.has(kind))).toEqual([]);
});

test('every field of the sample section that is set as a whole has a value', () => {
  expect(fields.map(([name]) => name).filter((name) => name !== 'reasons')).toEqual(Object.keys(sampleValues));
});
