import { readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { rowsOf } from './setup.ts';

/** A node of a plan in the JSON of `explain (analyze, buffers)`; rows are those of one loop. */
type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
};

/** One run of a statement: its text, milliseconds, buffers, and the scan or join that visited the most rows. */
export type StatementRun = {
  readonly text: string;
  readonly milliseconds: number;
  readonly buffers: number;
  readonly visited: number;
  readonly scan: string;
};

/**
 * Makes the sessions that open from now on write the plan of each statement, with those inside functions, to the
 * server's log. Timings of single nodes are left out, since they would cost more than the statements.
 */
export async function logPlans(ownerUrl: string): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_parameter_max_length': '0',
  };
  for (const [name, value] of Object.entries(settings))
    await rowsOf(ownerUrl, `alter database storeward set ${name} = '${value}'`);
}

/** The statements that were logged since the file had so many bytes. */
export function loggedStatements(logFile: string, from: number): StatementRun[] {
  const text = readFileSync(logFile).subarray(from).toString();
  return text
    .split(/^.*?LOG: {2}duration: /m)
    .slice(1)
    .map((entry) => {
      const [head, ...lines] = entry.split('\n');
      const end = lines.findIndex((line) => !line.startsWith('\t'));
      const { 'Query Text': query, Plan: plan } = JSON.parse((end < 0 ? lines : lines.slice(0, end)).join('\n')) as {
        'Query Text': string;
        Plan: PlanNode;
      };
      return {
        text: query.replaceAll(/\s+/g, ' ').trim(),
        milliseconds: Number.parseFloat(head!),
        buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
        ...widestScan(plan),
      };
    });
}

/** The length of the log, for `loggedStatements`, once nothing is added to it: a plan is written when its transaction ends. */
export async function logLength(logFile: string): Promise<number> {
  for (let before = -1; ; await delay(50)) {
    const { size } = statSync(logFile);
    if (size === before) return size;
    before = size;
  }
}

const removed = ['Rows Removed by Filter', 'Rows Removed by Index Recheck', 'Rows Removed by Join Filter'] as const;

/**
 * The node that visits the most rows: those that it reads from a table, and those that it removes. Rows that a statement computes
 * from what it has read, such as the prefixes of a path, are not visited.
 */
function widestScan(node: PlanNode): Pick<StatementRun, 'visited' | 'scan'> {
  const read = (node['Relation Name'] ?? node['Index Name']) ? node['Actual Rows'] : 0;
  const rows = removed.reduce((sum, key) => sum + (node[key] ?? 0), read);
  const scan = [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' ');
  const own = { visited: Math.round(rows * node['Actual Loops']), scan };
  const below = (node.Plans ?? []).map(widestScan);
  return below.reduce((widest, next) => (next.visited >= widest.visited ? next : widest), own);
}
