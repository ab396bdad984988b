// Long-running proofs outside the tests (kills, restarts, load, timing): npm run proof -- [--only kills,duplicates] [--rounds 10]
import { parseArgs } from 'node:util';
import { accessibility, denials, languages } from './proof/browser-matrix.ts';
import { bulkKills } from './proof/bulk-kills.ts';
import { duplicates } from './proof/duplicates.ts';
import { eventLoop } from './proof/event-loop.ts';
import { exportMemory } from './proof/export-memory.ts';
import { fairness } from './proof/fairness.ts';
import type { Figure, ProofOptions } from './proof/setup.ts';
import { hostileCorpora } from './proof/hostile-corpora.ts';
import { hungDatabase } from './proof/hung-database.ts';
import { importKills, userImportKills } from './proof/import-kills.ts';
import { databaseRestarts, kills } from './proof/kills.ts';
import { moveKills } from './proof/move-kills.ts';
import { isolationLayers } from './proof/isolation-layers.ts';
import { cleanRoot } from './proof/clean-root.ts';
import { imageSteps } from './proof/image.ts';
import { renewals } from './proof/renewals.ts';
import { recoverySequences } from './proof/recovery.ts';
import { fileRoundTrips } from './proof/round-trips.ts';
import { soak } from './proof/soak.ts';
import { storeList } from './proof/store-list.ts';
import { storm } from './proof/storm.ts';
import { recoveryTiming, signInTiming } from './proof/timing.ts';
import {
  rejectedRequests,
  conflictWalks,
  escalationWalks,
  explainedActions,
  listWalks,
  randomRequests,
  settingWalks,
  takeovers,
  treeWalks,
} from './proof/walks.ts';
import { productImport } from './proof/product-import.ts';
import { statementPlans } from './proof/plans.ts';
import { processes } from './proof/processes.ts';
import { rolling } from './proof/rolling.ts';
import { upgrade } from './proof/upgrade.ts';
import { failover } from './proof/failover.ts';
import { proxies } from './proof/proxies.ts';
import { pooler } from './proof/pooler.ts';
import { pointInTime } from './proof/point-in-time.ts';
import { uploadBombs } from './proof/upload-bombs.ts';
import { uploadMemory } from './proof/upload-memory.ts';
import { videoMemory } from './proof/video-memory.ts';

const proofs: Readonly<Record<string, (options: ProofOptions) => Promise<Figure[]>>> = {
  kills,
  'database-restarts': databaseRestarts,
  timing: signInTiming,
  'recovery-timing': recoveryTiming,
  storm,
  duplicates,
  renewals,
  recovery: recoverySequences,
  'hung-database': hungDatabase,
  'tree-walks': treeWalks,
  'setting-walks': settingWalks,
  'list-walks': listWalks,
  escalation: escalationWalks,
  takeovers,
  'explained-actions': explainedActions,
  conflicts: conflictWalks,
  'random-requests': randomRequests,
  'rejected-requests': rejectedRequests,
  'isolation-layers': isolationLayers,
  'move-kills': moveKills,
  'import-kills': importKills,
  'user-import-kills': userImportKills,
  'file-round-trips': fileRoundTrips,
  'store-list': storeList,
  'product-import': productImport,
  'upload-memory': uploadMemory,
  'video-memory': videoMemory,
  'upload-bombs': uploadBombs,
  'export-memory': exportMemory,
  'event-loop': eventLoop,
  soak,
  plans: statementPlans,
  'hostile-corpora': hostileCorpora,
  'bulk-kills': bulkKills,
  image: imageSteps,
  'clean-root': cleanRoot,
  fairness,
  proxies,
  pooler,
  processes,
  rolling,
  upgrade,
  failover,
  'point-in-time': pointInTime,
  accessibility,
  languages,
  denials,
};

const logError = (line: string) => void process.stderr.write(`${line}\n`);
const startedAt = performance.now();
const log = (line: string) => logError(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);

async function main(): Promise<void> {
  const { only, rounds } = parseOptions(process.argv.slice(2));
  const table: (Figure & { proof: string; seconds: number })[] = [];
  for (const [proof, run] of Object.entries(proofs)) {
    if (only && !only.includes(proof)) continue;
    log(proof);
    const proofStartedAt = performance.now();
    const figures = await run({ rounds, log }).catch((error: unknown) => [failureFigure(error)]);
    const seconds = Math.round((performance.now() - proofStartedAt) / 1000);
    table.push(...figures.map((figure) => ({ proof, ...figure, seconds })));
  }
  print(table);
  if (table.some(({ passed }) => !passed)) process.exitCode = 1;
}

/** A proof that throws counts as failed. */
function failureFigure(error: unknown): Figure {
  return {
    label: 'the proof itself',
    measured: error instanceof Error ? error.message : String(error),
    expected: 'completes',
    passed: false,
  };
}

function print(table: readonly (Figure & { proof: string; seconds: number })[]): void {
  const rows = table.map(({ label, measured, expected, passed }) => [label, measured, expected, passed ? 'yes' : 'NO']);
  const lines = [['check', 'measured', 'expected', 'passed'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((row) => row[column]!.length)));
  for (const row of lines)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), figures: table })}\n`);
}

function parseOptions(args: readonly string[]): { only: readonly string[] | undefined; rounds: number | undefined } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { only: { type: 'string' }, rounds: { type: 'string' } },
    });
    const only = values.only?.split(',');
    const unknown = only?.find((name) => !Object.hasOwn(proofs, name));
    if (unknown !== undefined)
      throw new Error(`Unknown proof "${unknown}". Available: ${Object.keys(proofs).join(', ')}.`);
    if (values.rounds !== undefined && !/^[1-9]\d{0,5}$/.test(values.rounds))
      throw new Error('--rounds must be a positive integer.');
    return { only, rounds: values.rounds === undefined ? undefined : Number(values.rounds) };
  } catch (error) {
    logError((error as Error).message);
    return process.exit(1);
  }
}

await main();
