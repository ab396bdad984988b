import { localeForDates } from '@storeward/contract/runtime-configuration';
import { effectiveDateLocale } from '@storeward/contract/settings/sections/dates';
import { defaultTheme, Theme } from '@storeward/contract/settings/sections/theme';
import { parseUserAgent } from '@storeward/contract/sessions';
import { deriveTokens, type Tokens } from '@storeward/contract/themes/theme-tokens';
import type { MailMessage } from '../platform/mail/mail-transport.ts';
import type { MailVariables, ClaimedMail } from './queries.ts';
import { type Translate, mailPhrases } from './phrases.ts';

/** Settings of the installation: its public URL, the sender address, and the default date locale. */
export type MailSettings = { readonly publicUrl: string; readonly from: string; readonly dateLocale: string };

type MailToRender = Omit<ClaimedMail, 'orgId' | 'userId' | 'encryptedVariables' | 'unbound'>;

type MailContent = {
  readonly subject: string;
  readonly lead: string;
  readonly link?: { readonly to: string; readonly label: string; readonly intro: string; readonly copyHint: string };
  readonly details: readonly (readonly [string, string])[];
  readonly closing: string;
};

/** Renders a mail as text and HTML in the recipient's language, date order and time zone, with the theme and URL of their portal. */
export function renderMail(
  mail: MailToRender,
  variables: unknown,
  { publicUrl, from, dateLocale }: MailSettings,
): MailMessage {
  const { language, translate } = mailPhrases(mail.language);
  const portal = portalUrl(publicUrl, mail.host);
  const nameValues = {
    userName: withoutControlCharacters(mail.userName),
    organisation: withoutControlCharacters(mail.organisation),
  };
  const locale = localeForDates(language, effectiveDateLocale(mail.dateLocales, dateLocale));
  const content = templates[mail.kind](variables as never, {
    portal,
    userName: nameValues.userName,
    translate: (key, values) => translate(key, { ...nameValues, ...values }),
    formatTime: (at) => formatTimestamp(at, locale, mail.timeZone),
  });
  const greeting = translate('mails.hello', { name: withoutLinks(mail.firstName) || withoutLinks(mail.userName) });
  const reason = translate('mails.reason', nameValues);
  const page = {
    content,
    greeting,
    reason,
    language,
    organisation: mail.organisation,
    portal,
    theme: parseTheme(mail.theme),
  };
  return { id: mail.id, from, to: mail.to, subject: content.subject, text: renderText(page), html: renderHtml(page) };
}

/** The portal's host with scheme and port of the public URL; never taken from a request's Host header. */
function portalUrl(publicUrl: string, host: string | null): string {
  const url = new URL(publicUrl);
  if (host !== null) url.hostname = host;
  return url.origin;
}

type TemplateContext = {
  readonly portal: string;
  readonly userName: string;
  readonly translate: Translate;
  readonly formatTime: (at: string) => string;
};

const templates: {
  readonly [K in keyof MailVariables]: (variables: MailVariables[K], context: TemplateContext) => MailContent;
} = {
  resetLink: ({ token, minutes }, { portal, translate }) => ({
    subject: translate('mails.resetLink.subject'),
    lead: translate('mails.resetLink.lead'),
    link: {
      to: `${portal}/resetPassword/${token}`,
      label: translate('mails.resetLink.button'),
      intro: translate('mails.resetLink.good', { minutes }),
      copyHint: translate('mails.resetLink.copy'),
    },
    details: [],
    closing: translate('mails.resetLink.ignore'),
  }),
  invitation: ({ token, days }, { portal, userName, translate }) => ({
    subject: translate('mails.invitation.subject'),
    lead: translate('mails.invitation.lead'),
    link: {
      to: `${portal}/resetPassword/${token}`,
      label: translate('mails.invitation.button'),
      intro: translate('mails.invitation.good', { days }),
      copyHint: translate('mails.resetLink.copy'),
    },
    details: [
      [translate('mails.fact.userName'), userName],
      [translate('mails.fact.portal'), `${portal}/`],
    ],
    closing: translate('mails.invitation.ignore'),
  }),
  firstPassword: ({ password, days }, { portal, userName, translate }) => ({
    subject: translate('mails.firstPassword.subject'),
    lead: translate('mails.firstPassword.lead'),
    link: {
      to: `${portal}/login`,
      label: translate('mails.firstPassword.button'),
      intro: translate('mails.firstPassword.good', { days }),
      copyHint: translate('mails.resetLink.copy'),
    },
    details: [
      [translate('mails.fact.userName'), userName],
      [translate('mails.fact.password'), password],
      [translate('mails.fact.portal'), `${portal}/`],
    ],
    closing: translate('mails.firstPassword.ignore'),
  }),
  passwordChanged: (variables, context) => ({
    subject: context.translate('mails.passwordChanged.subject'),
    lead: context.translate('mails.passwordChanged.lead'),
    details: eventDetails(variables, context),
    closing: context.translate('mails.notYou'),
  }),
  contactChanged: ({ what, at }, { translate, formatTime }) => ({
    subject: translate('mails.contactChanged.subject'),
    lead: translate(`mails.contactChanged.${what}`),
    details: [[translate('mails.fact.time'), formatTime(at)]],
    closing: translate('mails.notYou'),
  }),
  emailConfirmation: ({ token, address, days }, { portal, translate }) => ({
    subject: translate('mails.emailConfirmation.subject'),
    lead: translate('mails.emailConfirmation.lead', { address }),
    link: {
      to: `${portal}/confirmEmail/${token}`,
      label: translate('mails.emailConfirmation.button'),
      intro: translate('mails.emailConfirmation.good', { days }),
      copyHint: translate('mails.resetLink.copy'),
    },
    details: [],
    closing: translate('mails.emailConfirmation.ignore'),
  }),
  emailChange: ({ token, address, byOwner, days }, { portal, translate }) => {
    const who = byOwner ? 'own' : 'other';
    return {
      subject: translate('mails.emailChange.subject'),
      lead: translate(`mails.emailChange.${who}`, { address }),
      link: {
        to: `${portal}/confirmEmail/${token}`,
        label: translate('mails.emailChange.button'),
        intro: translate(`mails.emailChange.${who}Next`, { days }),
        copyHint: translate('mails.resetLink.copy'),
      },
      details: [[translate('mails.fact.newAddress'), address]],
      closing: translate(`mails.emailChange.${who}Closing`),
    };
  },
  newDevice: (variables, context) => ({
    subject: context.translate('mails.newDevice.subject'),
    lead: context.translate('mails.newDevice.lead'),
    details: eventDetails(variables, context),
    closing: context.translate('mails.notYou'),
  }),
};

const eventDetails = (
  { at, address, device }: { at: string; address: string; device: string },
  { translate, formatTime }: TemplateContext,
): [string, string][] => [
  [translate('mails.fact.time'), formatTime(at)],
  [translate('mails.fact.address'), address],
  [translate('mails.fact.device'), deviceName(device)],
];

/** Browser and system of a user agent, or the start of the raw string if they are unknown. */
function deviceName(device: string): string {
  const { browser, system } = parseUserAgent(device);
  return browser && system ? `${browser} · ${system}` : device.slice(0, 120);
}

function formatTimestamp(at: string, locale: string, timeZone: string): string {
  const style = { dateStyle: 'long', timeStyle: 'long', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat(locale, { ...style, timeZone }).format(new Date(at));
  } catch {
    return new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(new Date(at));
  }
}

/** Falls back to the default theme: a stored value that no longer parses must not block a mail. */
function parseTheme(stored: unknown): Theme {
  const parsed = Theme.safeParse({ ...defaultTheme, ...(stored as object) });
  return parsed.success ? parsed.data : defaultTheme;
}

type MailPage = {
  readonly content: MailContent;
  readonly greeting: string;
  readonly reason: string;
  readonly language: string;
  readonly organisation: string;
  readonly portal: string;
  readonly theme: Theme;
};

function renderText({ content: { lead, link, details, closing }, greeting, reason }: MailPage): string {
  const parts = [
    greeting,
    lead,
    ...(link ? [`${link.intro}\n${link.to}`] : []),
    ...(details.length > 0
      ? [details.map(([name, value]) => `${name}: ${withoutControlCharacters(value)}`).join('\n')]
      : []),
    closing,
    `-- \n${reason}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const withoutControlCharacters = (value: string) => value.replaceAll(/\p{Cc}+/gu, ' ');
/** A name that no mail program turns into a link: names stored before they were checked may contain addresses. */
const withoutLinks = (name: string) =>
  withoutControlCharacters(name)
    .replaceAll(/:\/\/|@|\.(?=[\p{L}\p{N}-]{2})/gu, ' ')
    .trim();
const escapeHtml = (text: string) =>
  withoutControlCharacters(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Uses table layout and inline styles, which mail clients support; the dark colour scheme by media query. */
function renderHtml({
  content: { subject, lead, link, details, closing },
  greeting,
  reason,
  ...page
}: MailPage): string {
  const { light, dark } = deriveTokens(page.theme);
  const paragraph = (text: string, name = 'text') =>
    `<p class="${name}" style="margin:0 0 16px;color:${light[name === 'text' ? '--text' : '--text-muted']}">${text}</p>`;
  const rows = details.map(
    ([name, value]) =>
      `<tr><td class="muted" style="padding:2px 16px 2px 0;white-space:nowrap;color:${light['--text-muted']};vertical-align:top">${escapeHtml(name)}</td><td class="text" style="padding:2px 0;color:${light['--text']}">${escapeHtml(value)}</td></tr>`,
  );
  const logo = page.theme.logoURL
    ? `<img src="${escapeHtml(page.portal + page.theme.logoURL)}" alt="${escapeHtml(page.organisation)}" height="40" style="display:block;height:40px;width:auto;max-width:240px;border:0">`
    : `<span class="text" style="font-size:18px;font-weight:600;color:${light['--text']}">${escapeHtml(page.organisation)}</span>`;
  return `<!doctype html>
<html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${darkSchemeCss(dark)}</style></head>
<body class="canvas" style="margin:0;padding:0;background:${light['--canvas']}">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:${light['--canvas']}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${light['--surface']};border:1px solid ${light['--line']};border-radius:12px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;text-align:left">
<tr><td style="padding:24px 24px 0">${logo}</td></tr>
<tr><td style="padding:24px;overflow-wrap:anywhere">
<h1 class="text" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:${light['--text']}">${escapeHtml(subject)}</h1>
${paragraph(escapeHtml(greeting))}
${paragraph(escapeHtml(lead))}
${link ? renderLink(link, light, paragraph) : ''}${rows.length > 0 ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px">${rows.join('')}</table>\n` : ''}${paragraph(escapeHtml(closing))}
</td></tr>
<tr><td class="rule muted" style="padding:16px 24px;border-top:1px solid ${light['--line']};font-size:13px;color:${light['--text-muted']}">${escapeHtml(reason)}</td></tr>
</table></td></tr></table></body></html>
`;
}

function renderLink(
  { to, label, intro, copyHint }: NonNullable<MailContent['link']>,
  light: Tokens,
  paragraph: (text: string, name?: string) => string,
): string {
  return `${paragraph(escapeHtml(intro))}
<p style="margin:0 0 24px"><a class="button" href="${escapeHtml(to)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${light['--primary']};color:${light['--on-primary']};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
${paragraph(`${escapeHtml(copyHint)}<br><a class="link" href="${escapeHtml(to)}" style="color:${light['--primary-text']};word-break:break-all">${escapeHtml(to)}</a>`, 'muted')}
`;
}

function darkSchemeCss(dark: Tokens): string {
  const colours: readonly (readonly [string, string])[] = [
    ['.canvas', `background:${dark['--canvas']}!important`],
    ['.sheet', `background:${dark['--surface']}!important;border-color:${dark['--line']}!important`],
    ['.rule', `border-color:${dark['--line']}!important`],
    ['.text', `color:${dark['--text']}!important`],
    ['.muted', `color:${dark['--text-muted']}!important`],
    ['.link', `color:${dark['--primary-text']}!important`],
    ['.button', `background:${dark['--primary']}!important;color:${dark['--on-primary']}!important`],
  ];
  return `@media (prefers-color-scheme: dark){${colours.map(([selector, declarations]) => `${selector}{${declarations}}`).join('')}}`;
}
