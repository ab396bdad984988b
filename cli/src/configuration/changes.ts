import type { Client } from '@storeward/client';
import type { NodeType } from '@storeward/contract/access';
import { print } from '../output.ts';
import { type Kind, printOutcome, runFile } from '../runs.ts';
import type { Difference } from './differences.ts';
import { type Configuration, textOf, topName, type Value } from './document.ts';
import type { Running } from './reader.ts';
import { writeTable } from './tables.ts';

type Row = Readonly<Record<string, Value>>;
type Table = { readonly kind: Kind; readonly name: string; readonly rows: readonly Row[] };

/** A file with more columns is refused. */
const mostColumns = 64;

/** Whether a difference can be applied: nodes and roles are never deleted, and files belong to the server that has them. */
export function isApplicable({ path, to }: Difference, file: Configuration, running: Configuration): boolean {
  const [part = '', name = ''] = path;
  if (part === 'nodes' || part === 'roles') return Object.hasOwn(file[part] ?? {}, name);
  return file.server === running.server || !JSON.stringify(to ?? '').includes('/files/');
}

/** The files by which the server makes the differences: nodes first, then settings, at most so many columns each, then lists. */
export function tablesOf(
  differences: readonly Difference[],
  file: Configuration,
  { top, configuration }: Pick<Running, 'top' | 'configuration'>,
): Table[] {
  const codeOf = (name: string) => (name === topName ? top.code : name);
  const of = (part: string) => differences.filter(({ path }) => path[0] === part);

  const nodes = new Set(of('nodes').map(({ path }) => path[1]!));
  const nodeRows = Object.entries(file.nodes ?? {})
    .filter(([name]) => nodes.has(name))
    .map(([name, cells]) => {
      // an empty cell would clear what the file does not name
      const { parent = topName, ...fields } = { ...configuration.nodes?.[name], ...cells };
      return { ...fields, code: codeOf(name), parentCode: codeOf(textOf(parent)) };
    });

  const settingTables: { columns: Set<string>; rows: Map<string, Record<string, Value>> }[] = [];
  for (const { path } of of('settings')) {
    const [, section = '', node = '', column = ''] = path;
    const field = column.replace(/\.mode$/, '');
    const values = file.settings?.[section]?.[node] ?? {};
    const names = [`${section}.${field}`, `${section}.${field}.mode`] as const;
    let table = settingTables.find(({ columns }) => columns.has(names[0]) || columns.size + 2 < mostColumns);
    if (!table) settingTables.push((table = { columns: new Set(), rows: new Map() }));
    for (const name of names) table.columns.add(name);
    const value = values[field];
    const cells =
      value === undefined
        ? { [names[0]]: 'inherit' }
        : { [names[0]]: value, [names[1]]: values[`${field}.mode`] ?? 'free' };
    table.rows.set(node, { ...(table.rows.get(node) ?? { code: codeOf(node) }), ...cells });
  }

  const lists = Map.groupBy(of('lists'), ({ path }) => path[1]!);
  const listTables = [...lists].map(([list, changed]): Table => {
    const changes = new Map(changed.map(({ path }) => [`${path[2]} ${path[3]}`, path] as const));
    const rows = [...changes.values()].map(([, , node = '', key = '']): Row => {
      const cells = file.lists?.[list]?.[node]?.[key];
      const keys = { code: codeOf(node), list, ...(key === 'order' ? {} : { row: key }) };
      if (!cells) return { ...keys, action: key === 'order' ? 'order' : 'inherit' };
      return {
        ...keys,
        ...Object.fromEntries(Object.entries(cells).map(([name, value]) => [listColumn(list, name), value])),
      };
    });
    return { kind: 'lists', name: `${list}.csv`, rows };
  });
  return [
    { kind: 'nodes' as const, name: 'nodes.csv', rows: nodeRows },
    ...settingTables.map(({ rows }, index): Table => ({
      kind: 'settings',
      name: `settings-${index + 1}.csv`,
      rows: [...rows.values()],
    })),
    ...listTables,
  ].filter(({ rows }) => rows.length > 0);
}

const listColumn = (list: string, name: string) =>
  ['action', 'after', 'mode', 'order'].includes(name) ? name : `${list}.${name}`;

/** Checks the tables on the server and, unless it is a dry run, writes them; returns whether all rows were accepted. */
export async function applyTables(client: Client, tables: readonly Table[], isDryRun: boolean): Promise<boolean> {
  const isNew = new Set<Value>();
  for (const { kind, name, rows } of tables) {
    // a check does not know the nodes that a run before it would have created
    const known = isDryRun ? rows.filter(({ code }) => kind === 'nodes' || !isNew.has(code!)) : rows;
    if (known.length < rows.length)
      print(`${name}: ${rows.length - known.length} rows of new nodes are checked when they exist`);
    if (known.length === 0) continue;
    const outcome = await runFile(
      client,
      kind,
      writeTable(name, known),
      ({ wrong }) => !isDryRun && wrong.length === 0,
    );
    print(`${name}, run ${outcome.run.id}:`);
    printOutcome(outcome);
    if (outcome.wrong.length > 0 || outcome.run.fault !== null) return false;
    if (kind === 'nodes' && outcome.run.created > 0) for (const { code } of rows) isNew.add(code!);
  }
  return true;
}

/** Creates and changes roles; one request for each. */
export async function applyRoles(
  client: Client,
  differences: readonly Difference[],
  file: Configuration,
  { roleIds }: Pick<Running, 'roleIds'>,
): Promise<void> {
  for (const name of new Set(differences.filter(({ path }) => path[0] === 'roles').map(({ path }) => path[1]!))) {
    const { description, level, enabled, rights } = file.roles![name]!;
    const modules = Object.entries(rights).map(([shortName, granted]) => ({
      shortName,
      accessRights: granted.map((right) => ({ shortName: right })),
    }));
    const body = { name, description, level: level as NodeType, modules };
    const id = roleIds.get(name);
    const before = id === undefined ? undefined : await client.roles.get({ params: { id } });
    let role = before
      ? await client.roles.update({ params: { id: before.id }, body, version: before.version })
      : await client.roles.create({ body });
    if (role.status !== enabled)
      role = await client.roles.setStatus({
        params: { id: role.id },
        body: { status: enabled },
        version: role.version,
      });
    print(`role ${name}: ${before ? 'changed' : 'created'}`);
  }
}
