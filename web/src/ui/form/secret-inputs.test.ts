import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../..');
const inputs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  .flatMap((path) =>
    readFileSync(join(folder, path), 'utf8')
      .split(/(?=<(?:PasswordInput|PlainPasswordField)\b)/)
      .slice(1)
      .map((text): [string, string] => [path, text.split('/>')[0]!]),
  );

test('there are inputs of secrets to check', () => {
  expect(inputs.length).toBeGreaterThan(5);
});

// browsers ignore "off" here: they offer the saved password, and store what is typed as one
test.each(inputs)('an input of a secret tells the browser which one it is: %s', (_, input) => {
  expect(input).toMatch(/autoComplete=(?:"(?:new-password|current-password|one-time-code)"|\{)/);
});
