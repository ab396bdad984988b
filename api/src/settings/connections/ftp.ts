import { isIP } from 'node:net';
import type { ConnectionResult } from '@storeward/contract/settings/endpoints/connection-test';
import { Client, FTPError } from 'basic-ftp';
import { type AddressGuard, connectionFailure, hostOf } from '../../platform/security/address-guard.ts';
import type { ConnectionValues } from './connection-values.ts';

/** The maximum number of bytes read of all responses, and of the directory listing. */
const maxControlBytes = 262_144;
const maxListingBytes = 1_048_576;
/** A socket that the end of the test has left open is closed after this time without any data. */
const idleMs = 10_000;

/**
 * Host and port of an FTP URL. With `ftps` and port 990, TLS is used from the first byte; other connections begin in
 * plain text.
 */
export function ftpTarget(address: string, implicitTlsPort = 990) {
  const url = new URL(address);
  const isEncrypted = url.protocol === 'ftps:';
  const port = url.port === '' ? (isEncrypted ? implicitTlsPort : 21) : Number(url.port);
  return { host: hostOf(url), port, isEncrypted, isImplicit: isEncrypted && port === implicitTlsPort };
}

/** Signs in to an FTP server, enters the folder and lists it over a data connection; writes nothing. */
export async function testFtp(
  values: ConnectionValues,
  guard: AddressGuard,
  signal: AbortSignal,
  implicitTlsPort?: number,
): Promise<ConnectionResult> {
  const client = new Client(idleMs, { allowSeparateTransferHost: false, maxListingBytes });
  const ended = new Promise<'timeout'>((resolve) => {
    const end = () => {
      client.close();
      resolve('timeout');
    };
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
  try {
    return await Promise.race([connect(client, values, guard, { signal, implicitTlsPort }), ended]);
  } finally {
    client.close();
  }
}

async function connect(
  client: Client,
  { url = '', username = '', password = '', folderName = '' }: ConnectionValues,
  guard: AddressGuard,
  { signal, implicitTlsPort }: { signal: AbortSignal; implicitTlsPort: number | undefined },
): Promise<ConnectionResult> {
  const { host, port, isEncrypted, isImplicit } = ftpTarget(url, implicitTlsPort);
  // the certificate is checked against the name, although the connection uses the checked address
  const tls = { host, ...(isIP(host) === 0 && { servername: host }) };
  // maps an error response of the server to a result, according to the current step
  let resultOf: (code: number) => ConnectionResult = () => 'unexpectedAnswer';
  try {
    const [first] = await guard.resolve(host, signal);
    const { address } = first!;
    const greeting = isImplicit ? client.connectImplicitTLS(address, port, tls) : client.connect(address, port);
    limitBytes(client);
    await greeting;
    if (isEncrypted && !isImplicit) {
      resultOf = () => 'noEncryption';
      await client.useTLS(tls);
      limitBytes(client);
    }
    resultOf = (code) => ([332, 430, 530, 532].includes(code) ? 'wrongCredentials' : 'unexpectedAnswer');
    await (username ? client.login(username, password) : client.login());
    await client.useDefaultSettings();
    resultOf = () => 'folderMissing';
    await client.cd(folderName);
  } catch (error) {
    if (error instanceof FTPError) return resultOf(error.code);
    return tooMuchSent(error) ? 'unexpectedAnswer' : connectionFailure(error);
  }
  const failure = await listingFailure(client);
  return failure ?? (isEncrypted ? 'connected' : 'connectedPlain');
}

/** Why the files of the folder cannot be listed; their names are ignored. */
async function listingFailure(client: Client): Promise<ConnectionResult | undefined> {
  client.parseList = () => [];
  try {
    await client.list();
    return undefined;
  } catch (error) {
    // a data connection was opened, but the folder is empty, not readable for this user, or very large
    if (error instanceof FTPError && [450, 550].includes(error.code)) return undefined;
    const { message } = error as Error;
    if (message.includes('Maximum bytes exceeded')) return undefined;
    return message.includes('PASV returned another host') ? 'dataElsewhere' : 'noDataConnection';
  }
}

/** Closes a connection that sends more than any FTP server does. */
function limitBytes(client: Client): void {
  const { socket } = client.ftp;
  socket.on('data', () => {
    if (socket.bytesRead > maxControlBytes) socket.destroy(new Error(tooManyBytes));
  });
}

const tooManyBytes = 'too many bytes';
const tooMuchSent = (error: unknown) =>
  error instanceof Error && (error.message.includes(tooManyBytes) || error.message.includes('maximum allowed size'));
