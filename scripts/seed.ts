// Seeds an empty database: npm run seed -- --size M
import { parseArgs } from 'node:util';
import { prepareDatabase } from '../api/src/platform/database/server/prepare.ts';
import { readEnvironment } from '../api/src/platform/environment/environment.ts';
import { hashingFor } from '../api/src/platform/security/hashing.ts';
import { secretKey } from '../api/src/platform/security/keys.ts';
import { ConfigurationError } from '../api/src/platform/environment/configuration-error.ts';
import { seedSize, type Size, sizes } from './seed/sizes.ts';

const log = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const size = requestedSize(process.argv.slice(2));
  const environment = readEnvironment();
  const key = secretKey(environment);
  const database = await prepareDatabase(environment, key, log);
  try {
    const startedAt = performance.now();
    await seedSize(database.ownerUrl, size, hashingFor(environment, key), (line) =>
      log(`${seconds(startedAt)}  ${line}`),
    );
    log(`${seconds(startedAt)}  Loaded size ${size}.`);
  } finally {
    await database.stop();
  }
}

function requestedSize(args: readonly string[]): Size {
  const usage = `Usage: npm run seed -- --size ${sizes.join('|')}`;
  try {
    const { values } = parseArgs({ args: [...args], options: { size: { type: 'string' } } });
    const size = sizes.find((known) => known === values.size?.toUpperCase());
    if (size) return size;
  } catch (error) {
    throw new ConfigurationError(`${(error as Error).message}\n${usage}`);
  }
  throw new ConfigurationError(usage);
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;
}

// An interrupted seed leaves an empty database: its transaction is rolled back when the process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof ConfigurationError ? `\n${error.message}\n` : `\n${(error as Error).stack ?? String(error)}\n`,
  );
  process.exitCode = 1;
});
