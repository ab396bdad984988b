import { BlockList, isIP, isIPv6 } from 'node:net';

/** Tells whether an address is one of the addresses and networks of trusted proxies. */
export function proxyMatcher(trustProxy: readonly string[]): (address: string) => boolean {
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  const proxies = new BlockList();
  for (const network of trustProxy) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => isIP(address) > 0 && proxies.check(address, familyOf(address));
}
