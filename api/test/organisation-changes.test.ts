import { beforeAll, describe, expect, test } from 'vitest';
import {
  aNode,
  anOrganisation,
  aUser,
  type Caller,
  everyRight,
  insert,
  platform,
  signedIn,
  signIn,
} from './builders.ts';
import { filledInOfAnOrganisation } from './doors.ts';
import { aServer } from './server.ts';
import { codeOf, marksOf } from './small-tree.ts';

const house = await aServer();
let above: Caller;

beforeAll(async () => {
  above = await signedIn(house, await aUser(house, { at: platform }));
});

const node = '/node-management/node';
const list = '/node-management/organization';
const domainsOf = async (host: string) => (await house.ask({ url: '/node-management/domain', host })).body;
const make = (more: Record<string, unknown> = {}) =>
  above.post(node, { ...filledInOfAnOrganisation(), nodeType: 'organization', ...more });
const made = async (more: Record<string, unknown> = {}) => (await make(more)).body.result;
const errorsOf = ({ body }: { body: { errors?: { path: string; messageCode: string }[] } }) =>
  Object.fromEntries((body.errors ?? []).map(({ path, messageCode }) => [path, messageCode]));

describe('a change of an organisation', () => {
  const change = async (id: string, body: object, caller = above, headers = {}) =>
    caller.put(`${node}/${id}`, body, headers);

  test('takes back what was read, keeps its code, and is written down with what it replaced', async () => {
    const before = await made();
    const { status, body } = await change(before.id, {
      ...before,
      name: 'Renamed',
      code: 'OTHER',
      url: `new-${before.url}`,
      domains: [
        { domainName: 'renamed.example', isDefault: true },
        { ...before.domains[0], isDefault: false },
      ],
    });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ name: 'Renamed', code: before.code, url: `new-${before.url}`, version: 2 });
    expect(body.result.domains[0]).toEqual({ domainName: 'renamed.example', isDefault: true });
    expect(await domainsOf(before.url)).toMatchObject({ messageCode: 'tenant.unknown' });
    expect((await marksOf(house, before.id)).at(-1)).toMatchObject({
      action: 'organisation.updated',
      before: { name: before.name, url: before.url },
      after: { name: 'Renamed', url: `new-${before.url}` },
    });
    const stale = await change(before.id, { ...before, version: 1 });
    expect([stale.status, stale.body.current]).toEqual([412, body.result]);
  });

  test('keeps what nothing is said of, and further hosts', async () => {
    const { address: _, ...before } = await made();
    await insert(house, 'portal_hosts', { host: `further-${before.url}`, org_id: before.id });
    const { body } = await change(before.id, { ...before, domains: null });
    expect(body.result).toMatchObject({ address: '1 High Street, Leeds', domains: before.domains });
    const swapped = await change(before.id, { ...body.result, url: `further-${before.url}` });
    expect([swapped.status, swapped.body.result.url]).toEqual([200, `further-${before.url}`]);
  });

  test('takes nothing that another has, nor a domain that somebody signs in with', async () => {
    const [one, other] = [await made(), await made()];
    expect(codeOf(await change(one.id, { ...one, url: other.url }))).toEqual([409, 'organisation.urlTaken']);
    expect(codeOf(await change(one.id, { ...one, url: 'localhost' }))).toEqual([409, 'organisation.urlTaken']);
    const theirs = [...one.domains, { ...other.domains[0], isDefault: false }];
    expect(codeOf(await change(one.id, { ...one, domains: theirs }))).toEqual([409, 'organisation.domainTaken']);
    const org = await anOrganisation(house);
    await aUser(house, { at: org });
    const used = (await above.get(`${list}/${org.id}`)).body.result;
    const mended = {
      ...used,
      country: 'GB',
      emailId: 'x@mail.example',
      domains: [{ domainName: 'free.example', isDefault: true }],
    };
    const refused = await change(org.id, mended);
    expect([...codeOf(refused), refused.body.message]).toEqual([
      409,
      'organisation.domainInUse',
      `Users still sign in with ${org.domain}: 1.`,
    ]);
  });

  test('by its own people changes all but address and domains', async () => {
    const org = await anOrganisation(house);
    const admin = await signedIn(house, await aUser(house, { at: org }));
    const { version: _, ...own } = (await admin.get(`${list}/${org.id}`)).body.result;
    const input = { ...own, name: 'Our own name', country: 'GB', emailId: 'us@mail.example' };
    expect((await change(org.id, input, admin)).body.result.name).toBe('Our own name');
    for (const more of [
      { url: 'elsewhere.example' },
      { domains: [...own.domains, { domainName: 'more.example', isDefault: false }] },
    ])
      expect(codeOf(await change(org.id, { ...input, ...more }, admin))).toEqual([409, 'organisation.onlyFromAbove']);
  });

  test.for(['update_organisation', 'update_organisation_details'])('needs the right %s', async (missing) => {
    const organisation = await made();
    const rights = everyRight.filter((right) => right !== missing);
    const caller = await signedIn(house, await aUser(house, { at: platform, rights }));
    const refused = await change(organisation.id, organisation, caller);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Your role needs UPDATE_ORGANISATION and UPDATE_ORGANISATION_DETAILS on Global.',
    ]);
  });

  test('names each wrong field', async () => {
    const { id } = await made();
    expect(Object.keys(errorsOf(await change(id, { name: '' })))).toEqual([
      'name',
      'country',
      'emailId',
      'defaultLanguage',
      'url',
    ]);
  });
});

describe('an organisation that is closed', () => {
  const setStatus = (id: string, status: boolean, caller = above) => caller.put(`${node}/${id}/status`, { status });

  test('lets nobody in and ends every session at its next request, until it is opened again', async () => {
    const org = await anOrganisation(house);
    const person = await aUser(house, { at: org });
    const caller = await signedIn(house, person);
    const nowhere = await signedIn(house, await aUser(house, { at: org, nowhere: true }));
    expect((await setStatus(org.id, false)).body.result).toMatchObject({ status: false, version: 2 });
    for (const one of [caller, nowhere])
      expect(codeOf(await one.get(`/user-management/users/${one.person.id}`))).toEqual([401, 'session.expired']);
    expect((await signIn(house, person)).body.messageCode).toBe('signIn.notAllowed');
    expect((await setStatus(org.id, true)).body.result.status).toBe(true);
    expect((await signIn(house, person)).status).toBe(200);
    expect(await marksOf(house, org.id)).toMatchObject([
      { action: 'organisation.disabled', before: { status: true }, after: { status: false } },
      { action: 'organisation.enabled', before: { status: false }, after: { status: true } },
    ]);
  });

  test('is closed from above alone', async () => {
    const org = await anOrganisation(house);
    const admin = await signedIn(house, await aUser(house, { at: org }));
    expect(codeOf(await setStatus(org.id, false, admin))).toEqual([409, 'node.ownPlace']);
    const other = await anOrganisation(house);
    expect(codeOf(await setStatus(other.id, false, admin))).toEqual([404, 'node.unknown']);
  });
});

describe('an organisation that is deleted', () => {
  const remove = (id: string, caller = above) => caller.delete(`${node}/${id}/delete`);

  test('was empty: its host and domains are free again, its code is not', async () => {
    const organisation = await made({ code: 'GONE' });
    expect((await remove(organisation.id)).body.result).toEqual(organisation);
    expect(codeOf(await above.get(`${list}/${organisation.id}`))).toEqual([404, 'node.unknown']);
    expect(codeOf(await remove(organisation.id))).toEqual([404, 'node.unknown']);
    expect(await domainsOf(organisation.url)).toMatchObject({ messageCode: 'tenant.unknown' });
    expect((await marksOf(house, organisation.id)).at(-1)).toMatchObject({
      action: 'organisation.deleted',
      before: { code: 'GONE' },
    });
    const { url, domains } = organisation;
    expect(codeOf(await make({ url, domains, code: 'GONE' }))).toEqual([409, 'organisation.codeTaken']);
    expect((await make({ url, domains })).status).toBe(200);
  });

  test('keeps its places and users where it has any, and is told how many', async () => {
    const org = await anOrganisation(house);
    const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
    await aUser(house, { at: company });
    const refused = await remove(org.id);
    expect([...codeOf(refused), refused.body.message]).toEqual([
      409,
      'node.notEmpty',
      'Only an empty organisation can be deleted. Here are 1 places and 1 users.',
    ]);
    expect((await above.get(`${list}/${org.id}`)).status).toBe(200);
  });

  test('is deleted from above alone', async () => {
    const org = await anOrganisation(house);
    const admin = await signedIn(house, await aUser(house, { at: org }));
    expect(codeOf(await remove(org.id, admin))).toEqual([409, 'node.ownPlace']);
  });
});
