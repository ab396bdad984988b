/** The password of everybody in made-up data. */
export const demoPassword = 'Demo-portal-26';

/** Where a demo account stands, in the order in which they are presented. */
export type DemoAccount = {
  readonly userName: string;
  readonly domain: string;
  readonly portal: string;
  readonly place: string;
};

const kestrel = { domain: 'kestrelsports.com', portal: 'kestrel.localhost' } as const;

/** The accounts that anybody may try the demonstration with; all have the one password. */
export const demoAccounts = [
  { userName: 'org.admin', ...kestrel, place: 'Kestrel Sports' },
  { userName: 'company.admin', ...kestrel, place: 'Kestrel UK' },
  { userName: 'region.manager', ...kestrel, place: 'North' },
  { userName: 'group.manager', ...kestrel, place: 'Yorkshire' },
  { userName: 'subgroup.manager', ...kestrel, place: 'Leeds City' },
  { userName: 'store.manager', ...kestrel, place: 'Leeds Briggate' },
  { userName: 'store.user', ...kestrel, place: 'Leeds Briggate, few permissions' },
  { userName: 'new.user', ...kestrel, place: 'Brighton Lanes, must change the password' },
  { userName: 'org.admin', domain: 'brambletoys.com', portal: 'bramble.localhost', place: 'Bramble Toys' },
  { userName: 'global.admin', domain: '', portal: 'localhost', place: 'the whole platform' },
] as const satisfies readonly DemoAccount[];
