import { Resolver } from 'node:dns/promises';
import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as safeRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { ErrorCode } from '@storeward/contract/errors';

/** What a request to an address that somebody filled in came to: the status of the answer, or why there is none. */
export type Sent = {
  readonly answer: number | null;
  readonly trouble: 'timeout' | 'noConnection' | 'unknownHost' | 'badCertificate' | 'privateAddress' | null;
  /** Milliseconds. */
  readonly took: number;
};

/** The way out to addresses that people fill in, and to no machine that they could not reach themselves. */
export type Outgoing = {
  /** Why nothing will ever be sent to an address; of a host by its name that is known only when it is looked up, each time anew. */
  readonly fault: (address: string) => ErrorCode | undefined;
  /** Sends a text; follows no redirect, waits ten seconds at most, and reads nothing of the answer but its status. */
  readonly post: (address: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Sent>;
};

/** What the operator allows besides the open internet: networks of their own, and this very machine while developing. */
export type Allowed = { readonly networks: readonly string[]; readonly ownMachine: boolean };

type Found = { readonly address: string; readonly family: 4 | 6 };

const patience = 10_000;
/** What is taken of an answer's body before the connection is cut. */
const mostRead = 4096;

/** Addresses that lead nowhere in the open internet: this machine, the networks around it, and where clouds keep their secrets. */
const closed = listOf(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
   192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
   2001::/23 2001:db8::/32 2002::/16 3fff::/20`.split(/\s+/),
);
const localhost = /(^|\.)localhost\.?$/;
const ownAddresses: readonly Found[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
/** All that is given out to anybody of the newer kind. */
const open = listOf(['2000::/3']);

/** Sets up the way out. */
export function outgoing({ networks, ownMachine }: Allowed): Outgoing {
  const ours = listOf([...networks, ...(ownMachine ? ['127.0.0.0/8', '::1/128'] : [])]);

  function mayReach(address: string): boolean {
    const kind = isIP(address);
    if (kind === 0 || address.includes('%')) return false;
    const family = kind === 4 ? 'ipv4' : 'ipv6';
    if (ours.check(address, family)) return true;
    return !closed.check(address, family) && (kind === 4 || open.check(address, family));
  }

  /** What a name means at this moment: what it meant when it was filled in says nothing about that. */
  async function addressesOf(host: string, signal: AbortSignal): Promise<Found[]> {
    // only where this machine may be reached does it get as far as this
    const found = localhost.test(host) ? [...ownAddresses] : await lookedUp(host, signal);
    if (found.some(({ address }) => !mayReach(address))) throw trouble('EPRIVATE');
    return found;
  }

  function fault(address: string): ErrorCode | undefined {
    const { protocol, hostname } = new URL(address);
    const host = bare(hostname);
    if (localhost.test(host)) return ownMachine ? undefined : 'field.privateAddress';
    if (protocol !== 'https:' && !ownMachine) return 'field.webAddress';
    return isIP(host) !== 0 && !mayReach(host) ? 'field.privateAddress' : undefined;
  }

  return {
    fault,
    async post(address, headers, body) {
      const began = performance.now();
      const took = () => Math.round(performance.now() - began);
      try {
        // an address that is no name is not looked up, so it is judged here
        if (fault(address)) return { answer: null, trouble: 'privateAddress', took: took() };
        const url = new URL(address);
        const host = bare(url.hostname);
        // whatever the other side thinks of, it ends then
        const signal = AbortSignal.timeout(patience);
        const tooLate = new Promise<never>((_, failed) =>
          signal.addEventListener('abort', () => failed(signal.reason as Error)),
        );
        const answering = async () => {
          const found = isIP(host) === 0 ? await addressesOf(host, signal) : [];
          return statusOf(url, { headers, signal, lookup: only(found) }, body);
        };
        const answer = await Promise.race([answering(), tooLate]);
        return { answer, trouble: null, took: took() };
      } catch (error) {
        return { answer: null, trouble: troubleOf(error), took: took() };
      }
    },
  };
}

/** Asks the name servers for the addresses of both families; the threads that all of the process shares have no part in it. */
async function lookedUp(host: string, signal: AbortSignal): Promise<Found[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  signal.addEventListener('abort', () => resolver.cancel());
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address): Found => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address): Found => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0) throw trouble('ENOTFOUND');
  return found;
}

/** Has a connection made to the addresses that were judged, and to no others. */
const only =
  (found: readonly Found[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = found;
    if (!first) done(trouble('ENOTFOUND'), '');
    else if (options.all) done(null, [...found]);
    else done(null, first.address, first.family);
  };

function statusOf(url: URL, options: RequestOptions, body: string): Promise<number> {
  const ask = url.protocol === 'https:' ? safeRequest : plainRequest;
  return new Promise((done, failed) => {
    const request = ask(url, { ...options, method: 'POST', agent: false, maxHeaderSize: 16_384 }, (response) => {
      done(response.statusCode ?? 0);
      let read = 0;
      response
        .on('error', () => undefined)
        .on('data', (part: Buffer) => {
          read += part.length;
          if (read > mostRead) response.destroy();
        });
    });
    request
      .on('error', failed)
      // another way of talking is offered, which is an answer that nobody asked for
      .on('upgrade', ({ statusCode }, socket) => {
        socket.destroy();
        done(statusCode ?? 0);
      })
      .on('close', () => failed(trouble('ECONNRESET')))
      .setHeader('content-length', Buffer.byteLength(body));
    request.end(body);
  });
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');
const trouble = (code: string) => Object.assign(new Error(code), { code });

function troubleOf(error: unknown): NonNullable<Sent['trouble']> {
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'timeout';
  if (code === 'EPRIVATE') return 'privateAddress';
  if (code === 'ENOTFOUND') return 'unknownHost';
  return /CERT|ERR_TLS|ERR_SSL|UNABLE_TO|EPROTO/.test(code) ? 'badCertificate' : 'noConnection';
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
