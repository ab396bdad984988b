import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formMessages, quotedMessages } from '../e2e/quoted-messages.ts';
import { proofErrors } from './check-requirements.ts';

const sourceOf = (path: string): string | undefined => {
  const file = join(import.meta.dirname, '..', path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

test.each(quotedMessages)('the quoted message “$text” is seen by a test that quotes it', ({ text, seenBy }) => {
  expect(proofErrors(seenBy, sourceOf)).toEqual([]);
  const [path = ''] = seenBy.split(' > ');
  const quoting = path === 'e2e/form-messages.spec.ts' ? 'e2e/form-messages.ts' : path;
  expect(sourceOf(quoting)).toContain(text);
});

test('each quoted message is listed once, those of forms among them', () => {
  const texts = quotedMessages.map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).toEqual(expect.arrayContaining([...formMessages]));
});
