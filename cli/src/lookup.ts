import { ApiError, type Client, endpoints } from '@storeward/client';
import { type NodeType, nodeTypes } from '@storeward/contract/access';
import { CommandError } from './failures.ts';

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The node of an id or a code. */
export async function findNode(client: Client, idOrCode: string) {
  if (isId(idOrCode)) return client.nodes.get({ params: { id: idOrCode } });
  for await (const node of client.rows(endpoints.nodes.search, { query: { search: idOrCode } }))
    if (node.code.toLowerCase() === idOrCode.toLowerCase()) return client.nodes.get({ params: { id: node.nodeId } });
  throw new CommandError('unknown', `There is no node with the code ${idOrCode}.`);
}

/** The topmost node that the key or user sees; undefined if they see none. The tree has no list of its roots: nodes below state their path. */
export async function findRoot(client: Client) {
  for (const nodeType of nodeTypes.slice(nodeTypes.indexOf('COMPANY'))) {
    const { result } = await client.nodes.choices({ query: { nodeType, size: 1 } });
    for (const id of result.flatMap(({ path, nodeId }) => [...path.map((node) => node.id), nodeId])) {
      try {
        return await client.nodes.get({ params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'node.unknown')) throw error;
      }
    }
  }
  return undefined;
}

/** The user of an id or a user name. */
export async function findUser(client: Client, idOrName: string) {
  if (isId(idOrName)) return client.users.get({ params: { id: idOrName } });
  for await (const user of client.rows(endpoints.users.list, { query: { search: idOrName } }))
    if (user.userName.toLowerCase() === idOrName.toLowerCase()) return client.users.get({ params: { id: user.id } });
  throw new CommandError('unknown', `There is no user with the name ${idOrName}.`);
}

/** The id of a role by its id or its name, among those that can be given at a level. */
export async function findRole(client: Client, idOrName: string, givableAt: NodeType): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const query = { search: idOrName, givableAt };
  for await (const role of client.rows(endpoints.roles.choices, { query })) if (role.name === idOrName) return role.id;
  throw new CommandError('unknown', `There is no role ${idOrName} that can be given there.`);
}
