import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** A version before this one, in a folder, with the packages that are installed here. */
export type EarlierVersion = { readonly name: string; readonly folder: string };

/** The release before, or, as long as nothing is tagged, the commit before the newest migration. */
export function releaseBefore(folder: string): EarlierVersion {
  const commit = lastTag() ?? `${git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'api/migrations/*.sql')}^`;
  mkdirSync(folder);
  const archive = execFileSync('git', ['-C', root, 'archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive });
  linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'), folder);
  return { name: git('describe', '--tags', '--always', commit), folder };
}

function lastTag(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  } catch {
    return undefined;
  }
}

/** Links every package; those of the product itself, which are links to its folders, lead to the folder of the version. */
function linkPackages(from: string, to: string, folder: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (name.startsWith('@')) linkPackages(path, join(to, name), folder);
    else if (lstatSync(path).isSymbolicLink())
      symlinkSync(join(folder, relative(root, realpathSync(path))), join(to, name));
    else symlinkSync(path, join(to, name));
  }
}
