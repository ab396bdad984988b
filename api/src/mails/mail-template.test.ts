import { readdirSync, readFileSync } from 'node:fs';
import { lowestContrast } from '@storeward/contract/colours';
import { languages } from '@storeward/contract/reference';
import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { describe, expect, test } from 'vitest';
import { renderMail } from './mail-template.ts';
import type { MailVariables, ClaimedMail } from './queries.ts';

const settings = {
  publicUrl: 'https://portal.example.com:8443',
  from: 'no-reply@portal.example.com',
  dateLocale: 'en-GB',
};
const event = { at: '2026-11-21T20:30:12.000Z', address: '192.0.2.7', device: 'Firefox on Linux' };
const variables: MailVariables = {
  resetLink: { token: 'T'.repeat(43), minutes: 30 },
  invitation: { token: 'I'.repeat(43), days: 7 },
  firstPassword: { password: 'k7mqx-9tzpw-h4vbr-2ncdf', days: 7 },
  passwordChanged: event,
  contactChanged: { what: 'emailId', at: event.at },
  emailConfirmation: { token: 'C'.repeat(43), address: 'new@mail.example', days: 7 },
  emailChange: { token: 'D'.repeat(43), address: 'new@mail.example', byOwner: false, days: 7 },
  newDevice: event,
};
const kinds = Object.keys(variables) as (keyof MailVariables)[];

const render = (kind: keyof MailVariables, mail: Partial<ClaimedMail> = {}, mailVariables: unknown = variables[kind]) =>
  renderMail(
    {
      id: '01900000-0000-7000-8000-000000000009',
      kind,
      to: 'ada@mail.example',
      userName: 'ada@acorn.example',
      firstName: 'Ada',
      language: 'en',
      timeZone: 'Asia/Tokyo',
      organisation: 'Acorn Sports',
      host: 'acorn.example.com',
      theme: {},
      dateLocales: [],
      ...mail,
    },
    mailVariables,
    settings,
  );
const linksOf = (text: string) => [...text.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);

describe.for(kinds)('a mail of kind %s', (kind) => {
  test.for(languages)('is complete in %s and names user and organisation', (language) => {
    const { subject, text, html } = render(kind, { language });
    expect(subject).toMatch(/\S/);
    expect(html).toContain(`<html lang="${language}">`);
    for (const content of [text, html]) {
      expect(content).toContain('Acorn Sports');
      expect(content).toContain('ada@acorn.example');
      expect(content).not.toMatch(/\{\w+\}|undefined|mails\./);
    }
  });

  test('has a different subject in each language', () => {
    expect(new Set(languages.map((language) => render(kind, { language }).subject)).size).toBe(languages.length);
  });

  test('falls back to English for an unsupported language', () => {
    expect(render(kind, { language: 'pt-BR' }).subject).toBe(render(kind).subject);
  });

  test('contains no URL except those of the portal', () => {
    const { text, html } = render(kind, { theme: { logoURL: '/files/acorn/logo.png' } });
    for (const link of [...linksOf(text), ...linksOf(html)])
      expect(link).toMatch(/^https:\/\/acorn\.example\.com:8443\//);
    expect([...html.matchAll(/(?:src|href)="([^"]+)"/g)].length).toBeGreaterThan(0);
    expect(html).toContain('src="https://acorn.example.com:8443/files/acorn/logo.png"');
    expect(html).not.toMatch(/<script|@import|url\(|<link|<iframe/i);
  });

  test('escapes every value as text', () => {
    const hostileText = `<img src=x onerror=alert(1)>"'&\r\nBcc: thief@mail.example`;
    const { html, text, subject } = render(
      kind,
      { firstName: hostileText, userName: hostileText, organisation: hostileText },
      kind === 'passwordChanged' || kind === 'newDevice'
        ? { ...event, address: hostileText, device: hostileText }
        : variables[kind],
    );
    expect(html).not.toContain('<img');
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;');
    expect(text).not.toMatch(/^Bcc:/m);
    expect(subject).not.toMatch(/\p{Cc}/u);
  });

  test('has sufficient contrast in light and dark for any theme', () => {
    for (const primaryColour of ['#FFFF00', '#000000', '#FFFFFF', '#E2231A']) {
      const { html } = render(kind, { theme: { ...defaultTheme, primaryColour } });
      const dark = /prefers-color-scheme: dark\)\{(.*)\}<\/style>/.exec(html)![1]!;
      const darkColourOf = (name: string, what: string) =>
        new RegExp(`\\.${name}\\{[^}]*?(?<![-\\w])${what}:(#\\w{6})`).exec(dark)![1]!;
      expect(
        lowestContrast(darkColourOf('text', 'color'), [darkColourOf('sheet', 'background')]),
      ).toBeGreaterThanOrEqual(7);
      expect(
        lowestContrast(darkColourOf('button', 'color'), [darkColourOf('button', 'background')]),
      ).toBeGreaterThanOrEqual(4.5);
      const sheet = /class="sheet"[^>]*?background:(#\w{6})/.exec(html)![1]!;
      for (const [, colour] of html.matchAll(/class="(?:text|muted|link)" [^>]*?(?<!-)color:(#\w{6})/g))
        expect(lowestContrast(colour!, [sheet])).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('a reset mail links to the reset page in text and HTML', () => {
  const { text, html } = render('resetLink');
  const link = `https://acorn.example.com:8443/resetPassword/${'T'.repeat(43)}`;
  expect(linksOf(text)).toEqual([link]);
  expect(new Set(linksOf(html))).toEqual(new Set([link]));
});

test('links of platform mails use the public URL', () => {
  expect(linksOf(render('resetLink', { host: null }).text)[0]).toMatch(/^https:\/\/portal\.example\.com:8443\//);
});

test('times are formatted in the recipient’s time zone', () => {
  expect(render('passwordChanged').text).toMatch(/22 November 2026 at 05:30/);
  expect(render('passwordChanged', { language: 'de', timeZone: 'Europe/Berlin' }).text).toMatch(
    /21\. November 2026 um 21:30/,
  );
  expect(render('passwordChanged', { timeZone: 'Mars/Olympus' }).text).toMatch(/21 November 2026/);
});

test('an English mail has the date order of its reader’s node, and 24 hours', () => {
  const dateLocales = [{ node: 'org', value: 'en-US', mode: 'free' }] as const;
  expect(render('passwordChanged', { dateLocales }).text).toMatch(/November 22, 2026 at 05:30/);
  expect(render('passwordChanged', { dateLocales, language: 'de' }).text).toMatch(/22\. November 2026 um 05:30/);
});

test.for([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Chrome · Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    'Safari · iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · macOS'],
  ['stock-robot/7', 'stock-robot/7'],
] as const)('the user agent %s is shown as %s', ([device, name]) => {
  expect(render('newDevice', {}, { ...event, device }).text).toContain(`Device: ${name}\n`);
});

test('an invalid stored theme falls back to the default theme', () => {
  expect(render('resetLink', { theme: { primaryColour: 'red' } }).html).toBe(render('resetLink').html);
});

test('each kind of contact change has its own text', () => {
  const changes = ['emailId', 'phoneNumber', 'secretWord'] as const;
  const texts = changes.map((what) => render('contactChanged', {}, { what, at: event.at }).text);
  expect(new Set(texts).size).toBe(changes.length);
});

test('every mail phrase is used', () => {
  const phrases = JSON.parse(readFileSync(new URL('phrases/en.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
  const sources = readdirSync(new URL('./', import.meta.url))
    .filter((name) => name === 'mail-template.ts')
    .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
    .join('');
  for (const key of Object.keys(phrases))
    expect(
      sources.includes(`'${key}'`) || /^mails\.(contactChanged|emailChange)\./.test(key) ? key : `${key} is unused`,
    ).toBe(key);
});
