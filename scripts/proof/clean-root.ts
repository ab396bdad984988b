import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, freePort, untilReady } from './product.ts';
import { type Figure, type ProofOptions, withTempFolder } from './setup.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A Debian whose Node is new enough, and what the page expects on a machine. */
const [release, packages] = ['trixie', 'ca-certificates curl git nodejs npm openssl'];
const home = '/opt/storeward';
const backup = '/var/backups/storeward/storeward.tar.gz';
const create = 'npm run admin -- create --username anna --email anna@shop.example';

/** A system of its own in a folder, of which only the kernel and the network are those of this machine. */
type System = {
  /** Runs a shell command in the clone, as root or another account; returns what it prints. */
  run(command: string, account?: string): string;
  /** Starts the service with account, folder, variables and command of its unit, and a /tmp of its own. */
  startService(): ChildProcess;
};

/**
 * Follows the page of operations from an empty Debian to a restored installation: the commands for one machine, the service as its
 * unit describes it, an administrator, backup, restore and verification. Needs root and debootstrap.
 */
export async function cleanRoot({ log }: ProofOptions): Promise<Figure[]> {
  return withTempFolder(async (folder) => {
    const figures: Figure[] = [];
    /** Returns whether it is done; the figure has its output only if it failed. */
    const step = async (label: string, work: () => unknown): Promise<boolean> => {
      const startedAt = performance.now();
      const failure = await Promise.try(work).then(
        () => undefined,
        (error: Error & { stdout?: string }) => `${error.stdout ?? ''}${error.message}`.slice(-600),
      );
      const measured = failure ?? `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
      figures.push({ label, measured, expected: 'completes', passed: failure === undefined });
      log(`${label}: ${measured}`);
      return failure === undefined;
    };
    let system: System | undefined;
    await step('an empty Debian', () => void (system = createSystem(join(folder, 'root'))));
    if (system) await followPage(system, step);
    return figures;
  });
}

type Step = (label: string, work: () => unknown) => Promise<boolean>;

async function followPage(system: System, step: Step): Promise<void> {
  const port = await freePort();
  const pageStatus = async () => (await createClient(port, 'localhost').send({ path: '/login' })).status;
  /** That a host is unknown is remembered for five seconds. */
  const showsPage = async () => {
    for (let tries = 0; tries < 20 && (await pageStatus()) !== 200; tries += 1) await delay(500);
    ensure((await pageStatus()) === 200, 'there is none');
  };
  const ensure = (condition: boolean, message: string) => {
    if (!condition) throw new Error(message);
  };
  const prints = (command: string, expected: RegExp) => () => {
    const output = system.run(command, 'storeward');
    ensure(expected.test(output), output);
  };
  for (const command of commandsOfPage('useradd').filter((one) => !one.startsWith('systemctl')))
    if (!(await step(command, () => system.run(command)))) return;
  system.run(`echo PORT=${port} >> /etc/storeward/environment`);
  let service = system.startService();
  const isReady = () => untilReady(port, () => service.exitCode === null && service.signalCode === null);
  try {
    await step('start of the service', isReady);
    await step('no sign-in page before there is an administrator', async () =>
      ensure((await pageStatus()) === 404, 'there is one'),
    );
    await step('the first administrator', prints(create, /http/));
    await step('the sign-in page', showsPage);
    await step('npm run verify', prints('npm run verify', /All chains are valid/));
    await step('backup', prints(`npm run backup -- ${backup}`, /The backup is/));
    await stop(service);
    await step('loss of the data folder but for the key', () =>
      system.run(
        'cd /var/lib && mv storeward lost && install -d -o storeward -g storeward -m 0700 storeward && cp -p lost/secret.key storeward/',
      ),
    );
    await step('restore', prints(`npm run restore -- ${backup}`, /All chains are valid/));
    service = system.startService();
    await step('start after the restore', isReady);
    await step('the sign-in page after the restore', showsPage);
  } finally {
    await stop(service);
  }
}

function createSystem(folder: string): System {
  mkdirSync(folder);
  // in a mount namespace of its own, so that nothing which it mounts is left in the folder
  const options = ['--variant=minbase', release, folder];
  execFileSync('unshare', ['--mount', 'debootstrap', ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  const install = `apt-get install --yes --no-install-recommends ${packages}`;
  execFileSync('unshare', inSystem(folder, `export DEBIAN_FRONTEND=noninteractive; ${install}`), {
    env: environmentOf(undefined),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, join(folder, home)]);
  // a network may have a certificate authority of its own
  for (const file of ['ssl/certs/ca-certificates.crt', 'resolv.conf', 'hosts'])
    cpSync(join('/etc', file), join(folder, 'etc', file), { dereference: true });
  return {
    run: (command, account) =>
      execFileSync('unshare', inSystem(folder, `cd ${home} && ${command}`, account), {
        encoding: 'utf8',
        env: environmentOf(account),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    startService: () => startService(folder),
  };
}

const mount = 'mount -t tmpfs -o nosuid,nodev,mode=1777 tmpfs';

/** Arguments of `unshare` for a command in the system; what is mounted for it ends with it. */
const inSystem = (folder: string, command: string, account = 'root', mounts = ''): string[] => {
  const chroot = `exec chroot --userspec=${account}:${account} "$0" sh -ec "$1"`;
  const ofAll = `mount -t proc proc "$0/proc"; mkdir -p "$0/dev/shm"; ${mount} "$0/dev/shm"`;
  return ['--mount', 'sh', '-ec', `${ofAll}; ${mounts}${chroot}`, folder, command];
};

const environmentOf = (account: string | undefined) => ({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: account === undefined ? '/root' : `/var/lib/${account}`,
  LANG: 'C.UTF-8',
  NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
  npm_config_cafile: '/etc/ssl/certs/ca-certificates.crt',
});

/** The commands of the block of the page that has a word. */
export function commandsOfPage(word: string): string[] {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const block = [...page.matchAll(/^```console\n(.*?)^```$/gms)].find(([, text]) => text?.includes(word))?.[1];
  return block?.trim().split('\n') ?? [];
}

function startService(folder: string): ChildProcess {
  const unit = readFileSync(join(folder, home, 'deploy/systemd/storeward.service'), 'utf8');
  const valuesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
  const valueOf = (name: string) => valuesOf(name)[0] ?? '';
  const variables = readFileSync(join(folder, valueOf('EnvironmentFile')), 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
  const given = [...valuesOf('Environment').flatMap((line) => line.split(' ')), ...variables].map((line) => {
    const index = line.indexOf('=');
    return [line.slice(0, index), line.slice(index + 1)] as const;
  });
  const account = valueOf('User');
  const runtimeFolder = `/run/${valueOf('RuntimeDirectory')}`;
  execFileSync('chroot', [folder, 'install', '-d', '-o', account, '-g', valueOf('Group'), '-m', '0700', runtimeFolder]);
  const command = `cd ${valueOf('WorkingDirectory')} && umask ${valueOf('UMask')} && exec ${valueOf('ExecStart')}`;
  return spawn('unshare', inSystem(folder, command, account, `${mount} "$0/tmp"; `), {
    env: { ...environmentOf(account), ...Object.fromEntries(given) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}
