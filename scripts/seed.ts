// Fills an empty database to one of the sizes: npm run seed -- --size M
import { parseArgs } from 'node:util';
import { databaseOf } from '../api/src/platform/database.ts';
import { readEnvironment } from '../api/src/platform/env.ts';
import { hashingFor } from '../api/src/platform/hashing.ts';
import { secretKey } from '../api/src/platform/keys.ts';
import { Trouble } from '../api/src/platform/trouble.ts';
import { seedSize, type Size, sizes } from './seed/sizes.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const size = sizeWanted(process.argv.slice(2));
  const environment = readEnvironment();
  const key = secretKey(environment);
  const database = await databaseOf(environment, key, say);
  try {
    const started = performance.now();
    await seedSize(database.ownerUrl, size, hashingFor(environment, key), (line) =>
      say(`${seconds(started)}  ${line}`),
    );
    say(`${seconds(started)}  Size ${size} is loaded.`);
  } finally {
    await database.stop();
  }
}

function sizeWanted(args: readonly string[]): Size {
  const wanted = `Say which size: npm run seed -- --size ${sizes.join('|')}`;
  try {
    const { values } = parseArgs({ args: [...args], options: { size: { type: 'string' } } });
    const size = sizes.find((known) => known === values.size?.toUpperCase());
    if (size) return size;
  } catch (error) {
    throw new Trouble(`${(error as Error).message}\n${wanted}`);
  }
  throw new Trouble(wanted);
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s`;
}

// Leaving half-way leaves an empty database: the embedded one ends with this process, and takes back what was not finished.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof Trouble ? `\n${error.message}\n` : `\n${(error as Error).stack ?? String(error)}\n`,
  );
  process.exitCode = 1;
});
