import { lookup, type LookupAddress } from 'node:dns';
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

const patience = 10_000;
/** What is taken of an answer's body before the connection is cut. */
const mostRead = 4096;

/** Addresses that lead nowhere in the open internet: this machine, the networks around it, and where clouds keep their secrets. */
const closed = listOf(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
   192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
   2001::/23 2001:db8::/32 2002::/16 3fff::/20`.split(/\s+/),
);
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

  // asked by the connection itself: what a name meant when it was filled in says nothing about what it means now
  const guarded: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? trouble('ENOTFOUND'), '');
      if (found.some(({ address }) => !mayReach(address))) return done(trouble('EPRIVATE'), '');
      if (options.all) return done(null, found);
      return done(null, first.address, first.family);
    });

  function fault(address: string): ErrorCode | undefined {
    const { protocol, hostname } = new URL(address);
    const host = bare(hostname);
    if (/(^|\.)localhost\.?$/.test(host)) return ownMachine ? undefined : 'field.privateAddress';
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
        const answer = await statusOf(new URL(address), { headers, lookup: guarded }, body);
        return { answer, trouble: null, took: took() };
      } catch (error) {
        return { answer: null, trouble: troubleOf(error), took: took() };
      }
    },
  };
}

function statusOf(url: URL, options: RequestOptions, body: string): Promise<number> {
  const ask = url.protocol === 'https:' ? safeRequest : plainRequest;
  const signal = AbortSignal.timeout(patience);
  return new Promise((done, failed) => {
    const request = ask(
      url,
      { ...options, method: 'POST', agent: false, signal, maxHeaderSize: 16_384 },
      (response) => {
        done(response.statusCode ?? 0);
        let read = 0;
        response
          .on('error', () => undefined)
          .on('data', (part: Buffer) => {
            read += part.length;
            if (read > mostRead) response.destroy();
          });
      },
    );
    request.on('error', failed).setHeader('content-length', Buffer.byteLength(body));
    request.end(body);
  });
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');
const trouble = (code: string) => Object.assign(new Error(code), { code });

function troubleOf(error: unknown): NonNullable<Sent['trouble']> {
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'timeout';
  if (code === 'EPRIVATE') return 'privateAddress';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknownHost';
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
