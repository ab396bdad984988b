import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';

/** A rendered mail, ready to send. */
export type MailMessage = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type MailTransport = {
  /** Resolves once the mail server has accepted the mail; rejects after 30 seconds at the latest. */
  readonly send: (message: MailMessage) => Promise<void>;
  /** Connects and authenticates without sending anything; rejects if that fails. Absent without a mail server. */
  readonly check?: () => Promise<void>;
  /** Whether the mail server may take mails to an address; absent if any is taken. */
  readonly takesAddress?: (address: string) => boolean;
};

const timeoutSeconds = 30;

/** Sends mails by SMTP, each on its own connection; `idleSeconds` limits greeting and socket inactivity. */
export function smtpTransport(smtpUrl: string, idleSeconds: number): MailTransport {
  // unknown until the mail server has replied to a first EHLO
  let takesUnicode = true;

  async function connected(converse: (transport: Transporter) => Promise<unknown>): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const observer = extensionObserver();
    const transport = createTransport({
      url: smtpUrl,
      dnsTimeout: 2_000,
      connectionTimeout: 2_000,
      greetingTimeout: idleSeconds * 1000,
      socketTimeout: idleSeconds * 1000,
      socketCloseTimeout: 1_000,
      disableFileAccess: true,
      disableUrlAccess: true,
      transactionLog: true,
      logger: observer,
    });
    try {
      await converse(transport);
    } finally {
      transport.close();
      takesUnicode = observer.offersUnicode() ?? takesUnicode;
    }
  }

  return {
    takesAddress: (address) => takesUnicode || isAscii(address.slice(0, address.lastIndexOf('@'))),
    send: (mail) =>
      connected((transport) => {
        const signal = AbortSignal.timeout(timeoutSeconds * 1000);
        return transport.sendMail({ ...toNodemailerMessage(mail), signal });
      }),
    check: () =>
      connected(async (transport) => {
        const limit = new AbortController();
        const timeout = setTimeout(timeoutSeconds * 1000, undefined, { signal: limit.signal }).then(() => {
          throw Object.assign(new Error('the mail server did not answer in time'), { code: 'ETIMEDOUT' });
        });
        await Promise.race([transport.verify(), timeout]).finally(() => limit.abort());
      }),
  };
}

/**
 * A logger of nodemailer that reads from the conversation whether the server offers SMTPUTF8, also if the mail fails later:
 * the result of a mail has the extensions only if it was accepted. After STARTTLS the server replies to a second EHLO.
 */
function extensionObserver() {
  let isGreeting = false;
  let offered: boolean | undefined;
  return {
    debug({ tnx }: { tnx?: string }, text: string) {
      if (tnx === 'client' && text.startsWith('STARTTLS')) offered = undefined; // what counts is offered after it
      if (tnx === 'client') isGreeting = /^(?:EHLO|HELO) /.test(text);
      if (tnx === 'server' && isGreeting && text.startsWith('250')) offered = /^250[ -]SMTPUTF8\b/im.test(text);
    },
    offersUnicode: () => offered,
  };
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** Writes mails as .eml files into a folder, for installations without a mail server; each file is written atomically. */
export function fileTransport(folder: string): MailTransport {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(toNodemailerMessage(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const temporary = join(folder, `.${mail.id}.${process.pid}`);
      await writeFile(temporary, message as Buffer, { mode: 0o600, flush: true });
      await rename(temporary, join(folder, `${mail.id}.eml`));
    },
  };
}

/** Passes addresses as objects, not as header text, so that one value cannot be parsed as two addresses. */
function toNodemailerMessage({ id, from, to, subject, text, html }: MailMessage) {
  const sender = senderOf(from);
  return {
    from: sender,
    to: { name: '', address: to },
    envelope: { from: sender.address, to: [to] },
    messageId: `<${id}@${sender.address.split('@').at(-1)}>`,
    subject: subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(),
    text,
    html,
    textEncoding: 'quoted-printable' as const,
    headers: { 'auto-submitted': 'auto-generated' },
  };
}

/** Parses "Name <address>" or an address alone. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^([^<>]*)<([^<>]+)>$/u.exec(from) ?? [];
  return { name: name.trim(), address };
}

/** Describes a mail error for the log, without personal data or content of the mail. */
export function mailErrorSummary(error: unknown): string {
  const { code, responseCode, command, name } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
    name?: string;
  };
  return [code ?? name ?? 'Error', responseCode, command].filter(Boolean).join(' ');
}

/** Replies to the recipient that can mean that the address does not exist; 501 only with an enhanced code of the address. */
const addressReplies = [501, 550, 551, 553, 556];
/** Enhanced codes of another problem: the sender, a full mailbox, the size, the mail system, the content, or a policy. */
const otherProblem = /^(?:4\.|5\.1\.[78]$|5\.2\.[23]$|5\.[367]\.)/;

/**
 * The reply code, with the enhanced code if there is one, by which the mail server refused the recipient's address for good;
 * undefined for every other error. The text of the reply is left out, since it may quote the address or the mail.
 */
export function refusedAddressReply(error: unknown): string | undefined {
  const { command, responseCode, response } = error as { command?: string; responseCode?: number; response?: string };
  if (command !== 'RCPT TO' || responseCode === undefined || !addressReplies.includes(responseCode)) return undefined;
  const enhanced = /(?:^\d{3}[ -]|#)([245]\.\d{1,3}\.\d{1,3})(?!\d|\.)/.exec(response ?? '')?.[1];
  if (enhanced === undefined) return responseCode === 501 ? undefined : String(responseCode);
  if (otherProblem.test(enhanced) || (responseCode === 501 && !enhanced.startsWith('5.1.'))) return undefined;
  return `${responseCode} ${enhanced}`;
}
