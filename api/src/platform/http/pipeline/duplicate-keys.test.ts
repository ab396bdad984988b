import { expect, test } from 'vitest';
import { hasDuplicateKeys } from './duplicate-keys.ts';

test.for([
  '{}',
  '[]',
  '7',
  '"a"',
  '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}',
  '{"a":"a","b":"a"}',
  '{"a\\"":1,"a":2}',
  '{"a":[1,"a","a"],"b":"{\\"a\\":1,\\"a\\":2}"}',
  '{"A":1,"a":2}',
])('%s has no duplicate key', (text) => expect(hasDuplicateKeys(text)).toBe(false));

test.for(['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '[{"b":{"a":1,"c":[],"a":2}}]', '{"a":{},"a":[]}', '{"":1,"":2}'])(
  '%s has a duplicate key',
  (text) => expect(hasDuplicateKeys(text)).toBe(true),
);
