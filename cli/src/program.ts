import { createClient } from '@storeward/client';
import { fetchLocalNames } from '@storeward/client/local-names';
import { Command } from 'commander';
import packageFile from '../package.json' with { type: 'json' };
import { addAudit } from './commands/audit.ts';
import { addCompletion } from './commands/completion.ts';
import { addConfiguration } from './commands/configuration.ts';
import { addImport } from './commands/import.ts';
import { addLogin } from './commands/login.ts';
import { addNodes } from './commands/nodes.ts';
import { addSettings } from './commands/settings.ts';
import { addUsers } from './commands/users.ts';
import type { Context } from './context.ts';
import { exitCodes } from './failures.ts';
import { connectionOf } from './profiles.ts';

/** The program with all commands; parsing throws `CommanderError`, `CommandError` and `ApiError`. */
export function createProgram(): Command {
  const program = new Command('storeward')
    .description('Administers a Storeward installation by its API.')
    .version(packageFile.version)
    .option('--server <address>', 'address of the portal, instead of the one used last (STOREWARD_URL)')
    .option('--json', 'print JSON instead of tables')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      `\nExit codes:\n${Object.values(exitCodes)
        .map(([code, text]) => `  ${code}  ${text}`)
        .join('\n')}`,
    );
  const options = () => program.opts<{ server?: string; json?: true }>();
  const context: Context = {
    client: () => createClient({ ...connectionOf(options().server), fetch: fetchLocalNames }),
    server: () => connectionOf(options().server).url,
    isJson: () => options().json === true,
  };
  addLogin(program);
  addUsers(program, context);
  addNodes(program, context);
  addSettings(program, context);
  addImport(program, context);
  addConfiguration(program, context);
  addAudit(program, context);
  addCompletion(program);
  return program;
}
