import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { CommandError } from '../failures.ts';
import { printJson } from '../output.ts';
import { type Kind, kinds, printOutcome, runFile } from '../runs.ts';

/** Adds `import`. */
export function addImport(program: Command, { client, isJson }: Context): void {
  program
    .command('import')
    .argument('<file>', 'CSV file')
    .addOption(new Option('--kind <kind>', 'what the rows are').choices(Object.keys(kinds)).default('users'))
    .option('--dry-run', 'only check the file, and change nothing')
    .option('--valid-rows', 'import the valid rows of a file that has others')
    .description('Imports a CSV file: checks it, prints the rows with errors, and writes the rows if there are none.')
    .action(async (path: string, options: { kind: Kind; dryRun?: true; validRows?: true }) => {
      const file = new File([readFile(path)], basename(path), { type: 'text/csv' });
      const outcome = await runFile(
        client(),
        options.kind,
        file,
        ({ wrong }) => !options.dryRun && (wrong.length === 0 || options.validRows === true),
      );
      if (isJson()) printJson(outcome);
      else printOutcome(outcome);
      if (outcome.run.fault !== null) throw new CommandError('refused', `The import failed: ${outcome.run.fault}.`);
      if (outcome.wrong.length > 0) throw new CommandError('different', `${outcome.wrong.length} rows have errors.`);
    });
}

/** Reads a file that the user names. */
export function readFile(path: string): Uint8Array<ArrayBuffer> {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CommandError('usage', `${path} cannot be read: ${(error as Error).message}`);
  }
}
