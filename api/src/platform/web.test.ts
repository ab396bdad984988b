import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualFacts } from '@storeward/contract/portal';
import { afterAll, describe, expect, test } from 'vitest';
import { createServer } from './server.ts';
import { serveWeb } from './web.ts';

const folder = mkdtempSync(join(tmpdir(), 'storeward-web-'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Portal</title>');
const server = createServer();
await serveWeb(server, folder, usualFacts, (host) => Promise.resolve(host === 'kestrel.localhost'));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const ask = (host: string, headers: Record<string, string> = {}, url = '/users') =>
  server.inject({ url, headers: { host, ...headers } });

describe('a host without a portal', () => {
  test('tells a person so on a small page of its own', async () => {
    const answer = await ask('nobody.example:8080', browser);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.payload).toContain('No portal is served under this name');
    expect(answer.payload).toContain('<strong>nobody.example</strong>');
    const policy = String(answer.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-/);
    expect(answer.payload).toContain(`<style nonce="${nonce}">`);
    expect(answer.payload).not.toMatch(/src=|href=|url\(|<script|style="/);
  });

  test('says its name without running what is in it', async () => {
    const { payload } = await ask('<img/src=x onerror=alert(1)>', browser);
    expect(payload).toContain('<strong>&lt;img/src=x onerror=alert(1)&gt;</strong>');
    expect(payload).not.toContain('<img');
  });

  test('tells a program so in JSON', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const answer = await ask('nobody.example', headers);
      expect([answer.statusCode, answer.json().messageCode]).toEqual([404, 'tenant.unknown']);
    }
    const door = await ask('nobody.example', browser, '/user-management/users');
    expect(door.json()).toMatchObject({ messageCode: 'route.unknown' });
  });
});

test('a host with a portal gets its page', async () => {
  const answer = await ask('kestrel.localhost', browser);
  expect([answer.statusCode, answer.payload]).toEqual([200, '<!doctype html><title>Portal</title>']);
});
