import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Steps of an SMTP delivery. */
export const smtpSteps = ['connect', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'body', 'accepted'] as const;
export const failureModes = ['refuse', 'hang', 'drop'] as const;

/** A simulated failure at a step, for the next `times` occurrences. */
export type Failure = {
  readonly at: (typeof smtpSteps)[number];
  readonly failureMode: (typeof failureModes)[number];
  times: number;
  /** The reply of `refuse` instead of a temporary one. */
  readonly reply?: string;
};

/** A minimal SMTP server with failures on demand. */
export type MailServer = {
  readonly url: string;
  /** Source of every accepted mail. */
  readonly accepted: readonly string[];
  /** Number of connections so far. */
  readonly connections: () => number;
  /** Number of connections that are open. */
  readonly openConnections: () => number;
  failAt(failure: Failure | undefined): void;
  close(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const accepted: string[] = [];
  const sockets = new Set<Socket>();
  let failure: Failure | undefined;
  let connections = 0;

  /** Whether to proceed at this step; false after simulating a failure. */
  const proceeds = (socket: Socket, step: (typeof smtpSteps)[number]): boolean => {
    if (failure?.at !== step || failure.times <= 0) return true;
    failure.times -= 1;
    if (failure.failureMode === 'refuse') socket.write(`${failure.reply ?? '451 not now'}\r\n`);
    if (failure.failureMode === 'drop') socket.destroy();
    return false;
  };

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let buffer = '';
    let inBody = false;
    if (proceeds(socket, 'connect')) socket.write('220 sink\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      buffer += chunk;
      for (;;) {
        const end = buffer.indexOf(inBody ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + (inBody ? 5 : 2));
        if (inBody) {
          inBody = false;
          if (!proceeds(socket, 'body')) continue;
          accepted.push(line);
          if (proceeds(socket, 'accepted')) socket.write('250 taken\r\n');
          continue;
        }
        const command = line.slice(0, 4).toUpperCase();
        if (command === 'QUIT') socket.end('221 bye\r\n');
        else if (proceeds(socket, (command === 'HELO' ? 'EHLO' : command) as Failure['at'])) {
          inBody = command === 'DATA';
          socket.write(inBody ? '354 go on\r\n' : '250 fine\r\n');
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    connections: () => connections,
    openConnections: () => sockets.size,
    failAt: (next) => (failure = next),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
