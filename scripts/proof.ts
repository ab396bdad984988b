// Long walks that are no tests: kills, restarts, storms, timing. npm run proof -- [--only kills,duplicates] [--rounds 10]
import { parseArgs } from 'node:util';
import { bulkKills } from './proof/bulk-kills.ts';
import { duplicates } from './proof/duplicates.ts';
import type { Figure, Wish } from './proof/ground.ts';
import { hungDatabase } from './proof/hung-database.ts';
import { importKills, userImportKills } from './proof/import-kills.ts';
import { databaseRestarts, kills } from './proof/kills.ts';
import { moveKills } from './proof/move-kills.ts';
import { oneLine } from './proof/one-line.ts';
import { renewals } from './proof/renewals.ts';
import { recoveryWalks } from './proof/recovery.ts';
import { fileRoundTrips } from './proof/round-trips.ts';
import { storm } from './proof/storm.ts';
import { recoveryTiming, signInTiming } from './proof/timing.ts';
import { askedInVain, conflictWalks, escalationWalks, settingWalks, treeWalks } from './proof/walks.ts';
import { uploadBombs } from './proof/upload-bombs.ts';
import { uploadMemory } from './proof/upload-memory.ts';

const proofs: Readonly<Record<string, (wish: Wish) => Promise<Figure[]>>> = {
  kills,
  'database-restarts': databaseRestarts,
  timing: signInTiming,
  'recovery-timing': recoveryTiming,
  storm,
  duplicates,
  renewals,
  recovery: recoveryWalks,
  'hung-database': hungDatabase,
  'tree-walks': treeWalks,
  'setting-walks': settingWalks,
  escalation: escalationWalks,
  conflicts: conflictWalks,
  'in-vain': askedInVain,
  'one-line': oneLine,
  'move-kills': moveKills,
  'import-kills': importKills,
  'user-import-kills': userImportKills,
  'file-round-trips': fileRoundTrips,
  'upload-memory': uploadMemory,
  'upload-bombs': uploadBombs,
  'bulk-kills': bulkKills,
};

const complain = (line: string) => void process.stderr.write(`${line}\n`);
const begun = performance.now();
const say = (line: string) => complain(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`);

async function main(): Promise<void> {
  const { only, rounds } = wanted(process.argv.slice(2));
  const table: (Figure & { proof: string; seconds: number })[] = [];
  for (const [proof, run] of Object.entries(proofs)) {
    if (only && !only.includes(proof)) continue;
    say(proof);
    const from = performance.now();
    const figures = await run({ rounds, say }).catch((error: unknown) => [broken(error)]);
    const lasted = Math.round((performance.now() - from) / 1000);
    table.push(...figures.map((figure) => ({ proof, ...figure, seconds: lasted })));
  }
  print(table);
  if (table.some(({ kept }) => !kept)) process.exitCode = 1;
}

/** A proof that cannot be finished has proved nothing. */
function broken(error: unknown): Figure {
  return {
    what: 'the proof itself',
    seen: error instanceof Error ? error.message : String(error),
    promised: 'comes to an end',
    kept: false,
  };
}

function print(table: readonly (Figure & { proof: string; seconds: number })[]): void {
  const rows = table.map(({ what, seen, promised, kept }) => [what, seen, promised, kept ? 'yes' : 'NO']);
  const all = [['what', 'seen', 'promised', 'kept'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]!.length)));
  for (const row of all)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), figures: table })}\n`);
}

function wanted(args: readonly string[]): { only: readonly string[] | undefined; rounds: number | undefined } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { only: { type: 'string' }, rounds: { type: 'string' } },
    });
    const only = values.only?.split(',');
    const unknown = only?.find((name) => !Object.hasOwn(proofs, name));
    if (unknown !== undefined)
      throw new Error(`There is no proof "${unknown}". There are: ${Object.keys(proofs).join(', ')}.`);
    if (values.rounds !== undefined && !/^[1-9]\d{0,5}$/.test(values.rounds))
      throw new Error('--rounds takes a whole number from 1.');
    return { only, rounds: values.rounds === undefined ? undefined : Number(values.rounds) };
  } catch (error) {
    complain((error as Error).message);
    return process.exit(1);
  }
}

await main();
