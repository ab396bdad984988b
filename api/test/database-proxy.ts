import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from './after-file.ts';

/** A proxy to the database that counts round trips and statements, and can break connections. */
export async function startDatabaseProxy(databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'storeward-proxy-'));
  const url = new URL(databaseUrl);
  const [host, port] = [url.searchParams.get('host')!, url.searchParams.get('port')!];
  url.searchParams.set('host', folder);
  const [count, sockets] = [{ roundTrips: 0, statements: 0, queries: 0 }, new Set<Socket>()];
  let isOnline = true;
  const server = createServer((clientSocket) => {
    const databaseSocket = connect(join(host, `.s.PGSQL.${port}`));
    for (const socket of [clientSocket, databaseSocket]) sockets.add(socket.on('error', () => undefined));
    if (!isOnline) clientSocket.destroy();
    const executed = statementCounter();
    let isRequesting = false;
    clientSocket.on('data', (data: Buffer) => {
      const text = data.toString('latin1');
      // not counted: the connection handshake with the check of its settings, and statements that are sent after the
      // response without waiting
      const isCheck = text.includes("current_setting('TimeZone')");
      if (!isRequesting && executed.greeted() && !isCheck && !/^Q\0\0\0.(commit|rollback)\0$/.test(text))
        count.roundTrips += 1;
      isRequesting = true;
      const { queries, commands } = isCheck ? { queries: 0, commands: 0 } : executed.of(data);
      count.statements += queries + commands;
      count.queries += queries;
      databaseSocket.write(data);
    });
    databaseSocket.on('data', (data: Buffer) => {
      isRequesting = false;
      clientSocket.write(data);
    });
    clientSocket.on('close', () => databaseSocket.destroy());
    databaseSocket.on('close', () => clientSocket.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(join(folder, `.s.PGSQL.${port}`), resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  afterFile(() => {
    drop();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: url.href,
    count,
    cut() {
      isOnline = false;
      drop();
    },
    restore: () => void (isOnline = true),
  };
}

/**
 * Counts the statements in a client's messages: queries (Execute, E), and commands such as begin and commit (Query, Q); the
 * startup message has no type byte.
 */
function statementCounter() {
  let [waiting, greeted] = [Buffer.alloc(0), false];
  const of = (data: Buffer) => {
    waiting = Buffer.concat([waiting, data]);
    const found = { queries: 0, commands: 0 };
    for (;;) {
      const kind = greeted ? 1 : 0;
      if (waiting.length < kind + 4) return found;
      const end = kind + waiting.readInt32BE(kind);
      if (waiting.length < end) return found;
      if (greeted && waiting[0] === 0x45) found.queries += 1;
      if (greeted && waiting[0] === 0x51) found.commands += 1;
      [waiting, greeted] = [waiting.subarray(end), true];
    }
  };
  return { of, greeted: () => greeted };
}
