import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, type Product, type ProductOptions } from './product.ts';
import { releaseBefore } from './release-before.ts';
import { endLoad, readers } from './rolling.ts';
import type { Figure, ProofOptions } from './setup.ts';
import { withStack } from './stack.ts';
import { writers } from './writers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** For how long the version before works on the migrated database. */
const oldSeconds = 10;

/**
 * The steps of docs/operations.md under load: two processes of the version before behind nginx, the database migrated by this
 * version, and then each process replaced by one of it.
 */
export function upgrade({ log }: ProofOptions): Promise<Figure[]> {
  return withStack(async (stack) => {
    const before = releaseBefore(stack.nextFolder('before'));
    log(`the version before is ${before.name}`);
    const settings = [1, 2].map(() => ({ ...stack.settings(stack.cluster.url('portal')), DEMO_DATA: 'on' }));
    const start = async (index: number, options: ProductOptions): Promise<Product> => {
      const added = await stack.addProduct(settings[index]!, options);
      await added.start();
      return added;
    };
    const [first, second] = [await start(0, { folder: before.folder }), await start(1, { folder: before.folder })];
    const proxy = await stack.startProxy([first.port, second.port]);
    const ownerUrl = stack.cluster.url('postgres');
    const writing = await writers(proxy.port, ownerUrl, 'Upgrade');
    const reads = await readers(proxy.port);
    await delay(2_000);
    const startedAt = performance.now();
    const migrated = await migrate(settings[0]!);
    const seconds = (performance.now() - startedAt) / 1000;
    log(`migrated in ${seconds.toFixed(1)} s`);
    const ready = [await readiness(first.port), await readiness(second.port)];
    await delay(oldSeconds * 1000);
    for (const [index, old] of [first, second].entries()) {
      await old.stop();
      await start(index, { port: old.port });
      await delay(2_000);
      log(`process ${index + 1} replaced`);
    }
    const title = `upgrade from ${before.name}`;
    const { figures } = await endLoad(title, { reads, writing, ownerUrl });
    return [
      {
        label: `${title}: the migration, under load`,
        measured: `${migrated} in ${seconds.toFixed(1)} s`,
        expected: 'done',
        passed: migrated === 'done',
      },
      {
        label: `${title}: readiness of the processes of before, on the new schema`,
        measured: ready.join(', '),
        expected: '200, 200',
        passed: ready.every((status) => status === 200),
      },
      ...figures,
    ];
  });
}

/** Runs the command of the operators with this version, while the clients go on; returns `done` or what it printed. */
async function migrate(settings: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, ['api/src/cli/admin.ts', 'migrate'], {
    cwd: root,
    env: { ...process.env, ...settings },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  const [status] = (await once(child, 'close')) as [number | null];
  return status === 0 ? 'done' : output.trim().slice(-200);
}

async function readiness(port: number): Promise<number> {
  const { send, close } = createClient(port, 'localhost');
  const { status } = await send({ path: '/health/ready' });
  close();
  return status;
}
