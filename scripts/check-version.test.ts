import { expect, test } from 'vitest';
import { versionErrors } from './check-version.ts';

const released = {
  version: '1.2.0',
  others: { 'package-lock.json': '1.2.0', 'api/package.json': '1.2.0' },
  tags: ['v1.2.0'],
  changelog: '# Changelog\n\n## 1.2.0\n\n2026-12-01\n\n## 1.1.0\n\nNot released yet.\n',
};
const unreleased = '# Changelog\n\n## 1.2.0\n\nNot released yet.\n';

test('accepts a commit without tags, with other tags, and with the tag of its version', () => {
  expect(versionErrors(released)).toEqual([]);
  expect(versionErrors({ ...released, tags: ['', 'demo', 'vendor'], changelog: unreleased })).toEqual([]);
});

test.for(['v1.2.1', 'v1.2', 'v1.2.0-rc.1', 'v01.2.0', 'v2'])('refuses the tag %s on version 1.2.0', (tag) => {
  expect(versionErrors({ ...released, tags: [tag] })).toEqual([
    `the tag ${tag} is on a commit of version 1.2.0; change package.json first, and tag that commit`,
  ]);
});

test('refuses a second tag of another version', () => {
  expect(versionErrors({ ...released, tags: ['v1.2.0', 'v1.3.0'] })).toHaveLength(1);
});

test('refuses a package of another version', () => {
  expect(versionErrors({ ...released, others: { 'api/package.json': '1.1.0' } })).toEqual([
    'api/package.json has version 1.1.0 instead of 1.2.0, that of package.json',
  ]);
});

test('refuses a tag while the changelog says that the version is not released', () => {
  expect(versionErrors({ ...released, changelog: unreleased })).toEqual([
    expect.stringContaining('CHANGELOG.md says that 1.2.0 is not released yet'),
  ]);
});
