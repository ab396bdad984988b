import { expect, test } from 'vitest';
import { anOrganisation, insert } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
const domainsOf = async (host: string, query = '') =>
  (await house.ask({ url: `/node-management/domain${query}`, host })).body;

test('a portal tells the domains one can sign in with, the usual one first', async () => {
  const org = await anOrganisation(house, { word: 'oak' });
  await anOrganisation(house, { word: 'elm' });
  await insert(house, 'domains', { org_id: org.id, domain_name: 'another.example' });
  const domains = [
    { domainName: 'oak.example', isDefault: true },
    { domainName: 'another.example', isDefault: false },
  ];
  expect(await domainsOf(org.host)).toEqual({ result: [{ domains }] });
  expect(await domainsOf('OAK.localhost:8080', '?subDomain=elm')).toEqual({ result: [{ domains }] });
});

test('the portal of the platform has no domains', async () => {
  for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST'])
    expect(await domainsOf(host)).toEqual({ result: [{ domains: [] }] });
});

test('an unknown host has no portal', async () => {
  for (const host of ['elsewhere.example', 'localhost.evil.example', '%'])
    expect(await domainsOf(host)).toMatchObject({ status: 404, messageCode: 'tenant.unknown' });
});
