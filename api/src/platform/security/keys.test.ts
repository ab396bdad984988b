import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKey, parseKey, secretKey } from './keys.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'storeward keys é '));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

const made = () => secretKey({ dataDir, secretKey: undefined });

test('the key of an embedded installation is generated once and reused afterwards', () => {
  const first = made();
  expect(first).toHaveLength(32);
  expect(Buffer.from(made()).equals(first)).toBe(true);
});

test('the key file is readable by its owner only', () => {
  made();
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
});

test('a configured key is used as is and nothing is written', () => {
  const configured = new Uint8Array(32).fill(7);
  expect(secretKey({ dataDir, secretKey: configured })).toBe(configured);
  expect(() => readFileSync(join(dataDir, 'secret.key'))).toThrow('ENOENT');
});

test('a damaged key file is rejected, never replaced', () => {
  writeFileSync(join(dataDir, 'secret.key'), 'half a k');
  expect(made).toThrow('does not hold a key');
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe('half a k');
});

test('parses keys in hexadecimal, base64 and base64url, and rejects shorter ones', () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));
  for (const form of ['hex', 'base64', 'base64url'] as const) {
    expect(Buffer.from(parseKey(bytes.toString(form)) ?? []).equals(bytes)).toBe(true);
  }
  expect(parseKey(bytes.subarray(1).toString('base64'))).toBeUndefined();
});

test('derives a different key for each purpose, deterministically', () => {
  const secret = made();
  expect(deriveKey(secret, 'tokens')).toEqual(deriveKey(secret, 'tokens'));
  expect(deriveKey(secret, 'tokens')).not.toEqual(deriveKey(secret, 'database'));
  expect(deriveKey(secret, 'tokens')).toHaveLength(32);
});

test('says what to do when the data folder is a file', () => {
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  expect(() => secretKey({ dataDir: file, secretKey: undefined })).toThrow(/is not a folder.*set DATA_DIR/);
});
