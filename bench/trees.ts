import { pageWanted } from '@storeward/contract/paging';
import pg from 'pg';
import { countAudit, listAudit } from '../api/src/audit/queries.ts';
import { listForExport } from '../api/src/nodes/import-queries.ts';
import * as nodes from '../api/src/nodes/queries.ts';
import { moveNode, type Standing } from '../api/src/nodes/tree-queries.ts';
import { countUsers, listUsers } from '../api/src/users/list-queries.ts';
import { caller, load } from './load.ts';
import { type Home, plant } from './planted.ts';
import { atOnce, type Bench, inTurn, optionsFor, type Row, tokenOf } from './rows.ts';
import { type Statement, statementsOf, wholeScope } from './statements.ts';

const shown = { hidden: 'CHINA', openOnly: false } as const;
const asked = (search: string) => `size=25&search=${encodeURIComponent(search)}`;

/** The tree, a part of it moved, and searches over everything that is stored; each against the same statements without the product. */
export async function treeRows(bench: Bench, say: (line: string) => void): Promise<Row[]> {
  const { port, ownerUrl, host, userName, org, seconds } = bench;
  const { moved, homes, wide } = await plant(bench, say);
  const headers = { authorization: `Bearer ${await tokenOf(bench)}` };
  const { ask, close } = caller(port, host);
  const get = (path: string) => ask({ path, headers });
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 16, options: optionsFor(org) });
  const names = new Map<string, string>();
  const run = ({ text, values }: Statement) => {
    if (!names.has(text)) names.set(text, `t${names.size}`);
    return pool.query<Record<string, string>>({ name: names.get(text)!, text, values: values as unknown[] });
  };
  const perSecond = async (work: () => Promise<unknown>) => (await load(work, { atOnce, seconds })).perSecond;
  const whole = wholeScope(org.id, org.path);
  const rows: Row[] = [];

  /** A list through the product against its statements alone, and how long one takes where nobody else asks. */
  async function compare(work: string, path: string, statements: readonly Statement[]): Promise<void> {
    say(work);
    const measured = await inTurn(
      () => perSecond(() => get(path)),
      () => perSecond(() => Promise.all(statements.map(run))),
    ).catch((error: unknown) => {
      say(String(error));
      return undefined;
    });
    if (!measured) return void rows.push({ work, figure: 0, yardstick: 1, unit: '/s', budget: 0.5, note: 'refused' });
    const { p95 } = await load(() => get(path), { atOnce: 1, seconds });
    rows.push({ work, ...measured, unit: '/s', budget: 0.5 });
    rows.push({ work: '  one alone, p95', figure: p95, yardstick: 300, unit: 'ms', budget: 1, note: 'at most' });
  }

  const below = (id: string) => `/node-management/node/${id}/children?size=100`;
  const childrenOf = (id: string) => {
    const wanted = { ...pageWanted({ size: 100 }, 'name:asc'), ...shown };
    return statementsOf(async (db) => {
      await nodes.hasNode(db, whole, id);
      await nodes.listChildren(db, whole, id, wanted);
      await nodes.countChildren(db, whole, id, wanted);
    });
  };

  /** Every place of the organisation in one go, as the export hands it out. */
  async function wholeTree(): Promise<void> {
    const work = 'whole tree as flat rows';
    say(work);
    const statements = await statementsOf((db) => listForExport(db, whole, shown.hidden));
    const [all] = await Promise.all(statements.map(run));
    const oneByOne = async (one: () => Promise<unknown>) => (await load(one, { atOnce: 2, seconds })).perSecond;
    const measured = await inTurn(
      () => oneByOne(() => get('/node-management/export')),
      () => oneByOne(() => Promise.all(statements.map(run))),
    );
    rows.push({ work: `${work}, ${all?.rowCount ?? 0} of them`, ...measured, unit: '/s', budget: 0.5 });
  }

  /** Moves to and fro, through the product and by the one statement that does it. */
  async function moves(): Promise<void> {
    say('moving a part of the tree');
    const timed = async (work: () => Promise<unknown>) => {
      const begun = performance.now();
      await work();
      return 1000 / (performance.now() - begun);
    };
    const at = async () => (await pool.query<Standing>(standing, [org.id, moved.id])).rows[0]!;
    const other = (node: Standing): Home => homes.find(({ id }) => id !== node.parentId)!;
    const product = async () => {
      const body = JSON.stringify({ parentId: other(await at()).id });
      const path = `/node-management/node/${moved.id}/move`;
      const sent = { path, method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body };
      return timed(() => ask(sent));
    };
    const raw = async () => {
      const node = await at();
      const { id, path } = other(node);
      const [statement] = await statementsOf((db) =>
        moveNode(db, whole, node, { ...node, id, tpath: path }, me).then(() => undefined),
      );
      return timed(() => run(statement!));
    };
    const times: number[] = [];
    const gone = new AbortController();
    const measured = await inTurn(product, raw);
    const everybodyElse = async () => {
      while (!gone.signal.aborted) {
        const begun = performance.now();
        await get('/user-management/users?size=5');
        times.push(performance.now() - begun);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    const meanwhile = Promise.all([everybodyElse(), everybodyElse()]);
    for (let round = 0; round < 4; round += 1) await product();
    gone.abort();
    await meanwhile;
    const others = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
    const work = 'move 10,000 places with 9,900 people and 19,800 devices';
    rows.push({ work, ...measured, unit: '/s', budget: 0.25 });
    rows.push({
      work: '  one of them',
      figure: 1000 / measured.figure,
      yardstick: 1000 / measured.yardstick,
      unit: 'ms',
      budget: Infinity,
    });
    rows.push({
      work: '  other requests meanwhile, p95',
      figure: others,
      yardstick: 300,
      unit: 'ms',
      budget: 1,
      note: 'at most',
    });
  }

  const { rows: own } = await pool.query<{ id: string; rights: string[] }>(
    `select u.id, r.access_rights as rights from users u join assignments a on a.org_id = u.org_id and a.user_id = u.id
       join roles r on r.org_id = a.org_id and r.id = a.role_id where u.org_id = $1 and u.user_name = $2`,
    [org.id, userName.split('@')[0]],
  );
  const { id: me, rights } = own[0]!;
  try {
    await moves();
    await compare('children of a place with 2,000 of them, first 100', below(wide.id), await childrenOf(wide.id));
    await wholeTree();
    for (const search of ['moved store 4242', 'harbour']) {
      const wanted = { ...pageWanted({ search, size: 25 }, 'name:asc'), ...shown, types: null };
      const [finding] = await statementsOf((db) => nodes.searchNodes(db, whole, wanted));
      const paths = (await run(finding!)).rows.map(({ tpath = '' }) => tpath);
      const statements = await statementsOf(async (db) => {
        await nodes.searchNodes(db, whole, wanted);
        await nodes.countFound(db, wanted);
        await nodes.listAlong(db, whole, paths);
      });
      await compare(`search nodes, full paths: ${search}`, `/node-management/node/search?${asked(search)}`, statements);
    }
    for (const search of ['chen anna', 'robin moved 4242']) {
      const wanted = pageWanted({ search, size: 25 }, 'name:asc');
      const statements = await statementsOf(async (db) => {
        await listUsers(db, whole, wanted, undefined, rights);
        await countUsers(db, whole, wanted);
      });
      await compare(`search users by words: ${search}`, `/user-management/users?${asked(search)}`, statements);
    }
    for (const search of ['', 'chen', 'moved store 4242']) {
      const wanted = pageWanted({ search, size: 25 }, 'at:desc');
      const statements = await statementsOf(async (db) => {
        await listAudit(db, whole, { userId: me }, wanted);
        await countAudit(db, whole, { userId: me }, wanted);
      });
      await compare(`audit of 200,000 entries: ${search || 'all'}`, `/audit?${asked(search)}`, statements);
    }
    return rows;
  } finally {
    await pool.end();
    close();
  }
}

const standing = `select id, parent_id as "parentId", name, node_type as "nodeType", status, tpath, version
  from nodes where org_id = $1 and id = $2`;
