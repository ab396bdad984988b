import type { Permission } from '@storeward/contract/access';
import { type Endpoint, needed } from '@storeward/contract/endpoint';
import { domains } from '../src/app.ts';
import { base64, password, type Person } from './builders.ts';

/** One door of the product by its full name, with what it takes to be admitted. */
export type Door = { readonly name: string; readonly endpoint: Endpoint; readonly wants: ReturnType<typeof needed> };

/** Every door there is, as the contract has them. */
export const doors: readonly Door[] = Object.entries(domains).flatMap(([domain, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
    name: `${domain}.${name}`,
    endpoint,
    wants: needed(endpoint),
  })),
);

/** The doors that only somebody signed in may pass. */
export const guarded = doors.filter(({ endpoint }) => endpoint.allow !== 'anyone');

/** A request that a door takes from whoever may: `{id}` filled in, and a body where one is wanted. */
export type Sample = { readonly method: Endpoint['method']; readonly url: string; readonly body?: unknown };

/** What a person fills in about a user. */
export const filledIn = (person: Pick<Person, 'userName'>) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailId: `${person.userName}@mail.example`,
  phoneNumber: '+44 113 496 0127',
  language: 'en',
  timeZone: 'Europe/London',
  country: 'GB',
});

/** For each door with an id or a body: what to send, given somebody to ask about. A new door has to be added here. */
const samples: Readonly<Record<string, (about: Person) => { readonly id?: string; readonly body?: unknown }>> = {
  'sessions.login': (about) => ({
    body: { username: base64(about.userName), password: base64(password), domainName: base64(about.host) },
  }),
  'users.get': (about) => ({ id: about.id }),
  'users.update': (about) => ({ id: about.id, body: filledIn(about) }),
  'nodes.get': (about) => ({ id: about.at.id }),
  'nodes.children': (about) => ({ id: about.at.id }),
};

/** A sound request to a door, about somebody. */
export function sampleOf({ name, endpoint }: Door, about: Person): Sample {
  const { id, body } = samples[name]?.(about) ?? {};
  const url = endpoint.path.replace('{id}', () => {
    if (id === undefined) throw new Error(`${name} takes an id: add a sample to api/test/doors.ts`);
    return id;
  });
  if (endpoint.body && body === undefined) throw new Error(`${name} takes a body: add a sample to api/test/doors.ts`);
  return { method: endpoint.method, url, ...(body === undefined ? {} : { body }) };
}

/** The right that brings a permission along. */
export const rightFor = (permission: Permission): string => permission.toLowerCase();
