import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { ftpAccount, listen, startFtpServer, startScriptedFtp as startScripted } from '../../../test/ftp-servers.ts';
import { trustLocalhost } from '../../../test/tls-fixture.ts';
import { addressGuard } from '../../platform/security/address-guard.ts';
import { ftpTarget, testFtp } from './ftp.ts';

const developing = addressGuard({ networks: [], allowLoopback: true });
const strict = addressGuard({ networks: [], allowLoopback: false });
const noLimit = () => new AbortController().signal;

const plain = await startFtpServer();
const explicit = await startFtpServer('explicit');
const implicit = await startFtpServer('implicit');
for (const { close } of [plain, explicit, implicit]) afterAll(close);
async function startScriptedFtp(script?: Parameters<typeof startScripted>[0]) {
  const server = await startScripted(script);
  afterAll(server.close);
  return server;
}
const values = (url: string, more: object = {}) => ({ url, ...ftpAccount, folderName: 'outbound', ...more });
const tested = (url: string, more: object = {}) => testFtp(values(url, more), developing, noLimit());

test('a server is connected when user name, password and folder fit, and says when nothing is encrypted', async () => {
  expect(await tested(plain.url)).toBe('connectedPlain');
  expect(await tested(plain.url, { folderName: 'empty' })).toBe('connectedPlain');
});

test('a wrong password, a wrong user name and a missing folder have different results', async () => {
  expect(await tested(plain.url, { password: 'another password' })).toBe('wrongCredentials');
  expect(await tested(plain.url, { username: 'nobody' })).toBe('wrongCredentials');
  expect(await tested(plain.url, { folderName: 'inbound' })).toBe('folderMissing');
});

test('a server with TLS is connected only if its certificate is trusted', async () => {
  expect(await tested(explicit.url)).toBe('badCertificate');
  const secret = testFtp(values(implicit.url), developing, noLimit(), implicit.port);
  expect(await secret).toBe('badCertificate');
  expect([...explicit.signIns, ...implicit.signIns]).toEqual([]);
  trustLocalhost();
  expect(await tested(explicit.url)).toBe('connected');
  expect(await testFtp(values(implicit.url), developing, noLimit(), implicit.port)).toBe('connected');
  expect(await tested(plain.url.replace('ftp:', 'ftps:'))).toBe('noEncryption');
});

test.for<[string, string, number, boolean, boolean]>([
  ['ftp://a.example.com', 'a.example.com', 21, false, false],
  ['ftps://a.example.com', 'a.example.com', 990, true, true],
  ['ftps://a.example.com:990', 'a.example.com', 990, true, true],
  ['ftps://a.example.com:21', 'a.example.com', 21, true, false],
  ['ftps://a.example.com:2121/in', 'a.example.com', 2121, true, false],
  ['ftp://[2001:db8::1]:2121', '2001:db8::1', 2121, false, false],
])('the address %s leads to %s, port %i', ([url, host, port, isEncrypted, isImplicit]) => {
  expect(ftpTarget(url)).toEqual({ host, port, isEncrypted, isImplicit });
});

test('nothing is sent to a private address', async () => {
  const server = await startScriptedFtp();
  for (const host of ['localhost', '127.0.0.1', '[::1]', '2130706433'])
    expect(await testFtp(values(`ftp://${host}:${server.port}`), strict, noLimit())).toBe('privateAddress');
  expect(server.connectionCount()).toBe(0);
});

test('a server that points the data connection to another address is refused', async () => {
  for (const address of ['10,0,0,1', '169,254,169,254', '192,0,2,1']) {
    const server = await startScriptedFtp({ PASV: `227 here (${address},4,1)` });
    expect(await tested(server.url)).toBe('dataElsewhere');
  }
});

test('a data connection that fails has another result than a folder that cannot be listed', async () => {
  const closed = createServer();
  const port = await listen(closed);
  closed.close();
  const unreachable = await startScriptedFtp({ EPSV: `229 here (|||${port}|)` });
  expect(await tested(unreachable.url)).toBe('noDataConnection');
  const sink = createServer();
  const open = await listen(sink);
  const refusing = await startScriptedFtp({ EPSV: `229 here (|||${open}|)`, LIST: '550 not for you' });
  expect(await tested(refusing.url)).toBe('connectedPlain');
  const aborting = await startScriptedFtp({ EPSV: `229 here (|||${open}|)`, LIST: '425 no data' });
  expect(await tested(aborting.url)).toBe('noDataConnection');
  sink.close();
});

test('a list of files without end is read up to a limit', async () => {
  const flood = createServer((socket) => {
    socket.on('error', () => undefined);
    const line = Buffer.from('-rw-r--r-- 1 a a 1 Jan 1 2026 file\r\n'.repeat(1000));
    const more = () => {
      while (!socket.destroyed && socket.write(line));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  });
  const port = await listen(flood);
  const server = await startScriptedFtp({ EPSV: `229 here (|||${port}|)`, LIST: '150 here it comes' });
  expect(await tested(server.url)).toBe('connectedPlain');
  flood.close();
});

test.for([
  ['a greeting without end', { greeting: (socket: NodeJS.WritableStream) => endless(socket, '220-still talking\r\n') }],
  ['a line without end', { USER: (socket: NodeJS.WritableStream) => endless(socket, 'x'.repeat(1000)) }],
  ['complete lines without end', { greeting: (socket: NodeJS.WritableStream) => endless(socket, '150 talking\r\n') }],
] as const)('a server that sends %s is closed after some bytes', async ([, script]) => {
  const server = await startScriptedFtp(script);
  expect(['unexpectedAnswer', 'noConnection']).toContain(await tested(server.url));
});

function endless(socket: NodeJS.WritableStream, text: string) {
  const line = text.repeat(100);
  const more = () => {
    while ((socket as { destroyed?: boolean }).destroyed !== true && socket.write(line));
    socket.once('drain', more);
  };
  more();
}

test.for([
  ['greeting', 'timeout'],
  ['USER', 'timeout'],
  ['CWD', 'timeout'],
  ['EPSV', 'timeout'],
  ['LIST', 'timeout'],
])('a server that is silent after %s ends with the time limit', async ([command, result]) => {
  const sink = createServer();
  const port = await listen(sink);
  const server = await startScriptedFtp({ EPSV: `229 here (|||${port}|)`, [command!]: () => undefined });
  expect(await testFtp(values(server.url), developing, AbortSignal.timeout(300))).toBe(result);
  sink.close();
});

test.for([
  ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'timeout'],
  ['a refusal', '421 too many connections\r\n', 'unexpectedAnswer'],
])('a server that answers with %s is no FTP server that can be used', async ([, text, result]) => {
  const server = await startScriptedFtp({ greeting: (socket) => void socket.write(text!) });
  expect(await testFtp(values(server.url), developing, AbortSignal.timeout(300))).toBe(result);
});

test('a closed port and a connection that breaks off are named', async () => {
  const closed = createServer();
  const port = await listen(closed);
  closed.close();
  expect(await tested(`ftp://localhost:${port}`)).toBe('noConnection');
  const breaking = await startScriptedFtp({ PASS: (socket) => void socket.destroy() });
  expect(await tested(breaking.url)).toBe('noConnection');
});

test('no value can smuggle a command into the connection', async () => {
  const server = await startScriptedFtp();
  for (const field of ['username', 'password', 'folderName'])
    await tested(server.url, { [field]: 'sales\r\nDELE sales-1.csv' });
  expect(server.commands.filter((command) => command.startsWith('DELE'))).toEqual([]);
});
