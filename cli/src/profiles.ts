import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from './failures.ts';

/** The keys of servers, by the address of their portal, and the one used last. */
type Profiles = { readonly current: string | undefined; readonly keys: Readonly<Record<string, string>> };

const none: Profiles = { current: undefined, keys: {} };

/** `$XDG_CONFIG_HOME/storeward/profiles.json`, or below `~/.config`. */
const profilesPath = (): string =>
  join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'storeward', 'profiles.json');

/** Reads the profiles. Throws `CommandError` if others may read them. */
function readProfiles(): Profiles {
  const path = profilesPath();
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return none;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new CommandError('credential', `${path} has keys, and others may read it: chmod 600 ${path}`);
  return JSON.parse(readFileSync(path, 'utf8')) as Profiles;
}

/** Stores the key of a server, which becomes the current one; undefined removes it. */
export function storeKey(url: string, key: string | undefined): void {
  const { keys } = readProfiles();
  const { [url]: _, ...others } = keys;
  const path = profilesPath();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next: Profiles =
    key === undefined
      ? { current: Object.keys(others)[0], keys: others }
      : { current: url, keys: { ...others, [url]: key } };
  // a new file with its mode from the start takes the place of the old one
  const temporary = `${path}.${process.pid}`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, `${JSON.stringify(next, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}

/**
 * The server and key of a command. A key of the environment is for the server that the environment or an option names, and never sent to that of a
 * profile.
 */
export function connectionOf(option: string | undefined): { readonly url: string; readonly key: string } {
  const { STOREWARD_URL, STOREWARD_KEY } = process.env;
  const named = option ?? STOREWARD_URL;
  if (named && STOREWARD_KEY) return { url: serverOf(named), key: STOREWARD_KEY };
  const { current, keys } = readProfiles();
  const address = named ?? current;
  if (!address) throw new CommandError('credential', 'No server is known: storeward login <address>');
  const url = serverOf(address);
  const key = keys[url];
  if (!key) throw new CommandError('credential', `There is no key for ${url}: storeward login ${url}`);
  return { url, key };
}

/** The origin of an address, by which its profile is called. */
export function serverOf(address: string): string {
  if (!URL.canParse(address))
    throw new CommandError('usage', `${address} is no address such as https://portal.example.com`);
  return new URL(address).origin;
}
