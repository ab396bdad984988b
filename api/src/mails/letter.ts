import { defaultTheme, Theme } from '@storeward/contract/settings/theme';
import { deviceParts } from '@storeward/contract/sessions';
import { deriveTokens, type Tokens } from '@storeward/contract/theme-tokens';
import type { Letter } from '../platform/mail.ts';
import type { MailFacts, TakenMail } from './queries.ts';
import { type Say, wordsIn } from './words.ts';

/** What every mail of this installation has in common: its public address, and whom mails come from. */
export type Letterhead = { readonly publicUrl: string; readonly from: string };

/** The parts of a mail in the order they are read. */
type Content = {
  readonly subject: string;
  readonly lead: string;
  readonly link?: { readonly to: string; readonly label: string; readonly before: string; readonly copy: string };
  readonly facts: readonly (readonly [string, string])[];
  readonly last: string;
};

/** Writes a mail out: in its reader's language and time, in the look of their portal, with links to that portal alone. */
export function letterOf(mail: TakenMail, facts: unknown, { publicUrl, from }: Letterhead): Letter {
  const { language, say } = wordsIn(mail.language);
  const portal = portalOf(publicUrl, mail.host);
  const who = { userName: plain(mail.userName), organisation: plain(mail.organisation) };
  const content = contents[mail.kind as keyof MailFacts](facts as never, {
    portal,
    userName: who.userName,
    say: (key, values) => say(key, { ...who, ...values }),
    time: (at) => momentFor(at, language, mail.timeZone),
  });
  const hello = say('mails.hello', { name: plain(mail.firstName) || who.userName });
  const reason = say('mails.reason', who);
  const page = {
    content,
    hello,
    reason,
    language,
    organisation: mail.organisation,
    portal,
    theme: themeOf(mail.theme),
  };
  return { id: mail.id, from, to: mail.to, subject: content.subject, text: textOf(page), html: htmlOf(page) };
}

/** Where links lead: the portal's own host with the scheme and port of the public address; no request has a say in it. */
function portalOf(publicUrl: string, host: string | null): string {
  const url = new URL(publicUrl);
  if (host !== null) url.hostname = host;
  return url.origin;
}

type Ink = {
  readonly portal: string;
  readonly userName: string;
  readonly say: Say;
  readonly time: (at: string) => string;
};

const contents: { readonly [K in keyof MailFacts]: (facts: MailFacts[K], ink: Ink) => Content } = {
  resetLink: ({ token, minutes }, { portal, say }) => ({
    subject: say('mails.resetLink.subject'),
    lead: say('mails.resetLink.lead'),
    link: {
      to: `${portal}/resetPassword/${token}`,
      label: say('mails.resetLink.button'),
      before: say('mails.resetLink.good', { minutes }),
      copy: say('mails.resetLink.copy'),
    },
    facts: [],
    last: say('mails.resetLink.ignore'),
  }),
  invitation: ({ token, days }, { portal, userName, say }) => ({
    subject: say('mails.invitation.subject'),
    lead: say('mails.invitation.lead'),
    link: {
      to: `${portal}/resetPassword/${token}`,
      label: say('mails.invitation.button'),
      before: say('mails.invitation.good', { days }),
      copy: say('mails.resetLink.copy'),
    },
    facts: [
      [say('mails.fact.userName'), userName],
      [say('mails.fact.portal'), `${portal}/`],
    ],
    last: say('mails.invitation.ignore'),
  }),
  firstPassword: ({ password, days }, { portal, userName, say }) => ({
    subject: say('mails.firstPassword.subject'),
    lead: say('mails.firstPassword.lead'),
    link: {
      to: `${portal}/login`,
      label: say('mails.firstPassword.button'),
      before: say('mails.firstPassword.good', { days }),
      copy: say('mails.resetLink.copy'),
    },
    facts: [
      [say('mails.fact.userName'), userName],
      [say('mails.fact.password'), password],
      [say('mails.fact.portal'), `${portal}/`],
    ],
    last: say('mails.firstPassword.ignore'),
  }),
  passwordChanged: (facts, ink) => ({
    subject: ink.say('mails.passwordChanged.subject'),
    lead: ink.say('mails.passwordChanged.lead'),
    facts: happened(facts, ink),
    last: ink.say('mails.notYou'),
  }),
  contactChanged: ({ what, at }, { say, time }) => ({
    subject: say('mails.contactChanged.subject'),
    lead: say(`mails.contactChanged.${what}`),
    facts: [[say('mails.fact.time'), time(at)]],
    last: say('mails.notYou'),
  }),
  newDevice: (facts, ink) => ({
    subject: ink.say('mails.newDevice.subject'),
    lead: ink.say('mails.newDevice.lead'),
    facts: happened(facts, ink),
    last: ink.say('mails.notYou'),
  }),
};

const happened = (
  { at, address, device }: { at: string; address: string; device: string },
  { say, time }: Ink,
): [string, string][] => [
  [say('mails.fact.time'), time(at)],
  [say('mails.fact.address'), address],
  [say('mails.fact.device'), deviceName(device)],
];

/** What a device calls itself, in the words its owner knows it by; as it stands where it is none of the usual ones. */
function deviceName(device: string): string {
  const { browser, system } = deviceParts(device);
  return browser && system ? `${browser} · ${system}` : device.slice(0, 120);
}

function momentFor(at: string, language: string, timeZone: string): string {
  const style = { dateStyle: 'long', timeStyle: 'long' } as const;
  try {
    return new Intl.DateTimeFormat(language, { ...style, timeZone }).format(new Date(at));
  } catch {
    return new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(new Date(at));
  }
}

/** A value that is no longer understood must not keep a mail from leaving. */
function themeOf(own: unknown): Theme {
  const parsed = Theme.safeParse({ ...defaultTheme, ...(own as object) });
  return parsed.success ? parsed.data : defaultTheme;
}

type Page = {
  readonly content: Content;
  readonly hello: string;
  readonly reason: string;
  readonly language: string;
  readonly organisation: string;
  readonly portal: string;
  readonly theme: Theme;
};

function textOf({ content: { lead, link, facts, last }, hello, reason }: Page): string {
  const parts = [
    hello,
    lead,
    ...(link ? [`${link.before}\n${link.to}`] : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${plain(value)}`).join('\n')] : []),
    last,
    `-- \n${reason}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const plain = (value: string) => value.replaceAll(/\p{Cc}+/gu, ' ');
const escaped = (text: string) => plain(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Tables and styles on each element, since mail programs know little else; the dark scheme for those that ask for it. */
function htmlOf({ content: { subject, lead, link, facts, last }, hello, reason, ...page }: Page): string {
  const { light, dark } = deriveTokens(page.theme);
  const paragraph = (text: string, name = 'text') =>
    `<p class="${name}" style="margin:0 0 16px;color:${light[name === 'text' ? '--text' : '--text-muted']}">${text}</p>`;
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="muted" style="padding:2px 16px 2px 0;white-space:nowrap;color:${light['--text-muted']};vertical-align:top">${escaped(name)}</td><td class="text" style="padding:2px 0;color:${light['--text']}">${escaped(value)}</td></tr>`,
  );
  const logo = page.theme.logoURL
    ? `<img src="${escaped(page.portal + page.theme.logoURL)}" alt="${escaped(page.organisation)}" height="40" style="display:block;height:40px;width:auto;max-width:240px;border:0">`
    : `<span class="text" style="font-size:18px;font-weight:600;color:${light['--text']}">${escaped(page.organisation)}</span>`;
  return `<!doctype html>
<html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>${inTheDark(dark)}</style></head>
<body class="canvas" style="margin:0;padding:0;background:${light['--canvas']}">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:${light['--canvas']}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${light['--surface']};border:1px solid ${light['--line']};border-radius:12px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;text-align:left">
<tr><td style="padding:24px 24px 0">${logo}</td></tr>
<tr><td style="padding:24px;overflow-wrap:anywhere">
<h1 class="text" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:${light['--text']}">${escaped(subject)}</h1>
${paragraph(escaped(hello))}
${paragraph(escaped(lead))}
${link ? linkOf(link, light, paragraph) : ''}${rows.length > 0 ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px">${rows.join('')}</table>\n` : ''}${paragraph(escaped(last))}
</td></tr>
<tr><td class="rule muted" style="padding:16px 24px;border-top:1px solid ${light['--line']};font-size:13px;color:${light['--text-muted']}">${escaped(reason)}</td></tr>
</table></td></tr></table></body></html>
`;
}

function linkOf(
  { to, label, before, copy }: NonNullable<Content['link']>,
  light: Tokens,
  paragraph: (text: string, name?: string) => string,
): string {
  return `${paragraph(escaped(before))}
<p style="margin:0 0 24px"><a class="button" href="${escaped(to)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${light['--primary']};color:${light['--on-primary']};font-weight:600;text-decoration:none">${escaped(label)}</a></p>
${paragraph(`${escaped(copy)}<br><a class="link" href="${escaped(to)}" style="color:${light['--primary-text']};word-break:break-all">${escaped(to)}</a>`, 'muted')}
`;
}

function inTheDark(dark: Tokens): string {
  const colours: readonly (readonly [string, string])[] = [
    ['.canvas', `background:${dark['--canvas']}!important`],
    ['.sheet', `background:${dark['--surface']}!important;border-color:${dark['--line']}!important`],
    ['.rule', `border-color:${dark['--line']}!important`],
    ['.text', `color:${dark['--text']}!important`],
    ['.muted', `color:${dark['--text-muted']}!important`],
    ['.link', `color:${dark['--primary-text']}!important`],
    ['.button', `background:${dark['--primary']}!important;color:${dark['--on-primary']}!important`],
  ];
  return `@media (prefers-color-scheme: dark){${colours.map(([what, how]) => `${what}{${how}}`).join('')}}`;
}
