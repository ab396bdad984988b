import { type Client, endpoints } from '@storeward/client';
import type { Node } from '@storeward/contract/nodes';
import { rowWiseLists, wholeFields } from '@storeward/contract/settings/engine/section';
import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { CommandError } from '../failures.ts';
import { findRoot } from '../lookup.ts';
import { type Configuration, textOf, topName, type Value } from './document.ts';
import { readTable } from './tables.ts';

export type Running = {
  readonly configuration: Configuration;
  readonly top: Node;
  readonly roleIds: ReadonlyMap<string, string>;
};

/** Reads the configuration of the scope of the key, as files of the server. */
export async function readConfiguration(client: Client, server: string): Promise<Running> {
  const top = await findRoot(client);
  if (!top) throw new CommandError('unknown', 'The key sees no node.');
  const nameOf = (code: Value = '') => (code === top.code ? topName : textOf(code));
  const { roles, roleIds } = await readRoles(client);
  const nodes = readTable(await client.nodeExport.get()).map(({ code, parentCode, ...cells }) => [
    nameOf(code),
    { ...cells, parent: nameOf(parentCode) },
  ]);

  const settings: NonNullable<Configuration['settings']> = {};
  const lists: NonNullable<Configuration['lists']> = {};
  const exported = async (section: (typeof sectionNames)[number], list?: string) => {
    const params = { id: top.nodeId, section };
    const query = list === undefined ? {} : { list };
    return readTable(await client.settings.export({ params, query }));
  };
  for (const section of sectionNames) {
    const prefix = `${section}.`;
    if (wholeFields(sectionOf(section)).length > 0) {
      const rows = await exported(section);
      settings[section] = Object.fromEntries(
        rows.map(({ code, name: _, ...cells }) => [nameOf(code), withoutPrefix(cells, prefix)]),
      );
    }
    for (const [list] of rowWiseLists(sectionOf(section))) {
      const rows = await exported(section, list);
      const byNode = Map.groupBy(rows, ({ code }) => nameOf(code));
      lists[`${section}.${list}`] = Object.fromEntries(
        [...byNode].map(([code, lines]) => [
          code,
          Object.fromEntries(
            lines.map(({ code: _, name: __, list: ___, row, ...cells }) => [
              row === undefined ? 'order' : textOf(row),
              withoutPrefix(cells, `${prefix}${list}.`),
            ]),
          ),
        ]),
      );
    }
  }
  const configuration = {
    storeward: 1 as const,
    server,
    roles,
    nodes: Object.fromEntries(nodes) as Configuration['nodes'],
    settings,
    lists,
  };
  return { configuration, top, roleIds };
}

async function readRoles(client: Client) {
  const roles: NonNullable<Configuration['roles']> = {};
  const roleIds = new Map<string, string>();
  for await (const { id } of client.rows(endpoints.roles.list, { query: { sort: 'name:asc' } })) {
    const { name, description, level, status, modules } = await client.roles.get({ params: { id } });
    roleIds.set(name, id);
    const rights = modules.map(({ shortName, accessRights }): [string, string[]] => [
      shortName,
      accessRights.map((right) => right.shortName).toSorted(),
    ]);
    roles[name] = { description, level, enabled: status, rights: Object.fromEntries(rights) };
  }
  return { roles, roleIds };
}

/** The cells by the names of their fields; without the mode that a value has if none is chosen. */
const withoutPrefix = (cells: Readonly<Record<string, Value>>, prefix: string): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(cells)
      .filter(([column, value]) => !(/(^|\.)mode$/.test(column) && value === 'free'))
      .map(([column, value]) => [column.startsWith(prefix) ? column.slice(prefix.length) : column, value]),
  );
