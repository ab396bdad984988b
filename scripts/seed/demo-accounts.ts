/** Password of all demo and seeded users. */
export const demoPassword = 'Demo-portal-26';

/** A demo account and the node it is assigned to, in the order of presentation. */
export type DemoAccount = {
  readonly userName: string;
  readonly domain: string;
  readonly portal: string;
  readonly node: string;
};

const kestrel = { domain: 'kestrelsports.com', portal: 'kestrel.localhost' } as const;

/** The demo accounts; all share one password. */
export const demoAccounts = [
  { userName: 'org.admin', ...kestrel, node: 'Kestrel Sports' },
  { userName: 'company.admin', ...kestrel, node: 'Kestrel UK' },
  { userName: 'region.manager', ...kestrel, node: 'North' },
  { userName: 'group.manager', ...kestrel, node: 'Yorkshire' },
  { userName: 'subgroup.manager', ...kestrel, node: 'Leeds City' },
  { userName: 'store.manager', ...kestrel, node: 'Leeds Briggate' },
  { userName: 'store.user', ...kestrel, node: 'Leeds Briggate, few permissions' },
  { userName: 'new.user', ...kestrel, node: 'Brighton Lanes, must change the password' },
  { userName: 'org.admin', domain: 'brambletoys.com', portal: 'bramble.localhost', node: 'Bramble Toys' },
  { userName: 'global.admin', domain: '', portal: 'localhost', node: 'the whole platform' },
] as const satisfies readonly DemoAccount[];
