import { readdirSync, readFileSync } from 'node:fs';
import { lowestContrast } from '@storeward/contract/colours';
import { languages } from '@storeward/contract/reference';
import { defaultTheme } from '@storeward/contract/settings/theme';
import { describe, expect, test } from 'vitest';
import { letterOf } from './letter.ts';
import type { MailFacts, TakenMail } from './queries.ts';

const letterhead = { publicUrl: 'https://portal.example.com:8443', from: 'no-reply@portal.example.com' };
const happened = { at: '2026-11-21T20:30:12.000Z', address: '192.0.2.7', device: 'Firefox on Linux' };
const facts: MailFacts = {
  resetLink: { token: 'T'.repeat(43), minutes: 30 },
  invitation: { token: 'I'.repeat(43), days: 7 },
  firstPassword: { password: 'k7mqx-9tzpw-h4vbr-2ncdf', days: 7 },
  passwordChanged: happened,
  contactChanged: { what: 'emailId', at: happened.at },
  newDevice: happened,
};
const kinds = Object.keys(facts) as (keyof MailFacts)[];

const written = (kind: keyof MailFacts, mail: Partial<TakenMail> = {}, about: unknown = facts[kind]) =>
  letterOf(
    {
      id: '01900000-0000-7000-8000-000000000009',
      kind,
      to: 'ada@mail.example',
      sealed: null,
      userName: 'ada@acorn.example',
      firstName: 'Ada',
      language: 'en',
      timeZone: 'Asia/Tokyo',
      organisation: 'Acorn Sports',
      host: 'acorn.example.com',
      theme: {},
      ...mail,
    },
    about,
    letterhead,
  );
const linksOf = (text: string) => [...text.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);

describe.for(kinds)('a mail of the kind %s', (kind) => {
  test.for(languages)('is whole in %s, and names person and organisation', (language) => {
    const { subject, text, html } = written(kind, { language });
    expect(subject).toMatch(/\S/);
    expect(html).toContain(`<html lang="${language}">`);
    for (const words of [text, html]) {
      expect(words).toContain('Acorn Sports');
      expect(words).toContain('ada@acorn.example');
      expect(words).not.toMatch(/\{\w+\}|undefined|mails\./);
    }
  });

  test('differs from language to language', () => {
    expect(new Set(languages.map((language) => written(kind, { language }).subject)).size).toBe(languages.length);
  });

  test('falls back to English for a language that is none of ours', () => {
    expect(written(kind, { language: 'pt-BR' }).subject).toBe(written(kind).subject);
  });

  test('holds no address but the portal’s own', () => {
    const { text, html } = written(kind, { theme: { logoURL: '/files/acorn/logo.png' } });
    for (const link of [...linksOf(text), ...linksOf(html)])
      expect(link).toMatch(/^https:\/\/acorn\.example\.com:8443\//);
    expect([...html.matchAll(/(?:src|href)="([^"]+)"/g)].length).toBeGreaterThan(0);
    expect(html).toContain('src="https://acorn.example.com:8443/files/acorn/logo.png"');
    expect(html).not.toMatch(/<script|@import|url\(|<link|<iframe/i);
  });

  test('shows every value as text, whatever signs are in it', () => {
    const nasty = `<img src=x onerror=alert(1)>"'&\r\nBcc: thief@mail.example`;
    const { html, text, subject } = written(
      kind,
      { firstName: nasty, userName: nasty, organisation: nasty },
      kind === 'passwordChanged' || kind === 'newDevice' ? { ...happened, address: nasty, device: nasty } : facts[kind],
    );
    expect(html).not.toContain('<img');
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;');
    expect(text).not.toMatch(/^Bcc:/m);
    expect(subject).not.toMatch(/\p{Cc}/u);
  });

  test('can be read in light and dark, whatever the theme', () => {
    for (const primaryColour of ['#FFFF00', '#000000', '#FFFFFF', '#E2231A']) {
      const { html } = written(kind, { theme: { ...defaultTheme, primaryColour } });
      const dark = /prefers-color-scheme: dark\)\{(.*)\}<\/style>/.exec(html)![1]!;
      const darkOf = (name: string, what: string) =>
        new RegExp(`\\.${name}\\{[^}]*?(?<![-\\w])${what}:(#\\w{6})`).exec(dark)![1]!;
      expect(lowestContrast(darkOf('text', 'color'), [darkOf('sheet', 'background')])).toBeGreaterThanOrEqual(7);
      expect(lowestContrast(darkOf('button', 'color'), [darkOf('button', 'background')])).toBeGreaterThanOrEqual(4.5);
      const sheet = /class="sheet"[^>]*?background:(#\w{6})/.exec(html)![1]!;
      for (const [, colour] of html.matchAll(/class="(?:text|muted|link)" [^>]*?(?<!-)color:(#\w{6})/g))
        expect(lowestContrast(colour!, [sheet])).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('the link of a reset leads to the page of the reset, in both parts', () => {
  const { text, html } = written('resetLink');
  const link = `https://acorn.example.com:8443/resetPassword/${'T'.repeat(43)}`;
  expect(linksOf(text)).toEqual([link]);
  expect(new Set(linksOf(html))).toEqual(new Set([link]));
});

test('links of the platform lead to the public address itself', () => {
  expect(linksOf(written('resetLink', { host: null }).text)[0]).toMatch(/^https:\/\/portal\.example\.com:8443\//);
});

test('times are told in the reader’s own zone', () => {
  expect(written('passwordChanged').text).toMatch(/November 22, 2026/);
  expect(written('passwordChanged', { language: 'de', timeZone: 'Europe/Berlin' }).text).toMatch(
    /21\. November 2026 um 21:30/,
  );
  expect(written('passwordChanged', { timeZone: 'Mars/Olympus' }).text).toMatch(/November 21, 2026/);
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
] as const)('%s is told as %s', ([device, name]) => {
  expect(written('newDevice', {}, { ...happened, device }).text).toContain(`Device: ${name}\n`);
});

test('a theme that is no longer understood keeps no mail from leaving', () => {
  expect(written('resetLink', { theme: { primaryColour: 'red' } }).html).toBe(written('resetLink').html);
});

test('each change of contact has words of its own', () => {
  const changes = ['emailId', 'phoneNumber', 'secretWord'] as const;
  const texts = changes.map((what) => written('contactChanged', {}, { what, at: happened.at }).text);
  expect(new Set(texts).size).toBe(changes.length);
});

test('no phrase of the mails is unused', () => {
  const phrases = JSON.parse(readFileSync(new URL('phrases/en.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
  const sources = readdirSync(new URL('.', import.meta.url))
    .filter((name) => name === 'letter.ts')
    .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
    .join('');
  for (const key of Object.keys(phrases))
    expect(sources.includes(`'${key}'`) || key.startsWith('mails.contactChanged.') ? key : `${key} is unused`).toBe(
      key,
    );
});
