import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FtpSrv } from 'ftp-srv';
import { localhostTls } from './tls-fixture.ts';

export const ftpAccount = { username: 'sales', password: 'the password of the sales export' };

const silentLog = new Proxy({}, { get: () => () => silentLog });

/** Starts a real FTP server on loopback with the folders `outbound`, with a file, and `empty`. */
export async function startFtpServer(tls: 'none' | 'explicit' | 'implicit' = 'none') {
  const root = mkdtempSync(join(tmpdir(), 'storeward-ftp-'));
  mkdirSync(join(root, 'outbound'));
  mkdirSync(join(root, 'empty'));
  writeFileSync(join(root, 'outbound', 'sales-1.csv'), 'a,b\n');
  const server = new FtpSrv({
    url: `${tls === 'implicit' ? 'ftps' : 'ftp'}://127.0.0.1:0`,
    pasv_url: '127.0.0.1',
    tls: tls === 'none' ? false : localhostTls,
    anonymous: false,
    log: silentLog,
  });
  const signIns: string[] = [];
  server.on('login', ({ username, password }, accept, refuse) => {
    signIns.push(`${username}:${password}`);
    if (username === ftpAccount.username && password === ftpAccount.password) accept({ root });
    else refuse(new Error('530'));
  });
  await server.listen();
  const { port } = (server as unknown as { readonly server: Server }).server.address() as AddressInfo;
  const close = async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  };
  return { port, url: `${tls === 'none' ? 'ftp' : 'ftps'}://localhost:${port}`, signIns, close };
}

/** What a scripted server answers to a command: a line, or anything with its connection. */
type Reply = string | ((socket: Socket) => void);

const defaultReplies: Readonly<Record<string, Reply>> = {
  greeting: '220 ready',
  USER: '331 password',
  PASS: '230 in',
  TYPE: '200 ok',
  CWD: '250 ok',
};

/** Starts a server that answers FTP commands by a script; other commands are refused as unknown. */
export async function startScriptedFtp(script: Readonly<Record<string, Reply>> = {}) {
  const replies: Readonly<Record<string, Reply>> = { ...defaultReplies, ...script };
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const reply = (socket: Socket, to: string) => {
    const reply = replies[to] ?? '500 unknown';
    if (typeof reply === 'function') reply(socket);
    else socket.write(`${reply}\r\n`);
  };
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    reply(socket, 'greeting');
    socket.setEncoding('utf8').on('data', (chunk: unknown) => {
      for (const line of String(chunk).split('\r\n').filter(Boolean)) {
        commands.push(line);
        reply(socket, line.split(' ', 1)[0]!);
      }
    });
  });
  const port = await listen(server);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `ftp://localhost:${port}`, port, commands, connectionCount: () => sockets.size, close };
}

export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
