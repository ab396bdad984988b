import { pageParams } from '@storeward/contract/paging';
import pg from 'pg';
import { countAudit, listAudit } from '../api/src/audit/list-queries.ts';
import * as nodes from '../api/src/nodes/queries.ts';
import { streamForExport, type NodeState } from '../api/src/nodes/commands/state-queries.ts';
import { moveNode } from '../api/src/nodes/commands/write-queries.ts';
import { countUsers, listUsers } from '../api/src/users/list/list-queries.ts';
import { client, load } from './load.ts';
import { type Target, addBenchData } from './bench-data.ts';
import { concurrency, type Bench, measureAlternately, optionsFor, type Row, tokenOf } from './rows.ts';
import { type Statement, statementsOf, wholeScope } from './statements.ts';

const visibility = { openOnly: false } as const;
const searchQuery = (search: string) => `size=25&search=${encodeURIComponent(search)}`;

/** Reading the tree, moving a sub-tree and searching, each against the same statements without the product. */
export async function treeRows(bench: Bench, log: (line: string) => void): Promise<Row[]> {
  const { port, ownerUrl, host, userName, org, seconds } = bench;
  const { moved, targets, wide } = await addBenchData(bench, log);
  const headers = { authorization: `Bearer ${await tokenOf(bench)}` };
  const { send, close } = client(port, host);
  const get = (path: string) => send({ path, headers });
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 16, options: optionsFor(org) });
  const names = new Map<string, string>();
  const run = ({ text, values }: Statement) => {
    if (!names.has(text)) names.set(text, `t${names.size}`);
    return pool.query<Record<string, string>>({ name: names.get(text)!, text, values: values as unknown[] });
  };
  const perSecond = async (work: () => Promise<unknown>) => (await load(work, { concurrency, seconds })).perSecond;
  const scope = wholeScope(org.id, org.path);
  const rows: Row[] = [];

  /** A list through the product against its statements alone, and its latency without concurrency. */
  async function compare(work: string, path: string, statements: readonly Statement[]): Promise<void> {
    log(work);
    const measured = await measureAlternately(
      () => perSecond(() => get(path)),
      () => perSecond(() => Promise.all(statements.map(run))),
    ).catch((error: unknown) => {
      log(String(error));
      return undefined;
    });
    if (!measured) return void rows.push({ work, figure: 0, baseline: 1, unit: '/s', budget: 0.5, note: 'failed' });
    const { p95 } = await load(() => get(path), { concurrency: 1, seconds });
    rows.push({ work, ...measured, unit: '/s', budget: 0.5 });
    rows.push({
      work: '  without concurrency, p95',
      figure: p95,
      baseline: 300,
      unit: 'ms',
      budget: 1,
      note: 'at most',
    });
  }

  const childrenPath = (id: string) => `/node-management/node/${id}/children?size=100`;
  const childrenStatements = (id: string) => {
    const params = { ...pageParams({ size: 100 }, 'name:asc'), ...visibility };
    return statementsOf(async (db) => {
      await nodes.hasNode(db, scope, id);
      await nodes.listChildren(db, scope, id, params);
      await nodes.countChildren(db, scope, id, params);
    });
  };

  /** All nodes of the organisation in one response, as the export returns them. */
  async function compareExport(): Promise<void> {
    const work = 'whole tree as flat rows';
    log(work);
    const statements = await statementsOf((db) => streamForExport(db, scope).next());
    const [result] = await Promise.all(statements.map(run));
    // a user exports one file at a time
    const rate = async (work: () => Promise<unknown>) => (await load(work, { concurrency: 1, seconds })).perSecond;
    const measured = await measureAlternately(
      () => rate(() => get('/node-management/export')),
      () => rate(() => Promise.all(statements.map(run))),
    );
    rows.push({ work: `${work}, ${result?.rowCount ?? 0} nodes`, ...measured, unit: '/s', budget: 0.5 });
  }

  /** Moves back and forth, through the product and by the single statement. */
  async function compareMoves(): Promise<void> {
    log('moving a sub-tree');
    const movesPerSecond = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await work();
      return 1000 / (performance.now() - startedAt);
    };
    const currentNode = async () => (await pool.query<NodeState>(currentNodeSql, [org.id, moved.id])).rows[0]!;
    const otherTarget = (node: NodeState): Target => targets.find(({ id }) => id !== node.parentId)!;
    const moveOverHttp = async () => {
      const body = JSON.stringify({ parentId: otherTarget(await currentNode()).id });
      const path = `/node-management/node/${moved.id}/move`;
      const request = { path, method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body };
      return movesPerSecond(() => send(request));
    };
    const moveInDatabase = async () => {
      const node = await currentNode();
      const { id, path } = otherTarget(node);
      const [statement] = await statementsOf((db) =>
        moveNode(db, scope, node, { ...node, id, tpath: path }, me).then(() => undefined),
      );
      return movesPerSecond(() => run(statement!));
    };
    const times: number[] = [];
    const done = new AbortController();
    const measured = await measureAlternately(moveOverHttp, moveInDatabase);
    const otherRequests = async () => {
      while (!done.signal.aborted) {
        const startedAt = performance.now();
        await get('/user-management/users?size=5');
        times.push(performance.now() - startedAt);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    const running = Promise.all([otherRequests(), otherRequests()]);
    for (let round = 0; round < 4; round += 1) await moveOverHttp();
    done.abort();
    await running;
    const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
    const work = 'move 10,000 nodes with 9,900 users and 19,800 devices';
    rows.push({ work, ...measured, unit: '/s', budget: 0.25 });
    rows.push({
      work: '  one move',
      figure: 1000 / measured.figure,
      baseline: 1000 / measured.baseline,
      unit: 'ms',
      budget: Infinity,
    });
    rows.push({
      work: '  other requests meanwhile, p95',
      figure: p95,
      baseline: 300,
      unit: 'ms',
      budget: 1,
      note: 'at most',
    });
  }

  const { rows: accounts } = await pool.query<{ id: string; rights: string[] }>(
    `select u.id, r.access_rights as rights from users u join assignments a on a.org_id = u.org_id and a.user_id = u.id
       join roles r on r.org_id = a.org_id and r.id = a.role_id where u.org_id = $1 and u.user_name = $2`,
    [org.id, userName.split('@')[0]],
  );
  const { id: me, rights } = accounts[0]!;
  try {
    await compareMoves();
    await compare('first 100 children of a node with 2,000', childrenPath(wide.id), await childrenStatements(wide.id));
    await compareExport();
    for (const search of ['moved store 4242', 'harbour']) {
      const params = { ...pageParams({ search, size: 25 }, 'name:asc'), ...visibility, types: null };
      const [searchStatement] = await statementsOf((db) => nodes.searchNodes(db, scope, params));
      const paths = (await run(searchStatement!)).rows.map(({ tpath = '' }) => tpath);
      const statements = await statementsOf(async (db) => {
        await nodes.searchNodes(db, scope, params);
        await nodes.countSearchResults(db, params);
        await nodes.listPathNodes(db, scope, paths);
      });
      await compare(
        `search nodes, full paths: ${search}`,
        `/node-management/node/search?${searchQuery(search)}`,
        statements,
      );
    }
    for (const search of ['chen anna', 'robin moved 4242']) {
      const params = pageParams({ search, size: 25 }, 'name:asc');
      const statements = await statementsOf(async (db) => {
        await listUsers(db, scope, params, undefined, rights);
        await countUsers(db, scope, params);
      });
      await compare(`search users: ${search}`, `/user-management/users?${searchQuery(search)}`, statements);
    }
    for (const search of ['', 'chen', 'moved store 4242']) {
      const params = pageParams({ search, size: 25 }, 'at:desc');
      const statements = await statementsOf(async (db) => {
        await listAudit(db, scope, { userId: me }, params);
        await countAudit(db, scope, { userId: me }, params);
      });
      await compare(`audit of 200,000 entries: ${search || 'all'}`, `/audit?${searchQuery(search)}`, statements);
    }
    return rows;
  } finally {
    await pool.end();
    close();
  }
}

const currentNodeSql = `select id, parent_id as "parentId", name, node_type as "nodeType", status, tpath, version
  from nodes where org_id = $1 and id = $2`;
