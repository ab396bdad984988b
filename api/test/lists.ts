import { newId } from '../src/platform/database/ids.ts';
import { type ApiClient, createClient, createNode, createOrganisation, createUser, type TestNode } from './builders.ts';
import { requiredFields } from './sample-section.ts';
import type { TestServer } from './server.ts';

/** A row of the state of a list. */
export type TestRow = {
  id: string;
  position: number;
  values: Record<string, unknown>;
  state: string;
  lockedBy: unknown;
};

export const add = (code: string, after = 'last', label = '') => ({ action: 'add', after, values: { code, label } });
export const replace = (code: string, label = '') => ({ action: 'replace', values: { code, label } });
export const hide = { action: 'hide' } as const;

export const listUrl = ({ id }: TestNode, more = '') => `/node-management/node/${id}/settings/sample${more}`;

/** The errors of a response as pairs of path and code. */
export const errorsOf = ({ body }: { body: { errors?: { path: string; messageCode: string }[] } }) =>
  (body.errors ?? []).map(({ path, messageCode }) => [path, messageCode]);

/** An organisation with its administrator, who works with the row-wise list `reasons` of the sample section. */
export async function createListClient(server: TestServer, slug: string) {
  const org = await createOrganisation(server, { slug, name: 'Lists' });
  const admin = await createClient(server, await createUser(server, { node: org }));
  await admin.put(listUrl(org), { fields: requiredFields });
  let treeCount = 0;
  const save = (node: TestNode, value: unknown, { mode = 'free', ...more }: Record<string, unknown> = {}) =>
    admin.put(listUrl(node), { fields: { reasons: { value, mode } }, ...more });
  const reasonsOf = async (node: TestNode, query = '') =>
    (await admin.get(listUrl(node, query))).body.result.fields['reasons'];
  const codesOf = async (node: TestNode, query = ''): Promise<string> =>
    (await reasonsOf(node, query)).value.map(({ code }: { code: string }) => code).join(' ');

  /** A company with a region and a store, and three reasons at the company. */
  async function createTree() {
    treeCount += 1;
    const [companyCode, regionCode, storeCode] = [`COMPANY${treeCount}`, `REGION${treeCount}`, `STORE${treeCount}`];
    const company = await createNode(server, { parent: org, nodeType: 'COMPANY', code: companyCode });
    const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', code: regionCode });
    const store = await createNode(server, { parent: region, nodeType: 'STORE', code: storeCode });
    const [a, b, c] = [newId(), newId(), newId()];
    const rows = { [a]: add('A', 'last', 'Wrong size'), [b]: add('B', a), [c]: add('C', b) };
    const { status } = await save(company, { rows });
    if (status !== 200) throw new Error(`the list of the company was refused with ${status}`);
    return { company, companyCode, region, regionCode, store, storeCode, a, b, c };
  }
  return { org, admin, save, reasonsOf, codesOf, createTree };
}

export type ListClient = Awaited<ReturnType<typeof createListClient>> & { readonly admin: ApiClient };
