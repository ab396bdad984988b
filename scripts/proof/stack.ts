import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase } from '../../api/src/platform/database/server/prepare.ts';
import { hashing } from '../../api/src/platform/security/hashing.ts';
import { seedDemo } from '../seed/demo.ts';
import { type Cluster, createCluster, databaseUrl, userList } from './cluster.ts';
import { freePort, type Product, product } from './product.ts';
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
import { cheapHashCosts, withTempFolder } from './setup.ts';

/** A running PgBouncer. */
export type Pooler = {
  readonly port: number;
  url(role: string): string;
  /** Leads it to another server. */
  moveTo(server: Pick<Cluster, 'port'>): void;
  stop(): Promise<void>;
};

/** A running nginx in front of processes of the product. */
export type Proxy = {
  readonly port: number;
};

/** A folder with an empty database server, and what a proof puts in front of it; all is stopped afterwards. */
export type Stack = {
  readonly folder: string;
  readonly cluster: Cluster;
  startPooler(options?: { program?: PgBouncer; lines?: readonly (readonly [string, string])[] }): Promise<Pooler>;
  startProxy(ports: readonly number[]): Promise<Proxy>;
  /** The settings of a process with a data folder of its own; the files are in one folder for all unless `ownFiles`. */
  settings(appUrl: string, options?: { ownFiles?: boolean; ownerUrl?: string }): Record<string, string>;
  /** A process that is stopped at the end. */
  addProduct(settings: Readonly<Record<string, string>>): Promise<Product>;
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
    startProxy: (ports) => startProxy(nextFolder('proxy'), ports, onEnd),
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
    async addProduct(settings) {
      const added = await product(settings);
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

async function startProxy(folder: string, ports: readonly number[], onEnd: Stack['onEnd']): Promise<Proxy> {
  mkdirSync(folder);
  const port = await freePort();
  const [processes, site, main] = ['processes.conf', 'storeward.conf', 'nginx.conf'].map((name) => join(folder, name));
  const tls = ['http2 on;', 'ssl_certificate     /etc/ssl/portal.pem;', 'ssl_certificate_key /etc/ssl/portal.key;'];
  const [first, second] = ports;
  writeFileSync(
    processes!,
    deployFile('nginx/processes.conf', {
      '127.0.0.1:8080': `127.0.0.1:${first}`,
      '127.0.0.1:8081': `127.0.0.1:${second}`,
    }),
  );
  writeFileSync(
    site!,
    deployFile('nginx/storeward.conf', {
      'listen 443 ssl;': `listen 127.0.0.1:${port};`,
      ...Object.fromEntries(tls.map((line) => [line, ''])),
      '/etc/nginx/storeward/processes.conf': processes!,
      // as if TLS had been terminated here
      'X-Forwarded-Proto $scheme': 'X-Forwarded-Proto https',
    }),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    main!,
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')}; worker_processes 2;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http { access_log off; ${temporary.join(' ')} include ${site}; }\n`,
  );
  const running = startProgram('nginx', ['-e', join(folder, 'error.log'), '-p', folder, '-c', main!]);
  onEnd(() => running.stop('SIGTERM'));
  await untilListening(port);
  return { port };
}
