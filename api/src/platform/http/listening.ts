import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * How many sockets listen at each address. Node accepts one connection of a socket in each turn of its event loop, so with one
 * socket a new connection waits for as many turns as others wait before it, each of milliseconds under load. Linux distributes
 * the connections among sockets that share a port; elsewhere there is one.
 */
const socketsByAddress = process.platform === 'linux' ? 32 : 1;

/** A socket besides that of the server. */
type AdditionalSocket = {
  readonly listener: Server;
  /** Resolves once it is closed and all connections that it accepted have ended. */
  readonly ended: Promise<void>;
};

const additionalSockets = new WeakMap<HttpServer, AdditionalSocket[]>();
const socketsOf = ({ server }: FastifyInstance) => additionalSockets.get(server) ?? [];

type Address = { readonly host: string; readonly port: number };

/** Listens at the host, of `localhost` at all of its addresses; see `listenAt`. */
export async function startListening(server: FastifyInstance, { host, port }: Address): Promise<void> {
  await listenAt(server, host === 'localhost' ? await addressesOf(host) : [host], port);
}

const addressesOf = async (host: string) => [
  ...new Set((await lookup(host, { all: true })).map(({ address }) => address)),
];

/**
 * Listens at several hosts, with several sockets each. Throws an error of the operating system if the first one cannot be used;
 * of the others, which must be IP addresses, those are left out that this machine does not have.
 */
export async function listenAt(
  server: FastifyInstance,
  [first, ...others]: readonly string[],
  port: number,
): Promise<void> {
  if (socketsByAddress > 1 && port !== 0) await claimPort(server.server, { host: first!, port });
  await server.listen(shared({ host: first!, port }));
  const { address, port: actualPort } = server.server.address() as AddressInfo;
  await addSockets(server, { host: address, port: actualPort }, socketsByAddress - 1);
  for (const other of others) await addSockets(server, { host: other, port: actualPort }, socketsByAddress);
}

const shared = (address: Address) => ({ ...address, reusePort: socketsByAddress > 1 });

/** Another Storeward of the same account could share the port: a name that only one process can have prevents it. */
async function claimPort(server: HttpServer, { host, port }: Address): Promise<void> {
  const claim = createServer((socket) => socket.destroy()).unref();
  await once(claim.listen(`\0storeward ${host} ${port}`), 'listening');
  remember(server, claim);
}

const absent = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

async function addSockets({ server, log }: FastifyInstance, address: Address, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    try {
      await addSocket(server, address);
    } catch (error) {
      if (absent.includes((error as NodeJS.ErrnoException).code ?? '')) return;
      log.warn({ err: error, ...address }, `Only ${index} of ${count} further sockets listen at this address.`);
      return;
    }
  }
}

/** Its connections are handled by the server, as the server's own are. */
async function addSocket(server: HttpServer, address: Address): Promise<void> {
  // with the options of HTTP servers, which handle the connections that they are given
  const options = { allowHalfOpen: true, noDelay: true };
  const listener = createServer(options, (socket) => server.emit('connection', socket));
  await once(listener.listen(shared(address)), 'listening');
  listener.on('error', (error) => server.emit('error', error));
  remember(server, listener);
}

function remember(server: HttpServer, listener: Server): void {
  const ended = new Promise<void>((resolve) => listener.once('close', resolve));
  additionalSockets.set(server, [...(additionalSockets.get(server) ?? []), { listener, ended }]);
}

/** Refuses new connections at the additional sockets; those that are open remain. */
export function stopListening(server: FastifyInstance): void {
  for (const { listener } of socketsOf(server)) listener.close();
}

/** Resolves once no connection is open at the additional sockets, which `stopListening` has closed. */
export async function connectionsEnded(server: FastifyInstance): Promise<void> {
  await Promise.all(socketsOf(server).map(({ ended }) => ended));
}

/** The number of open connections. */
export async function countConnections(server: FastifyInstance): Promise<number> {
  const listeners = [server.server, ...socketsOf(server).map(({ listener }) => listener)];
  const counts = await Promise.all(listeners.map(connectionsOf));
  return counts.reduce((sum, count) => sum + count, 0);
}

const connectionsOf = (listener: Server) =>
  new Promise<number>((resolve) => listener.getConnections((error, count) => resolve(error ? 0 : count)));
