import { createClient } from '@storeward/client';
import { fetchLocalNames } from '@storeward/client/local-names';
import type { Command } from 'commander';
import { CommandError } from '../failures.ts';
import { print } from '../output.ts';
import { serverOf, storeKey } from '../profiles.ts';
import { readSecret } from '../secret-input.ts';

/** Adds `login` and `logout`. */
export function addLogin(program: Command): void {
  program
    .command('login')
    .argument('<address>', 'address of the portal, such as https://portal.example.com')
    .description(
      'Stores the key of a server, after a request with it. Reads the key from STOREWARD_KEY or from the input, never from an argument.',
    )
    .action(async (address: string) => {
      const url = serverOf(address);
      const key = (process.env['STOREWARD_KEY'] ?? (await readSecret('Key'))).trim();
      if (key === '') throw new CommandError('credential', 'No key was given.');
      await createClient({ url, key, fetch: fetchLocalNames }).nodes.choices({ query: { size: 1 } });
      storeKey(url, key);
      print(`Signed in to ${url}.`);
    });
  program
    .command('logout')
    .argument('<address>', 'address of the portal')
    .description('Removes the stored key of a server. The key itself stays valid: revoke it in the portal.')
    .action((address: string) => {
      storeKey(serverOf(address), undefined);
      print(`The key of ${serverOf(address)} is removed.`);
    });
}
