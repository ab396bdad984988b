// Checks that the workspaces and a tag of the checked-out commit have the version of package.json: node scripts/check-version.ts
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Versions = {
  /** That of package.json, which the others have to equal. */
  readonly version: string;
  /** Versions by the file that has them. */
  readonly others: Readonly<Record<string, string | undefined>>;
  /** The tags of the commit. */
  readonly tags: readonly string[];
  readonly changelog: string;
};

/** Every difference, with the way to mend it. */
export function versionErrors({ version, others, tags, changelog }: Versions): string[] {
  const releases = tags.filter((tag) => /^v\d/.test(tag));
  const section = changelog.split(/^## /m).find((one) => one.split('\n', 1)[0] === version) ?? '';
  return [
    ...Object.entries(others)
      .filter(([, other]) => other !== version)
      .map(([file, other]) => `${file} has version ${other} instead of ${version}, that of package.json`),
    ...releases
      .filter((tag) => tag !== `v${version}`)
      .map(
        (tag) => `the tag ${tag} is on a commit of version ${version}; change package.json first, and tag that commit`,
      ),
    ...(releases.length > 0 && section.includes('Not released yet')
      ? [
          `CHANGELOG.md says that ${version} is not released yet, but this commit has its tag; state the date, and tag that commit`,
        ]
      : []),
  ];
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const versionOf = (file: string) =>
    (JSON.parse(readFileSync(join(root, file), 'utf8')) as { readonly version: string }).version;
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly workspaces: readonly string[];
  };
  const files = ['package-lock.json', ...workspaces.map((workspace) => `${workspace}/package.json`)];
  const version = versionOf('package.json');
  const tags = existsSync(join(root, '.git'))
    ? execFileSync('git', ['tag', '--points-at', 'HEAD'], { cwd: root, encoding: 'utf8' }).split('\n')
    : [];
  const errors = versionErrors({
    version,
    others: Object.fromEntries(files.map((file) => [file, versionOf(file)])),
    tags,
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  });
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
  else console.log(`version: ${version}, everywhere`);
}
