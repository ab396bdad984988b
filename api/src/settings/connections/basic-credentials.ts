/** The `Authorization` header of HTTP Basic authentication (RFC 7617). */
export const basicCredentials = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`, 'utf8').toString('base64')}`;
