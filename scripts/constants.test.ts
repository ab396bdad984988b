import { join } from 'node:path';
import {
  customerIdMaxLength,
  customerIdPrefixMaxLength,
  displayNameMinLength,
  monitoring,
  productSearch,
  reportButtonMaxLength,
  sessionSeconds,
} from '../contract/src/limits.ts';
import { imageSizeLimit, videoSizeLimit } from '../contract/src/media-types.ts';
import { pageSizes } from '../contract/src/paging.ts';
import { passwordMinimum } from '../contract/src/passwords.ts';
import { chinaSuffix } from '../contract/src/runtime-configuration.ts';
import { userTemplateName } from '../contract/src/user-import.ts';
import { expect, test } from 'vitest';
import { readTree } from './check-structure.ts';

const sources = [...readTree(join(import.meta.dirname, '..'))].filter(
  ([path]) => /^(contract|api|web)\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
);

/** The files of the product whose code matches; comments and texts of errors may name a value. */
const filesWith = (pattern: RegExp): string[] =>
  sources.flatMap(([path, source]) =>
    !path.endsWith('errors.ts') && pattern.test(source.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')) ? [path] : [],
  );

test.for<[string, unknown, unknown]>([
  ['sessionSeconds', sessionSeconds, { idle: 2400, idleInPreProduction: 7200, warning: 300, keepAlive: 3300 }],
  ['passwordMinimum', passwordMinimum, 6],
  ['pageSizes', pageSizes, [5, 10, 25, 50, 100]],
  ['productSearch', productSearch, { skuLength: 3, nameLength: 2, pauseMs: 300, limit: 10 }],
  ['imageSizeLimit', imageSizeLimit, 6_291_456],
  ['videoSizeLimit', videoSizeLimit, 52_428_800],
  ['reportButtonMaxLength', reportButtonMaxLength, 30],
  ['displayNameMinLength', displayNameMinLength, 5],
  ['customerIdPrefixMaxLength', customerIdPrefixMaxLength, 5],
  ['customerIdMaxLength', customerIdMaxLength, 9],
  ['chinaSuffix', chinaSuffix, '.cn'],
  ['userTemplateName', userTemplateName, 'Users'],
  ['monitoring', monitoring, { sessionSampleRate: 100, sessionReplaySampleRate: 20, maskInput: true }],
])('the constant %s has the specified value and is used elsewhere by its name', ([name, value, specified]) => {
  expect(value).toEqual(specified);
  const files = filesWith(new RegExp(`\\b${name}\\b`));
  const home = filesWith(new RegExp(`\\bexport const ${name}\\b`));
  expect(home).toHaveLength(1);
  expect(files.length).toBeGreaterThan(1);
});

test.for<[string, RegExp, string]>([
  ['a session time', /\b(2_?400|7_?200|3_?300)\b/, 'contract/src/limits.ts'],
  ['the China suffix', /['"`]\.cn['"`]/, 'contract/src/runtime-configuration.ts'],
  ['the list of page sizes', /\b5, 10, 25, 50, 100\b/, 'contract/src/paging.ts'],
  [
    'a limit of media in bytes',
    /\b(6|50) \* 1024 \* 1024\b|\b(6_?291_?456|52_?428_?800)\b/,
    'contract/src/media-types.ts',
  ],
  ['a rate of monitoring', /sample-?rate['"]?[:=]/i, 'contract/src/limits.ts'],
])('%s is written in one file of the product only', ([, pattern, home]) => {
  expect(filesWith(pattern)).toEqual([home]);
});
