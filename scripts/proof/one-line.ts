import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, inFolder, type Wish } from './ground.ts';
import { vitest } from './vitest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const matrix = 'api/test/isolation.test.ts';

/** How one of the two lines is taken away: which files, and what in them becomes what; fewer places than `least` means that the code has outgrown the pattern. */
type Without = {
  readonly what: string;
  readonly files: RegExp;
  readonly swaps: readonly (readonly [RegExp, string])[];
  readonly least: number;
};

const lines: readonly Without[] = [
  {
    what: 'the matrix of who may reach what, with the database’s own walls down: answers that differ from what is right',
    files: /^api\/test\/template\.ts$/,
    swaps: [
      [
        /( {2}await ask\(template\.href, platform\);\n)/,
        `$1  await ask(template.href, 'alter role storeward_app bypassrls');\n`,
      ],
    ],
    least: 1,
  },
  {
    what: 'the same with no condition on organisation or part of the tree left in any of the product’s questions',
    files: /^api\/src\/.*(?<!\.test)\.ts$/,
    swaps: [
      // in words for the database
      [/(?:\w+\.)?org_id = \$\{(?:\w+\.)?scope\.orgId\}/g, 'true'],
      [/(?:\w+\.)?tpath >= \$\{scope\.lo\} and (?:\w+\.)?tpath < \$\{scope\.hi\}/g, 'true'],
      [/\$\{scope\.lo\} \^@ \w+\.area/g, 'true'],
      // and in questions that are put together
      [/\s*\.where\('(?:\w+\.)?(?:org_id|tpath)', '(?:=|>=|<)', (?:\w+\.)?scope\.(?:orgId|lo|hi)\)/g, ''],
      [/is\('tpath', '>=', scope\.lo\)/g, `is('tpath', '>=', '')`],
      [/is\('tpath', '<', scope\.hi\)/g, `is('tpath', '<', '~')`],
    ],
    least: 150,
  },
];

/** Takes away one of the two lines of defence between organisations and parts of a tree, and asks whether the other holds alone. */
export async function oneLine({ say }: Wish): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, files, swaps, least } of lines)
    figures.push(
      await inFolder(async (folder) => {
        const places = copyWithout(folder, { files, swaps });
        say(`${places} places changed`);
        if (places < least) return { what, seen: `only ${places} places to change`, promised: '0', kept: false };
        const { code, words } = await vitest(matrix, {}, folder);
        if (code !== 0) say(words);
        const wrong = words.match(/^ *[+-] +".*(instead of|tells of|differs from|something changed).*"/gm)?.length;
        return {
          what,
          seen: code === 0 ? '0' : `${wrong ?? 'a failure'} in a test that failed`,
          promised: '0',
          kept: code === 0,
        };
      }),
    );
  return figures;
}

/** Copies the product with some words of it changed; answers at how many places. */
function copyWithout(folder: string, { files, swaps }: Pick<Without, 'files' | 'swaps'>): number {
  let places = 0;
  for (const name of execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')) {
    if (name === '') continue;
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true });
    if (!files.test(name)) cpSync(join(root, name), target);
    else {
      const found = readFileSync(join(root, name), 'utf8');
      writeFileSync(
        target,
        swaps.reduce((text, [pattern, instead]) => {
          places += [...text.matchAll(new RegExp(pattern, 'g'))].length;
          return text.replace(pattern, instead);
        }, found),
      );
    }
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return places;
}
