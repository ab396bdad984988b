// Refuses commits whose subject is too long, and merges that leave the tree as it was: node scripts/check-commits.ts
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A commit; `tree` and `parentTrees` are the hashes of the trees. */
export type Commit = {
  readonly hash: string;
  readonly subject: string;
  readonly tree: string;
  readonly parentTrees: readonly string[];
};

const longestSubject = 72;

/** Checked are the commits since the last release, or since this one, from which on the rules hold. */
const firstChecked = '621145abafa760673fae14b77bd9b73e057e392a';

/** Every violation, with the way to mend it. */
export function commitErrors(commits: readonly Commit[]): string[] {
  return commits.flatMap(({ hash, subject, tree, parentTrees: [first, ...others] }) => [
    ...(others.length === 0 && subject.length > longestSubject
      ? [`${hash}: the subject has ${subject.length} characters, at most ${longestSubject}; say the rest in the body`]
      : []),
    ...(others.some((other) => other !== first) && tree === first
      ? [`${hash}: the merge leaves the tree as it was, so what it names is lost; merge the content, or do not merge`]
      : []),
  ]);
}

function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** The commits of a range; a text field may contain anything but a line break. */
function commitsOf(root: string, range: string): Commit[] {
  const log = git(root, 'log', '--format=%H%x09%T%x09%P%x09%s', range);
  const treeOf = (commit: string) => git(root, 'rev-parse', `${commit}^{tree}`);
  return log.split('\n').flatMap((line) => {
    const [hash, tree, parents, ...subject] = line.split('\t');
    if (!hash || !tree) return [];
    const ids = parents?.split(' ').filter(Boolean) ?? [];
    return [{ hash, tree, subject: subject.join('\t'), parentTrees: ids.length > 1 ? ids.map(treeOf) : [] }];
  });
}

/** The commit before the first checked one; undefined in a copy without this history. */
function base(root: string): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  const tags = git(root, 'tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-version:refname').split('\n');
  return [tags[0], firstChecked].find(
    (one) => one && succeeds(() => git(root, 'merge-base', '--is-ancestor', one, 'HEAD')),
  );
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const from = base(root);
  const commits = from === undefined ? [] : commitsOf(root, `${from}..HEAD`);
  const errors = commitErrors(commits);
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
  else console.log(`commits: ${commits.length} checked`);
}
