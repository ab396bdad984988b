import { isIP } from 'node:net';
import { parseKey } from './keys.ts';

/** Reads one value from its text; undefined when the text does not fit. */
export type Read<T> = (text: string) => T | undefined;

/** How one kind of value is read, and the end of the sentence "NAME must be …" for a text that does not fit. */
export interface Kind<T> {
  read: Read<T>;
  mustBe: string;
}

export function whole(least: number, most: number): Kind<number> {
  return {
    mustBe: `a whole number from ${least} to ${most}`,
    read(text) {
      const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
      return value >= least && value <= most ? value : undefined;
    },
  };
}

export function oneOf<const T extends string>(...choices: T[]): Kind<T> {
  return { mustBe: `one of ${choices.join(', ')}`, read: (text) => choices.find((choice) => choice === text) };
}

export const onOrOff: Kind<boolean> = {
  mustBe: 'on or off',
  read: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
};

export const words: Kind<string> = {
  mustBe: 'at most 256 characters in one line',
  read: (text) => (text.length <= 256 && !/\p{Cc}/u.test(text) ? text : undefined),
};

export const hostName: Kind<string> = {
  mustBe: 'a host name or an address, without a port',
  read: (text) => (isHostName(text) || isIP(text) ? text.toLowerCase() : undefined),
};

export const hostNames = listOf('host names, separated by commas, without ports', isHostName);

export const hostPairs: Kind<ReadonlyMap<string, string>> = {
  mustBe: 'pairs of host names like new.example.com=old.example.com, separated by commas, each new one once',
  read(text) {
    const pairs = text.split(',').map((pair) => pair.trim().toLowerCase().split('='));
    if (!pairs.every((pair) => pair.length === 2 && pair.every(isHostName))) return undefined;
    const map = new Map(pairs as [string, string][]);
    return map.size === pairs.length ? map : undefined;
  },
};

export const localeName: Kind<string> = {
  mustBe: 'a language with its country, like en-GB or en-US',
  read(text) {
    try {
      return /^[a-z]{2,3}-/i.test(text) ? Intl.getCanonicalLocales(text)[0] : undefined;
    } catch {
      return undefined;
    }
  },
};

export const addresses = listOf('addresses or networks like 10.0.0.0/8, separated by commas', (item) => {
  const [address = '', bits, ...more] = item.split('/');
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && (bits === undefined ? width > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= width);
});

export const webOrigin: Kind<string> = {
  mustBe: 'an address like https://portal.example.com, without a path',
  read(text) {
    const url = addressOf(text, ['http:', 'https:']);
    return url && url.href === `${url.origin}/` ? url.origin : undefined;
  },
};

export const webBase: Kind<string> = {
  mustBe: 'an address like https://api.example.com',
  read(text) {
    const url = addressOf(text, ['http:', 'https:']);
    return url && !url.search && !url.hash && !url.username ? url.href.replace(/\/+$/, '') : undefined;
  },
};

/** Cookies bind a session to the host it began on, so the API answers there or nowhere: a path is all that may differ. */
export const ownPath: Kind<string> = {
  mustBe:
    'a path on the portal’s own host like /api, since a session is bound by cookies to the host it began on (docs/decisions/0015)',
  read(text) {
    if (!/^\/(?!\/)[\w.~/-]*$/.test(text)) return undefined;
    const { pathname } = new URL(text, 'http://localhost');
    return pathname === text ? text.replace(/\/+$/, '') : undefined;
  },
};

export const databaseAddress: Kind<string> = {
  mustBe: 'an address like postgresql://user:password@host:5432/database',
  read: (text) => (addressOf(text, ['postgres:', 'postgresql:']) ? text : undefined),
};

export const mailServer: Kind<string> = {
  mustBe: 'an address like smtp://user:password@host:587',
  read: (text) => (addressOf(text, ['smtp:', 'smtps:'])?.hostname ? text : undefined),
};

export const mailSender: Kind<string> = {
  mustBe: 'an address like no-reply@example.com, or one with a name like Storeward <no-reply@example.com>',
  read: (text) =>
    /^(?:[^\p{Cc}<>"]{1,100} <[^\s@<>",;]+@[^\s@<>",;]+>|[^\s@<>",;]+@[^\s@<>",;]+)$/u.test(text) ? text : undefined,
};

export const key: Kind<Uint8Array> = {
  mustBe: '32 random bytes, as 64 hexadecimal characters or as base64 (made by: openssl rand -hex 32)',
  read: parseKey,
};

function addressOf(text: string, protocols: string[]): URL | undefined {
  const url = URL.parse(text);
  return url && protocols.includes(url.protocol) ? url : undefined;
}

function isHostName(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label));
}

function listOf(mustBe: string, fits: (item: string) => boolean): Kind<string[]> {
  return {
    mustBe,
    read(text) {
      const items = text.split(',').map((item) => item.trim().toLowerCase());
      return items.every(fits) ? items : undefined;
    },
  };
}
