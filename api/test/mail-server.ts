import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The steps of handing a mail over, as a mail server sees them. */
export const steps = ['connect', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'body', 'accepted'] as const;
/** How a mail server can let one down at a step. */
export const failures = ['refuse', 'hang', 'drop'] as const;

/** What a mail server does wrong, and how often. */
export type Mischief = { readonly at: (typeof steps)[number]; readonly how: (typeof failures)[number]; times: number };

/** A mail server that takes mails over the network, and lets one down when it is told to. */
export type MailServer = {
  readonly url: string;
  /** Every mail it has said yes to, whole. */
  readonly taken: readonly string[];
  /** How often somebody came. */
  readonly visits: () => number;
  misbehave(mischief: Mischief | undefined): void;
  close(): Promise<void>;
};

/** Starts a mail server on this machine. */
export async function aMailServer(): Promise<MailServer> {
  const taken: string[] = [];
  const open = new Set<Socket>();
  let mischief: Mischief | undefined;
  let visits = 0;

  /** Whether all is well at this step; otherwise it has been let down already. */
  const passes = (socket: Socket, step: (typeof steps)[number]): boolean => {
    if (mischief?.at !== step || mischief.times <= 0) return true;
    mischief.times -= 1;
    if (mischief.how === 'refuse') socket.write('451 not now\r\n');
    if (mischief.how === 'drop') socket.destroy();
    return false;
  };

  const server = createServer((socket) => {
    visits += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    let rest = '';
    let inBody = false;
    if (passes(socket, 'connect')) socket.write('220 sink\r\n');
    socket.setEncoding('utf8').on('data', (part: string) => {
      rest += part;
      for (;;) {
        const end = rest.indexOf(inBody ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const said = rest.slice(0, end);
        rest = rest.slice(end + (inBody ? 5 : 2));
        if (inBody) {
          inBody = false;
          if (!passes(socket, 'body')) continue;
          taken.push(said);
          if (passes(socket, 'accepted')) socket.write('250 taken\r\n');
          continue;
        }
        const word = said.slice(0, 4).toUpperCase();
        if (word === 'QUIT') socket.end('221 bye\r\n');
        else if (passes(socket, (word === 'HELO' ? 'EHLO' : word) as Mischief['at'])) {
          inBody = word === 'DATA';
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
    taken,
    visits: () => visits,
    misbehave: (next) => (mischief = next),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
