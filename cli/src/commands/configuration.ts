import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { applyRoles, applyTables, isApplicable, tablesOf } from '../configuration/changes.ts';
import { differencesOf, formatDifference } from '../configuration/differences.ts';
import { type Configuration, formatConfiguration, parseConfiguration } from '../configuration/document.ts';
import { readConfiguration } from '../configuration/reader.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../failures.ts';
import { print, printJson } from '../output.ts';
import { readFile } from './import.ts';

const parts = 'roles, nodes, settings and lists at and below the node of the key, without secrets';

/** Adds `export`, `diff` and `apply`. */
export function addConfiguration(program: Command, { client, server, isJson }: Context): void {
  program
    .command('export')
    .option('--output <file>', 'instead of the output of the command')
    .description(`Writes the configuration as YAML: ${parts}.`)
    .action(async ({ output }: { output?: string }) => {
      const { configuration, top } = await readConfiguration(client(), server());
      if (isJson()) return printJson(configuration);
      const text = formatConfiguration(configuration, top.name);
      if (output === undefined) process.stdout.write(text);
      else writeFileSync(output, text);
      return undefined;
    });
  program
    .command('diff')
    .argument('<file>', 'a file of export; parts and sections that it does not have are left out')
    .description('Shows what apply would change.')
    .action(async (path: string) => {
      const file = read(path);
      const differences = differencesOf(file, (await readConfiguration(client(), server())).configuration);
      if (isJson()) printJson(differences);
      else for (const difference of differences) print(formatDifference(difference));
      if (differences.length > 0) throw new CommandError('different', `${differences.length} differences`);
    });
  program
    .command('apply')
    .argument('<file>', 'a file of export, of this installation or of another one')
    .option('--dry-run', 'let the server check the changes, and change nothing')
    .description(
      'Makes the configuration that of a file: imports of the server, which can be undone there, and a change for each role. Deletes no node and no role.',
    )
    .action(async (path: string, { dryRun }: { dryRun?: true }) => {
      const api = client();
      const file = read(path);
      const running = await readConfiguration(api, server());
      const all = differencesOf(file, running.configuration);
      const differences = all.filter((difference) => isApplicable(difference, file, running.configuration));
      for (const difference of all)
        print(`${differences.includes(difference) ? '' : 'left out: '}${formatDifference(difference)}`);
      // roles first, since they cannot be checked without being changed: a refused one stops before any run
      if (!dryRun) await applyRoles(api, differences, file, running);
      if (!(await applyTables(api, tablesOf(differences, file, running), dryRun === true)))
        throw new CommandError('refused', 'The server refused rows; files before it were applied.');
      if (dryRun) return;
      const remaining = differencesOf(file, (await readConfiguration(api, server())).configuration);
      const missed = remaining.filter((difference) => isApplicable(difference, file, running.configuration));
      if (missed.length > 0) {
        for (const difference of missed) print(`not applied: ${formatDifference(difference)}`);
        throw new CommandError('different', `${missed.length} differences remain`);
      }
    });
}

const read = (path: string): Configuration => parseConfiguration(new TextDecoder().decode(readFile(path)));
