import type { NodeType } from '@storeward/contract/access';
import { createNode, createOrganisation, createUser, type TestUser, type TestNode } from './builders.ts';
import type { TestServer } from './server.ts';

/** An organisation with nodes of every type and one user at each node. */
export type FullOrganisation = {
  readonly root: TestNode;
  readonly nodes: readonly TestNode[];
  readonly users: readonly TestUser[];
};

const levels: readonly (readonly [NodeType, number])[] = [
  ['COMPANY', 2],
  ['TRADING_REGION', 2],
  ['STORE_GROUP', 2],
  ['SUB_STORE_GROUP', 1],
  ['STORE', 2],
];

/**
 * Creates two companies with two regions each, two groups per region, one sub group per group and two stores per sub
 * group. Every text contains `mark`.
 */
export async function createFullOrganisation(
  server: TestServer,
  { slug, mark }: { slug: string; mark: string },
): Promise<FullOrganisation> {
  const texts = { street: `${mark} street`, city: `${mark} city`, state: mark, post_code: mark };
  const root = await createOrganisation(server, {
    name: `${mark} organisation`,
    slug,
    code: `${mark}-root`,
    ...texts,
  });
  const nodes = [root];
  let parents = [root];
  for (const [nodeType, count] of levels) {
    const children: TestNode[] = [];
    for (const parent of parents) {
      for (let index = 0; index < count; index += 1) {
        children.push(
          await createNode(server, {
            parent,
            nodeType,
            name: `${mark} ${nodeType} ${nodes.length + children.length}`,
            code: `${mark}-${nodes.length + children.length}`,
            ...texts,
          }),
        );
      }
    }
    nodes.push(...children);
    parents = children;
  }
  const users: TestUser[] = [];
  for (const node of nodes)
    users.push(
      await createUser(server, {
        node,
        firstName: mark,
        lastName: `of ${node.name}`,
        email_id: `${mark}.${users.length}@mail.example`,
        phone_number: '+44 113 496 0127',
        short_name: mark,
      }),
    );
  return { root, nodes, users };
}
