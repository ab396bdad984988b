import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Allowed addresses besides public ones: the operator's networks (CIDR), and loopback in development. */
export type AddressGuardOptions = { readonly networks: readonly string[]; readonly allowLoopback: boolean };

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };

/** Decides which addresses the server connects to when users enter the host (SSRF): never those of private networks. */
export type AddressGuard = {
  readonly allowLoopback: boolean;
  /** Whether a host is refused without resolving it: a name of loopback, or an address that is not allowed. */
  readonly isRefused: (host: string) => boolean;
  /**
   * The addresses of a host at the time of the connection, which protects against DNS rebinding: connect to these, not
   * to the name. Throws if any of them is not allowed.
   */
  readonly resolve: (host: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;
};

/** Why no usable connection was made. */
export type ConnectionFailure = 'timeout' | 'noConnection' | 'unknownHost' | 'badCertificate' | 'privateAddress';

const localhostPattern = /(^|\.)localhost\.?$/;
const loopbackAddresses: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
/** The part of IPv6 that is assigned to public addresses. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** The guard options of an installation. */
export const guardOptions = ({
  webhookNetworks,
  environment,
}: {
  readonly webhookNetworks: readonly string[];
  readonly environment: string;
}): AddressGuardOptions => ({ networks: webhookNetworks, allowLoopback: environment === 'development' });

export function addressGuard({ networks, allowLoopback }: AddressGuardOptions): AddressGuard {
  const allowedNetworks = [...networks, ...(allowLoopback ? ['127.0.0.0/8', '::1/128'] : [])].map(parseNetwork);

  function isAllowed(text: string): boolean {
    if (isIP(text) === 0 || text.includes('%')) return false;
    const address = ipaddr.parse(text);
    if (allowedNetworks.some((network) => isWithin(address, network))) return true;
    // public are the addresses in no special-purpose network (IANA registries, RFC 6890)
    return address.range() === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, globalUnicast));
  }

  const isRefused = (host: string) =>
    localhostPattern.test(host) ? !allowLoopback : isIP(host) !== 0 && !isAllowed(host);

  return {
    allowLoopback,
    isRefused,
    async resolve(host, signal) {
      if (isRefused(host)) throw networkError('EPRIVATE');
      const family = isIP(host);
      if (family === 4 || family === 6) return [{ address: host, family }];
      const found = localhostPattern.test(host) ? loopbackAddresses : await resolveHost(host, signal);
      if (found.some(({ address }) => !isAllowed(address))) throw networkError('EPRIVATE');
      return found;
    },
  };
}

/** Resolves A and AAAA records by c-ares, which does not occupy libuv's thread pool. */
async function resolveHost(host: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  signal.addEventListener('abort', () => resolver.cancel());
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address): ResolvedAddress => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address): ResolvedAddress => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0) throw networkError('ENOTFOUND');
  return found;
}

/** The host of a URL, without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export const networkError = (code: string): Error & { code: string } => Object.assign(new Error(code), { code });

export function connectionFailure(error: unknown): ConnectionFailure {
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'timeout';
  if (code === 'EPRIVATE') return 'privateAddress';
  if (code === 'ENOTFOUND') return 'unknownHost';
  return /CERT|ERR_TLS|ERR_SSL|UNABLE_TO|EPROTO/.test(code) ? 'badCertificate' : 'noConnection';
}

type Network = ReturnType<typeof ipaddr.parseCIDR>;

const parseNetwork = (network: string): Network =>
  ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${isIP(network) === 4 ? 32 : 128}`);

const isWithin = (address: Network[0], [start, bits]: Network): boolean =>
  address.kind() === start.kind() && address.match(start, bits);
