import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase } from '../../api/src/platform/database/server/prepare.ts';
import { hashing } from '../../api/src/platform/security/hashing.ts';
import { seedDemo } from '../seed/demo.ts';
import { type Cluster, createCluster, databaseUrl, userList } from './cluster.ts';
import { freePort, type Product, product, type ProductOptions } from './product.ts';
import {
  accountFolder,
  asAccount,
  deployFile,
  type PgBouncer,
  pgBouncers,
  type Program,
  startProgram,
  untilListening,
} from './programs.ts';
import { type Proxy, startNginx } from './proxy.ts';
import { cheapHashCosts, withTempFolder } from './setup.ts';

/** A running PgBouncer. */
export type Pooler = {
  readonly port: number;
  url(role: string): string;
  /** Leads it to another server. */
  moveTo(server: Pick<Cluster, 'port'>): void;
  stop(): Promise<void>;
};

/** A folder with an empty database server, and what a proof puts in front of it; all is stopped afterwards. */
export type Stack = {
  readonly folder: string;
  readonly cluster: Cluster;
  startPooler(options?: { program?: PgBouncer; lines?: readonly (readonly [string, string])[] }): Promise<Pooler>;
  /** Starts nginx in front of two processes, without TLS. */
  startProxy(ports: readonly [number, number]): Promise<Proxy>;
  /** A folder that does not exist yet. */
  nextFolder(name: string): string;
  /** The settings of a process with a data folder of its own; the files are in one folder for all unless `ownFiles`. */
  settings(appUrl: string, options?: { ownFiles?: boolean; ownerUrl?: string }): Record<string, string>;
  /** A process that is stopped at the end. */
  addProduct(settings: Readonly<Record<string, string>>, options?: ProductOptions): Promise<Product>;
  /** Fills the database with the demo organisations. */
  seed(): Promise<void>;
  onEnd(step: () => Promise<unknown>): void;
};

/** Runs a proof on a PostgreSQL of the machine, with settings that may name a folder of the proof. */
export function withStack<T>(
  work: (stack: Stack) => Promise<T>,
  settingsIn: (folder: string) => Parameters<typeof createCluster>[1] = () => ({}),
): Promise<T> {
  return withTempFolder(async (folder) => {
    chmodSync(folder, 0o711); // the database runs as another account
    const steps: (() => Promise<unknown>)[] = [];
    try {
      const cluster = await createCluster(join(folder, 'primary'), settingsIn(folder));
      steps.push(() => cluster.stop());
      return await work(stackOf(folder, cluster, (step) => void steps.push(step)));
    } finally {
      for (const step of steps.toReversed()) await step();
    }
  });
}

function stackOf(folder: string, cluster: Cluster, onEnd: Stack['onEnd']): Stack {
  const key = randomBytes(32);
  const files = join(folder, 'files');
  mkdirSync(files);
  let count = 0;
  const nextFolder = (name: string) => join(folder, `${name}-${(count += 1)}`);
  return {
    folder,
    cluster,
    onEnd,
    startPooler: async ({ program = modernPgBouncer(), lines = [] } = {}) => {
      const pooler = await startPooler(nextFolder('pooler'), { program, lines, server: cluster });
      onEnd(pooler.stop);
      return pooler;
    },
    startProxy: (ports) => startNginx(nextFolder('proxy'), ports, { onEnd }),
    nextFolder,
    settings(appUrl, { ownFiles = false, ownerUrl = cluster.url('storeward_owner') } = {}) {
      const dataDir = nextFolder('data');
      mkdirSync(dataDir);
      if (!ownFiles) symlinkSync(files, join(dataDir, 'files'));
      return {
        DATABASE_URL: ownerUrl,
        DATABASE_APP_URL: appUrl,
        SECRET_KEY: key.toString('hex'),
        ENVIRONMENT: 'testing',
        TRUST_PROXY: '127.0.0.1',
        DATA_DIR: dataDir,
        HASH_MEMORY_KIB: String(cheapHashCosts.memoryKib),
        HASH_PASSES: String(cheapHashCosts.passes),
      };
    },
    async addProduct(settings, options) {
      const added = await product(settings, options);
      onEnd(() => added.stop());
      return added;
    },
    async seed() {
      const ownerUrl = cluster.url('storeward_owner');
      const environment = { databaseUrl: ownerUrl, databaseAppUrl: cluster.url('portal'), dataDir: folder };
      await prepareDatabase(environment, key, () => undefined);
      await seedDemo(ownerUrl, hashing(cheapHashCosts, key));
    },
  };
}

/** The newest PgBouncer of the machine that knows named statements; it is built if there is none. */
function modernPgBouncer(): PgBouncer {
  const found = pgBouncers().find(({ hasNames }) => hasNames);
  if (!found) throw new Error('PgBouncer 1.21 or newer is needed: set PGBOUNCER to the program.');
  return found;
}

type PoolerOptions = {
  readonly program: PgBouncer;
  /** Lines of the file with those that replace them. */
  readonly lines: readonly (readonly [string, string])[];
  readonly server: Pick<Cluster, 'port'>;
};

async function startPooler(folder: string, { program, lines, server }: PoolerOptions): Promise<Pooler> {
  accountFolder(folder);
  const port = await freePort();
  const [users, file] = [join(folder, 'userlist.txt'), join(folder, 'pgbouncer.ini')];
  writeFileSync(users, userList('storeward_owner', 'portal'), { mode: 0o644 });
  chmodSync(folder, 0o711);
  const write = (serverPort: number) =>
    writeFileSync(
      file,
      deployFile('pgbouncer/pgbouncer.ini', {
        'port=5432': `port=${serverPort}`,
        'listen_port = 6432': `listen_port = ${port}`,
        '/etc/pgbouncer/userlist.txt': users,
        // an old one does not know this line
        ...(program.hasNames ? {} : { 'max_prepared_statements = 500': '' }),
        ...Object.fromEntries(lines),
      }),
      { mode: 0o644 },
    );
  write(server.port);
  const running: Program = startProgram(...asAccount(program.file, [file]));
  await untilListening(port);
  return {
    port,
    url: (role) => databaseUrl(port, role),
    moveTo(next) {
      write(next.port);
      running.signal('SIGHUP');
    },
    stop: () => running.stop('SIGINT'),
  };
}
