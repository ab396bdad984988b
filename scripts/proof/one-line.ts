import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, inFolder, type Wish } from './ground.ts';
import { vitest } from './vitest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const matrix = 'api/test/isolation.test.ts';

/** How one of the two lines is taken away: which files, and what in them becomes what; fewer places than `least` means that the code has outgrown the pattern. */
type Line = {
  readonly files: RegExp;
  readonly swaps: readonly (readonly [RegExp, string])[];
  readonly least: number;
};

const walls: Line = {
  files: /^api\/test\/template\.ts$/,
  swaps: [
    [
      /( {2}await ask\(template\.href, platform\);\n)/g,
      `$1  await ask(template.href, 'alter role storeward_app bypassrls');\n`,
    ],
  ],
  least: 1,
};
const conditions: Line = {
  files: /^api\/src\/.*(?<!\.test)\.ts$/,
  swaps: [
    // in words for the database
    [/(?:\w+\.)?org_id = \$\{(?:(?:\w+\.)?scope\.)?orgId\}/g, 'true'],
    [/(?:\w+\.)?tpath >= \$\{(?:scope\.)?lo\} and (?:\w+\.)?tpath < \$\{(?:scope\.)?hi\}/g, 'true'],
    [/\$\{scope\.lo\} \^@ \w+\.area/g, 'true'],
    // and in questions that are put together
    [/\s*\.where\('(?:\w+\.)?(?:org_id|tpath)', '(?:=|>=|<)', (?:(?:\w+\.)?scope\.)?(?:orgId|lo|hi)\)/g, ''],
    [/is\('tpath', '>=', scope\.lo\)/g, `is('tpath', '>=', '')`],
    [/is\('tpath', '<', scope\.hi\)/g, `is('tpath', '<', '~')`],
  ],
  least: 150,
};

// where places and what they are set to are asked for: with nothing at all to tell organisations apart nobody could even sign in
const conditionsOnceIn: Line = {
  ...conditions,
  files: /^api\/src\/(?:nodes|settings|webhooks|devices)\/.*(?<!\.test)\.ts$/,
  least: 40,
};

const rounds: readonly { readonly what: string; readonly lines: readonly Line[]; readonly holds: boolean }[] = [
  { what: 'the matrix of who may reach what, with the database’s own walls down', lines: [walls], holds: true },
  {
    what: 'the same with no condition on organisation or part of the tree in any question of the product',
    lines: [conditions],
    holds: true,
  },
  {
    what: 'the same with both taken away, which it has to notice',
    lines: [walls, conditionsOnceIn],
    holds: false,
  },
];

/** Takes away one of the two lines of defence between organisations and parts of a tree, and asks whether the other holds alone; then both. */
export async function oneLine({ say }: Wish): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, lines, holds } of rounds) {
    const promised = holds ? 'as it should be' : 'told as wrong';
    const seen = await inFolder(async (folder) => {
      const places = copyWithout(folder, lines);
      say(`${places.join(' and ')} places changed`);
      if (places.some((found, at) => found < lines[at]!.least)) return `only ${places.join(' and ')} places to change`;
      const { code, words } = await vitest(matrix, {}, folder);
      if (holds && code !== 0) say(words);
      // what is wrong has to be an answer, not a copy that does not start
      const told = /instead of 404|tells of another organisation/.test(words);
      return code === 0 ? 'as it should be' : told ? 'told as wrong' : 'a failure';
    });
    figures.push({ what, seen, promised, kept: seen === promised });
  }
  return figures;
}

/** Copies the product with some words of it changed; answers at how many places, line by line. */
function copyWithout(folder: string, lines: readonly Line[]): number[] {
  const places = lines.map(() => 0);
  for (const name of execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')) {
    if (name === '') continue;
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true });
    const meant = lines.filter(({ files }) => files.test(name));
    if (meant.length === 0) cpSync(join(root, name), target);
    else {
      let text = readFileSync(join(root, name), 'utf8');
      for (const line of meant)
        for (const [pattern, instead] of line.swaps) {
          places[lines.indexOf(line)]! += [...text.matchAll(pattern)].length;
          text = text.replace(pattern, instead);
        }
      writeFileSync(target, text);
    }
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return places;
}
