import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, withTempFolder, type ProofOptions } from './setup.ts';
import { vitest } from './vitest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isolationTests = 'api/test/isolation.test.ts';

/** How one of the two layers of isolation is disabled: files and text replacements. Fewer than `minHits` hits mean that the patterns are outdated. */
type IsolationLayer = {
  readonly files: RegExp;
  readonly replacements: readonly (readonly [RegExp, string])[];
  readonly minHits: number;
};

const policies: IsolationLayer = {
  files: /^api\/test\/template\.ts$/,
  replacements: [
    [
      /( {2}await execute\(template\.href, insertPlatform\);\n)/g,
      `$1  await execute(template.href, 'alter role storeward_app bypassrls');\n`,
    ],
  ],
  minHits: 1,
};
const conditions: IsolationLayer = {
  files: /^api\/src\/.*(?<!\.test)\.ts$/,
  replacements: [
    // in SQL text
    [/(?:\w+\.)?org_id = \$\{(?:(?:\w+\.)?scope\.)?orgId\}/g, 'true'],
    [/(?:\w+\.)?tpath >= \$\{(?:scope\.)?lo\} and (?:\w+\.)?tpath < \$\{(?:scope\.)?hi\}/g, 'true'],
    [/\$\{scope\.lo\} \^@ \w+\.area/g, 'true'],
    // and in queries built with Kysely
    [/\s*\.where\('(?:\w+\.)?(?:org_id|tpath)', '(?:=|>=|<)', (?:(?:(?:\w+\.)?scope|params)\.)?(?:orgId|lo|hi)\)/g, ''],
    [/eb\('((?:u\.)?tpath)', '>=', (?:scope|params)\.lo\)/g, `eb('$1', '>=', '')`],
    [/eb\('((?:u\.)?tpath)', '<', (?:scope|params)\.hi\)/g, `eb('$1', '<', '~')`],
  ],
  minHits: 150,
};

// only in the queries for nodes, settings, webhooks and devices: without any condition no user could sign in
const nodeAndSettingConditions: IsolationLayer = {
  ...conditions,
  files: /^api\/src\/(?:nodes|settings|webhooks|devices)\/.*(?<!\.test)\.ts$/,
  minHits: 40,
};

const rounds: readonly {
  readonly label: string;
  readonly disabled: readonly IsolationLayer[];
  readonly shouldPass: boolean;
}[] = [
  { label: 'isolation tests without row-level security', disabled: [policies], shouldPass: true },
  {
    label: 'isolation tests without conditions on organisation and tree path in the queries',
    disabled: [conditions],
    shouldPass: true,
  },
  {
    label: 'isolation tests without both layers, which must fail',
    disabled: [policies, nodeAndSettingConditions],
    shouldPass: false,
  },
];

/** Disables tenant isolation in the queries, in the database, and in both, and runs the isolation tests: each layer must hold alone. */
export async function isolationLayers({ log }: ProofOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { label, disabled, shouldPass } of rounds) {
    const expected = shouldPass ? 'tests pass' : 'tests report violations';
    const measured = await withTempFolder(async (folder) => {
      const hits = copyProductWithout(folder, disabled);
      log(`${hits.join(' and ')} replacements`);
      if (hits.some((count, index) => count < disabled[index]!.minHits))
        return `only ${hits.join(' and ')} replacements`;
      const { code, output } = await vitest(isolationTests, {}, folder);
      if (shouldPass && code !== 0) log(output);
      // the tests must fail by assertion, not because the copy does not start
      const reported = /: \d+ instead of 404/.test(output);
      return code === 0 ? 'tests pass' : reported ? 'tests report violations' : 'a failure';
    });
    figures.push({ label, measured, expected, passed: measured === expected });
  }
  return figures;
}

/** Copies the working tree with the replacements applied; returns the number of hits per layer. */
function copyProductWithout(folder: string, disabled: readonly IsolationLayer[]): number[] {
  const hits = disabled.map(() => 0);
  const listFiles = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z'];
  for (const name of execFileSync('git', listFiles, { cwd: root, encoding: 'utf8' }).split('\0')) {
    // deleted but not yet committed files are listed too
    if (name === '' || !existsSync(join(root, name))) continue;
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true });
    const matching = disabled.filter(({ files }) => files.test(name));
    if (matching.length === 0) cpSync(join(root, name), target);
    else {
      let text = readFileSync(join(root, name), 'utf8');
      for (const layer of matching)
        for (const [pattern, replacement] of layer.replacements) {
          hits[disabled.indexOf(layer)]! += [...text.matchAll(pattern)].length;
          text = text.replace(pattern, replacement);
        }
      writeFileSync(target, text);
    }
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return hits;
}
