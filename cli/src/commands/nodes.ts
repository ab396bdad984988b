import { type Client, endpoints } from '@storeward/client';
import type { Node, NodeRow } from '@storeward/contract/nodes';
import type { Command } from 'commander';
import { limited, numberOf } from '../limits.ts';
import { findNode, findRoot } from '../lookup.ts';
import { print, printJson, printRecord, printRows } from '../output.ts';
import type { Context } from '../context.ts';

const rowColumns = {
  CODE: ({ code }: NodeRow) => code,
  NAME: ({ name }: NodeRow) => name,
  TYPE: ({ nodeType }: NodeRow) => nodeType,
  STORES: ({ storeCount }: NodeRow) => storeCount,
  ENABLED: ({ status }: NodeRow) => status,
};

const columns = {
  id: ({ nodeId }: Node) => nodeId,
  code: ({ code }: Node) => code,
  name: ({ name }: Node) => name,
  type: ({ nodeType }: Node) => nodeType,
  path: ({ path }: Node) => path.map(({ name }) => name).join(' / '),
  enabled: ({ status }: Node) => status,
  stores: ({ storeCount }: Node) => storeCount,
  users: ({ userCount }: Node) => userCount,
  'time zone': ({ timeZone }: Node) => timeZone,
};

type Filters = { search?: string; below?: string; type?: string; limit?: number };

/** Adds `nodes list`, `get` and `tree`. */
export function addNodes(program: Command, { client, isJson }: Context): void {
  const nodes = program.command('nodes').description('companies, trading regions, store groups and stores');
  nodes
    .command('list')
    .description('Lists nodes.')
    .option('--search <text>', 'part of the name, or code')
    .option('--below <code>', 'this node and those below it')
    .option('--type <types>', 'node types, such as STORE, separated by commas')
    .option('--limit <number>', 'at most so many', numberOf)
    .action(async ({ search, below, type: types, limit }: Filters) => {
      const api = client();
      const query = {
        ...(search === undefined ? {} : { search }),
        ...(types === undefined ? {} : { types: types.toUpperCase() }),
        ...(await belowOf(api, below, search)),
      };
      printRows(await limited(api.rows(endpoints.nodes.search, { query }), limit), rowColumns, isJson());
    });
  nodes
    .command('get')
    .argument('<node>', 'code or id')
    .description('Shows a node.')
    .action(async (node: string) => printRecord(await findNode(client(), node), columns, isJson()));
  nodes
    .command('tree')
    .argument('[node]', 'code or id of the top node; all of the scope by default')
    .description('Shows nodes as a tree.')
    .action(async (top: string | undefined) => {
      const api = client();
      const query = await belowOf(api, top);
      const trees = treesOf(await limited(api.rows(endpoints.nodes.search, { query })));
      if (isJson()) return printJson(trees);
      for (const tree of trees) printTree(tree, 0);
      return undefined;
    });
}

/** A search needs a text or a node. */
async function belowOf(api: Client, node: string | undefined, search = ''): Promise<{ below?: string }> {
  if (node === undefined && search !== '') return {};
  const found = node === undefined ? await findRoot(api) : await findNode(api, node);
  return found ? { below: found.nodeId } : {};
}

type Tree = Pick<NodeRow, 'nodeId' | 'code' | 'name' | 'nodeType'> & { readonly children: readonly Tree[] };

/** The nodes below those whose parent is not among them, siblings by name. */
function treesOf(rows: readonly NodeRow[]): Tree[] {
  const known = new Set(rows.map(({ nodeId }) => nodeId));
  const byParent = Map.groupBy(rows, ({ parentId }) => (parentId && known.has(parentId) ? parentId : null));
  const below = (parent: NodeRow['parentId']): Tree[] =>
    (byParent.get(parent) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      .map(({ nodeId, code, name, nodeType }) => ({ nodeId, code, name, nodeType, children: below(nodeId) }));
  return below(null);
}

function printTree({ code, name, nodeType, children }: Tree, depth: number): void {
  print(`${'  '.repeat(depth)}${name.replaceAll(/\p{Cc}/gu, ' ')} (${code}, ${nodeType})`);
  for (const child of children) printTree(child, depth + 1);
}
