/** An IP address without the notation of IPv4 within IPv6, and without a zone. */
export const plainAddress = (address: string): string =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.split('%', 1)[0]!;

/** The key that an address is counted by: IPv4 as it is, IPv6 as its /64 network, which is usually assigned to one customer. */
export function networkOf(text: string): string {
  const address = plainAddress(text);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const leading = head.split(':').filter(Boolean);
  const trailing = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0');
  return `${[...leading, ...zeros, ...trailing]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
}
