import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { createClient, createNode, createOrganisation, createUser, type TestNode } from './builders.ts';
import { insertEngageImage, moduleSamples, sampleFields } from './module-sections.ts';
import type { TestServer } from './server.ts';

type FieldStates = Record<string, { value: unknown; source: { id: string } | null; own: unknown }>;

export const urlOf = ({ id }: TestNode, section: string, more = ''): string =>
  `/node-management/node/${id}/settings/${section}${more}`;

/** An organisation whose administrator saves settings of its nodes. */
export async function createSectionClient(server: TestServer) {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const org = await createOrganisation(server, { slug: 'modules', name: 'Modules' });
  const admin = await createClient(server, await createUser(server, { node: org }));
  await insertEngageImage(server, org);
  let treeCount = 0;

  /** A company with two stores below it. */
  async function createTree() {
    treeCount += 1;
    const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    const store = await createNode(server, { parent: region, nodeType: 'STORE', code: `STORE-${treeCount}` });
    const otherStore = await createNode(server, { parent: region, nodeType: 'STORE', code: `OTHER-${treeCount}` });
    return { company, store, otherStore };
  }

  const save = (node: TestNode, section: string, fields: object) => admin.put(urlOf(node, section), { fields });
  return {
    server,
    org,
    admin,
    createTree,
    save,
    put: (node: TestNode, section: string, values: Readonly<Record<string, unknown>>, mode = 'free') =>
      save(node, section, Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value, mode }]))),
    saveSample: (node: TestNode, section: string, mode = 'free') =>
      save(node, section, sampleFields(moduleSamples[section]!, mode)),
    reset: (node: TestNode, section: string) =>
      save(
        node,
        section,
        Object.fromEntries(Object.keys(sectionOf(section as SectionName).fields).map((field) => [field, null])),
      ),
    stateOf: async (node: TestNode, section: string): Promise<FieldStates> =>
      (await admin.get(urlOf(node, section))).body.result.fields,
  };
}
export type SectionClient = Awaited<ReturnType<typeof createSectionClient>>;
