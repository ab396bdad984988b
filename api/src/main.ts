import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { demoAccounts, demoPassword } from '../../scripts/seed/demo-accounts.ts';
import { refuseExposedDemo, startNotices } from './platform/environment/exposure.ts';
import { installationState } from './platform/database/schema/installation-state.ts';
import { prepareDataDir } from './platform/database/server/data-dir.ts';
import { prepareDatabase } from './platform/database/server/prepare.ts';
import { claimStorage } from './platform/files/storage-claim.ts';
import {
  type Environment,
  hasOpenMailbox,
  runtimeConfiguration,
  readEnvironment,
} from './platform/environment/environment.ts';
import { secretKey } from './platform/security/keys.ts';
import { drain } from './platform/http/drain.ts';
import { startListening } from './platform/http/listening.ts';
import { logOptions } from './platform/log.ts';
import { ConfigurationError } from './platform/environment/configuration-error.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Stops a component; the signal is what ends the process, if one does. */
type StopStep = (signal?: NodeJS.Signals) => Promise<unknown>;

/** Starts all components in order; on a signal or an error stops them in reverse order. */
async function main(): Promise<void> {
  const stopSteps: StopStep[] = [];
  const stop = async (signal?: NodeJS.Signals) => {
    for (const step of stopSteps.splice(0).reverse()) await step(signal);
  };
  let shutdown: Promise<void> | undefined;
  const shutDown = (signal: NodeJS.Signals) =>
    void (shutdown ??= stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        printError(error);
        process.exit(1);
      },
    ));
  process.on('SIGINT', shutDown).on('SIGTERM', shutDown).on('SIGHUP', shutDown);
  try {
    await start((step) => stopSteps.push(step));
  } catch (error) {
    await stop().catch(printError);
    if (!shutdown) throw error; // a signal during the start is not an error
  }
}

async function start(onStop: (step: StopStep) => void): Promise<void> {
  const environment = readEnvironment();
  refuseExposedDemo(environment, { demo: environment.demoData });
  await ensurePortIsFree(environment);
  prepareDataDir(environment.dataDir);
  const key = secretKey(environment);
  // load our modules while the embedded database, a separate process, starts
  const preloadModules = () => import('./app.ts').catch(() => undefined); // the import below reports the error
  const database = await prepareDatabase(environment, key, print, { meanwhile: preloadModules });
  onStop(database.stop);
  if (environment.databaseUrl && !environment.s3Bucket) await claimStorage({ ...database, ...environment });
  const { createApp } = await import('./app.ts');
  if (environment.demoData) await loadDemo(database.ownerUrl, environment, key);
  const state = await installationState(database.ownerUrl);
  refuseExposedDemo(environment, state);
  const server = await createApp({
    environment,
    secretKey: key,
    databaseUrl: database.appUrl,
    webFolder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    runtimeConfiguration: runtimeConfiguration(environment, state),
    logger: logOptions(environment),
  });
  onStop((signal) => close(server, signal));
  await listen((address) => startListening(server, address), environment);
  printAddresses(environment, portOf(server));
  for (const line of startNotices(environment, state)) print(line);
  flushCompileCache(); // keep the compile cache even if this process is killed later
}

/** Loads the demo data into an empty database; of several starts at once, one does. */
async function loadDemo(ownerUrl: string, environment: Environment, key: Uint8Array): Promise<void> {
  if (!(await installationState(ownerUrl)).empty) return;
  print('Loading the demo data …');
  const { seedDemo } = await import('../../scripts/seed/demo.ts');
  const { hashingFor } = await import('./platform/security/hashing.ts');
  await seedDemo(ownerUrl, hashingFor(environment, key));
}

/** Reports a port that cannot be used before anything is created; a program may still take it afterwards. */
async function ensurePortIsFree({ host, port }: Environment): Promise<void> {
  const probe = createServer();
  await listen((address) => once(probe.listen(address), 'listening'), { host, port });
  await promisify(probe.close.bind(probe))();
}

async function listen(
  start: (address: { readonly host: string; readonly port: number }) => Promise<unknown>,
  { host, port }: Pick<Environment, 'host' | 'port'>,
): Promise<void> {
  try {
    await start({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigurationError(
        `Port ${port} is taken by another program. Stop that, or set PORT to a free one, and start again.`,
      );
    if (code === 'EACCES')
      throw new ConfigurationError(
        `Port ${port} is not open to this account. Set PORT to one above 1023, and start again.`,
      );
    if (code === 'EADDRNOTAVAIL')
      throw new ConfigurationError(`HOST ${host} is not an address of this machine. Correct HOST, and start again.`);
    throw error;
  }
}

/**
 * Completes running requests; after 8 seconds, longer than any database query may take, closes all connections. By SIGTERM,
 * as sent by the manager of the process, a proxy gets the time to turn to another process first.
 */
async function close(server: FastifyInstance, signal?: NodeJS.Signals): Promise<void> {
  if (signal === 'SIGTERM') await drain(server);
  const timeout = setTimeout(() => server.server.closeAllConnections(), 8_000);
  await server.close();
  clearTimeout(timeout);
}

/** The actual port, since PORT 0 lets the operating system choose. */
function portOf(server: FastifyInstance): number {
  const address = server.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function printAddresses(environment: Environment, port: number): void {
  print(`\nStoreward is ready at http://localhost:${port}`);
  if (hasOpenMailbox(environment)) print(`Its mails are shown at http://localhost:${port}/dev/mail`);
  if (!environment.demoData) return;
  print(`\n  Demo accounts, password ${demoPassword}`);
  for (const { portal, userName, domain, node } of demoAccounts) {
    print(
      `    ${`http://${portal}:${port}`.padEnd(34)}${`${userName}${domain ? `@${domain}` : ''}`.padEnd(36)}${node}`,
    );
  }
}

/** Prints the message of a configuration error, the stack of any other. */
function printError(error: unknown): void {
  process.stderr.write(
    error instanceof ConfigurationError ? `\n${error.message}\n` : `\n${(error as Error).stack ?? String(error)}\n`,
  );
}

main().catch((error: unknown) => {
  printError(error);
  process.exitCode = 1;
});
