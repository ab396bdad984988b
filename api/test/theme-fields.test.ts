import { defaultTheme, type Theme } from '@storeward/contract/settings/sections/theme';
import { expect, test } from 'vitest';
import { insertRow } from './builders.ts';
import { createRetailer, settingsUrl } from './retailer.ts';
import { startTestServer } from './server.ts';
import { newId } from '../src/platform/database/ids.ts';

const server = await startTestServer();

/** Values that break out of CSS, an attribute or a URL, or point to another host. */
const hostileValues = [
  'red',
  '#12345',
  '#1234567',
  '#GGGGGG',
  '#000000;}body{display:none',
  '#000000/**/',
  'url(https://evil.example/x)',
  'expression(alert(1))',
  'var(--x)',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'https://evil.example/logo.png',
  '//evil.example/logo.png',
  '/\\evil.example/logo.png',
  '\\\\evil.example\\logo.png',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '</style><script>alert(1)</script>',
  '${alert(1)}',
  '{{constructor.constructor("alert(1)")()}}',
  '14px;background:url(//evil.example)',
  '99px',
  '-1px',
  '14em',
  'Comic Sans',
  'Roboto;}*{color:red',
  '\u202Eevil',
  '/files/a b.webp',
  '/files/\u0000.webp',
  '@import "//evil.example"',
  'x'.repeat(5000),
  ['#000000'],
  { toString: '#000000' },
  true,
  0,
] as const;

const fields = Object.keys(defaultTheme) as (keyof Theme)[];

test('no theme field accepts a value that could inject CSS, scripts or foreign URLs', async () => {
  const { org, admin } = await createRetailer(server);
  const accepted: string[] = [];
  for (const field of fields)
    for (const value of hostileValues) {
      const sent =
        field === 'backgroundImage'
          ? { status: true, landscapeImage: value, portraitImage: null }
          : field === 'loginBoxPosition'
            ? { landscape: value, portrait: 'center' }
            : value;
      const { status } = await admin.put(settingsUrl(org, 'theme'), { fields: { [field]: { value: sent } } });
      if (status !== 400) accepted.push(`${field} takes ${JSON.stringify(value)}: ${status}`);
    }
  expect(accepted).toEqual([]);
  expect((await admin.get(settingsUrl(org, 'theme'))).body.result.version).toBe(0);
  expect(hostileValues.length * fields.length).toBeGreaterThan(800);
});

test('hostile values in the database do not reach a portal', async () => {
  const { org } = await createRetailer(server);
  for (const field of fields)
    await insertRow(server, 'setting_values', {
      id: newId(),
      org_id: org.id,
      node_id: org.id,
      tpath: org.tpath,
      section: 'theme',
      field,
      value: JSON.stringify('"><script>alert(1)</script>'),
      valid_from: '2026-01-01T00:00:00Z',
    });
  const { body, text } = await server.request({ url: '/node-management/node-theme', host: org.host });
  expect(body.result).toEqual(defaultTheme);
  expect(text).not.toContain('script');
});

test('a theme stores every field under its own name and its portal returns it', async () => {
  const { org, admin } = await createRetailer(server);
  const theme: Theme = {
    ...defaultTheme,
    logoURL: '/files/wide.webp',
    logoURLPortrait: '/files/tall.webp',
    backgroundImage: { status: true, landscapeImage: '/files/l.webp', portraitImage: '/files/p.webp' },
    loginBoxPosition: { landscape: 'left', portrait: 'top' },
    fontFamily: 'Georgia serif',
    fontSize: '16px',
    textColour: '#101010',
    backgroundColor: '#FEFEFE',
    neutralColour: '#888888',
    primaryColour: '#7A1FA2',
    contractPrimaryColour: '#FFFFFF',
    secondaryColour: '#445566',
    contractSecondaryColour: '#FEFEFE',
    warnColour: '#FFCC00',
    contractWarnColour: '#101010',
    successColour: '#0A7A0D',
    contrastSuccessColour: '#FFFFFF',
    errorColour: '#B01010',
    contrastErrorColour: '#FFFFFF',
    disabledColour: '#DDDDDD',
    contrastDisabledColour: '#111111',
    indentedBackground: '#F5F5F5',
  };
  const sent = Object.fromEntries(fields.map((field) => [field, { value: theme[field] }]));
  expect((await admin.put(settingsUrl(org, 'theme'), { fields: sent })).status).toBe(200);
  const { body } = await server.request({ url: '/node-management/node-theme', host: org.host });
  expect(body.result).toEqual(theme);
  const { body: configuration } = await admin.get(`/node-management/node/${org.id}/configuration`);
  expect(configuration.result.nodeThemeSetting).toEqual(theme);
});
