import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { demoAccounts, demoPassword } from '../../scripts/seed/demo-accounts.ts';
import { prepareDataDir } from './platform/data-dir.ts';
import { databaseOf } from './platform/database.ts';
import { type Environment, portalFacts, readEnvironment } from './platform/env.ts';
import { secretKey } from './platform/keys.ts';
import { logOptions } from './platform/log.ts';
import { Trouble } from './platform/trouble.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Starts everything, in order, and stops it in the opposite one, whenever it is told to. */
async function main(): Promise<void> {
  const stopping: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of stopping.splice(0).reverse()) await step();
  };
  let leaving: Promise<void> | undefined;
  const leave = () =>
    void (leaving ??= stop().then(
      () => process.exit(0),
      (error: unknown) => {
        tell(error);
        process.exit(1);
      },
    ));
  process.on('SIGINT', leave).on('SIGTERM', leave).on('SIGHUP', leave);
  try {
    await start((step) => stopping.push(step));
  } catch (error) {
    await stop().catch(tell);
    if (!leaving) throw error; // whoever leaves in the middle of a start is not told that it failed
  }
}

async function start(onStop: (step: () => Promise<unknown>) => void): Promise<void> {
  const environment = readEnvironment();
  prepareDataDir(environment.dataDir);
  const key = secretKey(environment);
  // The embedded database is a process of its own: while it gets ready, ours reads its modules.
  const meanwhile = () => import('./app.ts').catch(() => undefined); // should they be broken, that is told below
  const database = await databaseOf(environment, key, say, meanwhile);
  onStop(database.stop);
  const { createApp } = await import('./app.ts');
  if (environment.demoData) await loadDemo(database.ownerUrl, environment, key);
  const server = await createApp({
    environment,
    secretKey: key,
    databaseUrl: database.appUrl,
    webFolder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    facts: portalFacts(environment),
    logger: logOptions(environment),
  });
  onStop(() => close(server));
  await listen(server, environment);
  announce(environment, portOf(server));
  flushCompileCache(); // a start that ends badly later still makes the next one quick
}

/** An empty database of one's own begins with the demo data. */
async function loadDemo(ownerUrl: string, environment: Environment, key: Uint8Array): Promise<void> {
  const { isEmpty } = await import('../../scripts/seed/load.ts');
  if (!(await isEmpty(ownerUrl))) return;
  say('Loading the demo data …');
  const { seedDemo } = await import('../../scripts/seed/demo.ts');
  const { hashingFor } = await import('./platform/hashing.ts');
  await seedDemo(ownerUrl, hashingFor(environment, key));
}

async function listen(server: FastifyInstance, { host, port }: Environment): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new Trouble(
        `Port ${port} is taken by another program. Stop that, or set PORT to a free one, and start again.`,
      );
    if (code === 'EACCES')
      throw new Trouble(`Port ${port} is not open to this account. Set PORT to one above 1023, and start again.`);
    if (code === 'EADDRNOTAVAIL')
      throw new Trouble(`HOST ${host} is not an address of this machine. Correct HOST, and start again.`);
    throw error;
  }
}

/** Whoever is being answered gets the answer; who only holds a connection open is cut off, later than any question to the database lasts. */
async function close(server: FastifyInstance): Promise<void> {
  const patience = setTimeout(() => server.server.closeAllConnections(), 8_000);
  await server.close();
  clearTimeout(patience);
}

/** PORT 0 leaves the choice to the machine, so the server is asked. */
function portOf(server: FastifyInstance): number {
  const address = server.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function announce({ demoData, environment, smtpUrl }: Environment, port: number): void {
  say(`\nStoreward is ready at http://localhost:${port}`);
  if (environment !== 'production' && !smtpUrl) say(`Its mails are shown at http://localhost:${port}/dev/mail`);
  if (!demoData) return;
  say(`\n  Demo accounts, password ${demoPassword}`);
  for (const { portal, userName, domain, place } of demoAccounts) {
    say(`    ${`http://${portal}:${port}`.padEnd(34)}${`${userName}${domain ? `@${domain}` : ''}`.padEnd(36)}${place}`);
  }
}

/** What went wrong: a sentence where we have one, all that is known where the fault is ours. */
function tell(error: unknown): void {
  process.stderr.write(
    error instanceof Trouble ? `\n${error.message}\n` : `\n${(error as Error).stack ?? String(error)}\n`,
  );
}

main().catch((error: unknown) => {
  tell(error);
  process.exitCode = 1;
});
