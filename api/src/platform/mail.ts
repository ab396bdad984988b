import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail with all its words, ready to leave. */
export type Letter = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** A way out for mails. */
export type Post = {
  /** Hands a mail over; comes true once somebody else has taken it on, within half a minute, or fails. */
  readonly send: (letter: Letter) => Promise<void>;
};

const longestSeconds = 30;

/** Hands mails to a mail server, each on a connection of its own; one that says nothing for some seconds is left. */
export function smtpPost(smtpUrl: string, silentSeconds: number): Post {
  return {
    async send(letter) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: smtpUrl,
        dnsTimeout: 2_000,
        connectionTimeout: 2_000,
        greetingTimeout: silentSeconds * 1000,
        socketTimeout: silentSeconds * 1000,
        socketCloseTimeout: 1_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({ ...messageOf(letter), signal: AbortSignal.timeout(longestSeconds * 1000) });
      } finally {
        transport.close();
      }
    },
  };
}

/** Puts mails into a folder, for want of a mail server: each as a file that is whole from the moment it is there. */
export function outboxPost(folder: string): Post {
  return {
    async send(letter) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(messageOf(letter));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const beside = join(folder, `.${letter.id}.${process.pid}`);
      await writeFile(beside, message as Buffer, { mode: 0o600, flush: true });
      await rename(beside, join(folder, `${letter.id}.eml`));
    },
  };
}

/** Addresses are handed over as such and not as text, so that none can turn into two. */
function messageOf({ id, from, to, subject, text, html }: Letter) {
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

/** "Name <address>" taken apart, or an address alone. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]+)>$/u.exec(from) ?? [];
  return { name, address };
}

/** What went wrong with a mail, in words that name nobody and hold nothing of the mail. */
export function mailTrouble(error: unknown): string {
  const { code, responseCode, command, name } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
    name?: string;
  };
  return [code ?? name ?? 'Error', responseCode, command].filter(Boolean).join(' ');
}
