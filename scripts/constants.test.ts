import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  customerIdMaxLength,
  customerIdPrefixMaxLength,
  displayNameMinLength,
  monitoring,
  productSearch,
  reportButtonMaxLength,
  sessionSeconds,
  shownOrganisations,
} from '../contract/src/limits.ts';
import { imageSizeLimit, portraitImage, portraitRatio, videoSizeLimit } from '../contract/src/media-types.ts';
import { pageSizes } from '../contract/src/paging.ts';
import { passwordMinimum } from '../contract/src/passwords.ts';
import { chinaSuffix } from '../contract/src/runtime-configuration.ts';
import { maxSelectedSkus } from '../contract/src/settings/kinds/sku-selection.ts';
import { userTemplate } from '../contract/src/users/user-import.ts';
import { expect, test } from 'vitest';
import { readTree } from './check-structure.ts';

const root = join(import.meta.dirname, '..');
const styleSheets = globSync('web/src/**/*.css', { cwd: root });
const sources: [path: string, source: string][] = [
  ...[...readTree(root)].filter(
    ([path]) => /^(contract|api|web)\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  ),
  ...styleSheets.map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')]),
];

/** The files of the product whose code matches; comments and texts of errors may name a value. */
const filesWith = (pattern: RegExp): string[] =>
  sources.flatMap(([path, source]) =>
    !path.endsWith('errors.ts') && pattern.test(source.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')) ? [path] : [],
  );

test.for<[string, unknown, unknown]>([
  ['sessionSeconds', sessionSeconds, { idle: 2400, idleInPreProduction: 7200, warning: 300, keepAlive: 3300 }],
  ['passwordMinimum', passwordMinimum, 6],
  ['pageSizes', pageSizes, [5, 10, 25, 50, 100]],
  ['maxSelectedSkus', maxSelectedSkus, 2],
  ['productSearch', productSearch, { skuLength: 3, nameLength: 2, pauseMs: 300, limit: 10 }],
  ['imageSizeLimit', imageSizeLimit, 6_291_456],
  ['portraitRatio', portraitRatio, 0.75],
  ['portraitImage', portraitImage, { ratio: 0.75, minWidth: 600 }],
  ['videoSizeLimit', videoSizeLimit, 52_428_800],
  ['reportButtonMaxLength', reportButtonMaxLength, 30],
  ['displayNameMinLength', displayNameMinLength, 5],
  ['customerIdPrefixMaxLength', customerIdPrefixMaxLength, 5],
  ['customerIdMaxLength', customerIdMaxLength, 9],
  ['shownOrganisations', shownOrganisations, { search: '', sort: 'createdDate:desc', page: 0, size: 100 }],
  ['chinaSuffix', chinaSuffix, '.cn'],
  ['userTemplate', userTemplate, { name: 'Users', extension: 'csv', contentType: 'text/csv' }],
  ['monitoring', monitoring, { sessionSampleRate: 100, sessionReplaySampleRate: 20, maskInput: true }],
])('the constant %s has the specified value and is used elsewhere by its name', ([name, value, specified]) => {
  expect(value).toEqual(specified);
  const files = filesWith(new RegExp(`\\b${name}\\b`));
  const home = filesWith(new RegExp(`\\bexport const ${name}\\b`));
  expect(home).toHaveLength(1);
  expect(files.length).toBeGreaterThan(1);
});

const tokens = 'web/src/platform/theme/tokens.css';

test.for([
  ['sign-in form', '--sign-in-w', '420px'],
  ['idle warning', '--idle-w', '350px'],
  ['confirmation dialog', '--confirm-w', '25vw'],
  ['product image', '--product-image', '120px'],
] as const)(
  'the size of the %s is the token %s with the specified value %s, and used by its name',
  ([, name, value]) => {
    expect(filesWith(new RegExp(`${name}:`))).toEqual([tokens]);
    expect(filesWith(new RegExp(`^ *${name}: ${value};$`, 'm'))).toEqual([tokens]);
    expect(filesWith(new RegExp(`var\\(${name}\\)`))).not.toEqual([]);
  },
);

test('the button to the top appears from the specified threshold on', () => {
  expect(filesWith(/\bgoToTopThreshold\b/)).toEqual(['web/src/app/shell/go-to-top.tsx']);
  expect(filesWith(/\bconst goToTopThreshold = 20;/)).toEqual(['web/src/app/shell/go-to-top.tsx']);
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
  ['the format of portraits', /\b3 \/ 4\b|\b0\.75;|minWidth: 600/, 'contract/src/media-types.ts'],
  ['a rate of monitoring', /sample-?rate['"]?[:=]/i, 'contract/src/limits.ts'],
  ['the request for organisations', /\bsize: 100 \}|'createdDate:desc', page/, 'contract/src/limits.ts'],
  ['the pause of a product search', /pauseMs: /, 'contract/src/limits.ts'],
  ['the name of the template of users', /name: 'Users'/, 'contract/src/users/user-import.ts'],
  ['the width of the sign-in form', /\b420px\b/, tokens],
  ['the width of the idle warning', /\b350px\b|\{350\}/, tokens],
  ['the size of a product image', /\b120px\b|\{120\}/, tokens],
])('%s is written in one file of the product only', ([, pattern, home]) => {
  expect(filesWith(pattern)).toEqual([home]);
});
