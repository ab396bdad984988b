import { BlockList, isIP } from 'node:net';

const addresses = new BlockList();
addresses.addSubnet('127.0.0.0', 8, 'ipv4');
addresses.addAddress('::1', 'ipv6');
addresses.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Whether a host name or an IP address can only lead to this machine; IPv6 addresses with or without brackets. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const version = isIP(name);
  if (version === 0) return name === 'localhost' || name.endsWith('.localhost');
  return addresses.check(name, version === 6 ? 'ipv6' : 'ipv4');
}
