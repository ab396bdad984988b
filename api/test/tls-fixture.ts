import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const read = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

/** A certificate for localhost and 127.0.0.1 that signs itself, with its key. For tests only. */
export const localhostTls = { cert: read('localhost-certificate.pem'), key: read('localhost-key.pem') };

/** Trusts the certificate in this process. */
export function trustLocalhost(): void {
  setDefaultCACertificates([...getCACertificates('default'), localhostTls.cert]);
}
