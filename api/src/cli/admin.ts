// Operator commands for an installation, whether the portal is running or not: npm run admin -- create|demo|migrate
import { parseArgs } from 'node:util';
import { ConfigurationError } from '../platform/environment/configuration-error.ts';
import { prepareDatabase } from '../platform/database/server/prepare.ts';
import { readEnvironment } from '../platform/environment/environment.ts';
import { secretKey } from '../platform/security/keys.ts';
import {
  checkAdministrator,
  createAdministrator,
  type NewOperatorAdministrator,
} from './admin/create-administrator.ts';
import { removeDemo } from './admin/remove-demo.ts';

const log = (line: string) => void process.stdout.write(`${line}\n`);

const usage = `Usage:
  npm run admin -- create --username <name> --email <address> [--organisation <code>] [--first-name <name>] [--last-name <name>]
      Makes an administrator, of the whole installation or of one organisation, and prints a link to choose a password.
  npm run admin -- demo remove
      Removes the demo data with all that belongs to it.
  npm run admin -- migrate
      Migrates the database as a start does, ahead of one.`;

const createOptions = {
  username: { type: 'string' },
  email: { type: 'string' },
  organisation: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
} as const;

async function main(): Promise<void> {
  const request = parse(process.argv.slice(2));
  const environment = readEnvironment();
  const key = secretKey(environment);
  const database = await prepareDatabase(environment, key, log, { join: true });
  try {
    if (request === 'migrate') log('The database is that of this version.');
    else if (request === 'removeDemo')
      for (const line of await removeDemo(database.ownerUrl, environment, key)) log(line);
    else for (const line of await createAdministrator(database, environment.publicUrl, request)) log(line);
  } finally {
    await database.stop();
  }
}

function parse(args: readonly string[]): NewOperatorAdministrator | 'removeDemo' | 'migrate' {
  const [command, ...rest] = args;
  if (command === 'demo' && rest.join(' ') === 'remove') return 'removeDemo';
  if (command === 'migrate' && rest.length === 0) return 'migrate';
  if (command !== 'create') throw new ConfigurationError(usage);
  const values = createValues(rest);
  const { username: userName, email: emailId, organisation } = values;
  if (!userName || !emailId) throw new ConfigurationError(`--username and --email are needed.\n\n${usage}`);
  const [firstName, lastName] = [values['first-name'] ?? userName, values['last-name'] ?? 'Administrator'];
  const administrator = checkAdministrator({ userName, emailId, firstName, lastName });
  return { ...administrator, ...(organisation && { organisation }) };
}

function createValues(args: string[]) {
  try {
    return parseArgs({ args, options: createOptions }).values;
  } catch (error) {
    throw new ConfigurationError(`${(error as Error).message}\n\n${usage}`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof ConfigurationError ? `\n${error.message}\n` : `\n${(error as Error).stack ?? String(error)}\n`,
  );
  process.exitCode = 1;
});
