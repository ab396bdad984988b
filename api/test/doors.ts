import type { Permission } from '@storeward/contract/access';
import { type Endpoint, needed } from '@storeward/contract/endpoint';
import { webClientId } from '@storeward/contract/sessions';
import { domains } from '../src/domains.ts';
import { newId } from '../src/platform/ids.ts';
import { bulkGrown, bulkSamples } from './bulk.ts';
import { sessionOf } from './browser.ts';
import { aNode, anOrganisation, aUser, base64, type Caller, password, type Person, rootOf } from './builders.ts';
import { deviceSamples, devicesGrown } from './device-doors.ts';
import { anImport } from './imports.ts';
import { aFlow, aResetToken } from './recovery.ts';
import { roleSamples, rolesGrown } from './role-doors.ts';
import { userSamples, usersGrown } from './user-doors.ts';
import type { House } from './server.ts';
import { settingNeeds, settingSamples, settingSight, settingsGrown } from './setting-doors.ts';
import { anUpload, aPoint, uploadSamples } from './uploads.ts';
import { userBulkGrown, userBulkSamples } from './user-bulk.ts';
import { viewSamples, viewsGrown } from './user-views.ts';
import { webhookNeeds, webhookSamples, webhooksGrown } from './webhooks.ts';
import type { Wish } from './wish.ts';

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
export type Sample = {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

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

const nextPassword = 'Other-portal-27';
const forgotten = (about: Person) => ({
  emailId: `${about.userName}@mail.example`,
  username: about.userName,
  domainName: about.at.domain,
});

/** What somebody fills in about themselves, their e-mail and phone as `aUser` made them. */
export const filledInOfOneself = (person: Pick<Person, 'userName'>) => ({
  ...filledIn(person),
  phoneNumber: '',
  dateOfBirth: null,
  communicationEmail: false,
  communicationPush: false,
  communicationSms: false,
});

/** What is filled in about a place. */
export const filledInOfAPlace = {
  name: 'Corner Shop',
  code: 'CORNER',
  region: [],
  street: '',
  city: '',
  state: '',
  postCode: '',
  country: '',
  timeZone: '',
  phoneNumber: '',
  emailId: '',
};

/** What is filled in about an organisation, at an address of its own. */
export const filledInOfAnOrganisation = (word: string = `org-${newId().slice(-12)}`) => ({
  name: `Shop ${word}`,
  address: '1 High Street, Leeds',
  country: 'GB',
  emailId: `office@${word}.example`,
  defaultLanguage: 'en',
  url: `${word}.localhost`,
  domains: [{ domainName: `${word}.example`, isDefault: true }],
});

/** The doors that only those stand before who look after the whole platform. */
export const fromAbove = [
  'organisations.list',
  'organisations.create',
  'organisations.invite',
  'organisations.setStatus',
  'organisations.remove',
];

/** What a door asks for besides, once it knows what the record holds. */
export const alsoNeeded: Readonly<Record<string, readonly Permission[]>> = {
  'nodeImports.undo': ['DELETE_NODE'],
  'userImports.undo': ['DELETE_USER'],
  ...settingNeeds,
  ...settingSight,
  'bulkOverrides.preview': ['EDIT_NODE_MODULE', 'VIEW_SETTING', 'CREATE_SETTING', 'EDIT_SETTING'],
  'bulkOverrides.create': ['EDIT_NODE_MODULE', 'VIEW_SETTING', 'CREATE_SETTING', 'EDIT_SETTING'],
  ...webhookNeeds,
  'userBulk.preview': ['LIST_USERS', 'ENABLED_USER'],
  'userBulk.create': ['LIST_USERS', 'ENABLED_USER'],
  'userBulk.undo': ['ENABLED_USER'],
  // of a view that somebody else has shared
  'userViews.update': ['EDIT_USER'],
  'userViews.remove': ['EDIT_USER'],
};

const aPlacesFile = Buffer.from('code\nX\n');

const byOrganisation = (about: Person) => ({ id: about.at.orgId });

/** For each door with an id or a body: what to send, given somebody to ask about and who asks. A new door has to be added here. */
const samples: Readonly<Record<string, (about: Person, caller: Caller | undefined) => Wish>> = {
  'sessions.login': (about) => ({
    body: { username: base64(about.userName), password: base64(password), domainName: base64(about.host) },
  }),
  'openSessions.refresh': (_about, caller) => ({
    body: { clientId: webClientId, refreshToken: caller?.tokens.refreshToken ?? 'none' },
  }),
  'openSessions.actBy': (_about, caller) => ({ body: { assignmentId: caller?.person.assignmentId ?? newId() } }),
  'openSessions.end': (_about, caller) => ({ id: caller ? sessionOf(caller.token) : newId() }),
  'openSessions.endAllOf': (about) => ({ id: about.id }),
  'users.get': (about) => ({ id: about.id }),
  'users.update': (about) => ({ id: about.id, body: filledIn(about) }),
  'users.setStatus': (about) => ({ id: about.id, body: { status: true } }),
  // they know nobody but whoever asks
  'profiles.get': (about, caller) => ({ id: (caller?.person ?? about).id }),
  'profiles.update': (about, caller) => ({
    id: (caller?.person ?? about).id,
    body: filledInOfOneself(caller?.person ?? about),
  }),
  'profiles.setPicture': (about, caller) => ({ id: (caller?.person ?? about).id, body: aPoint }),
  'profiles.removePicture': (about, caller) => ({ id: (caller?.person ?? about).id }),
  'profiles.setFaceConsent': (about, caller) => ({ id: (caller?.person ?? about).id, body: { agreed: true } }),
  ...settingSamples,
  ...roleSamples,
  ...userSamples,
  ...bulkSamples,
  ...userBulkSamples,
  ...viewSamples,
  ...webhookSamples,
  'themes.ofOrganisation': (about) => ({ id: about.at.orgId }),
  ...Object.fromEntries(
    ['domains', 'get', 'invite', 'remove'].map((door) => [`organisations.${door}`, byOrganisation]),
  ),
  'organisations.create': () => ({ body: { ...filledInOfAnOrganisation(), nodeType: 'organization' } }),
  'organisations.update': (about) => ({
    id: about.at.orgId,
    body: {
      ...filledInOfAnOrganisation(),
      url: about.at.host,
      domains: [{ domainName: about.at.domain, isDefault: true }],
    },
  }),
  'organisations.setStatus': (about) => ({ id: about.at.orgId, body: { status: true } }),
  'passwords.forgotten': (about) => ({ body: forgotten(about) }),
  'passwords.resetByLink': () => ({ body: { password: nextPassword, confirmPassword: nextPassword } }),
  'passwords.change': () => ({
    body: { oldPassword: password, newPassword: nextPassword, confirmPassword: nextPassword },
  }),
  'passwords.checkAttributes': (about) => ({ body: forgotten(about) }),
  'passwords.checkAttributesByQuery': (about) => ({ query: forgotten(about) }),
  'passwords.linkState': (about) => ({ id: about.id }),
  'passwords.sendLink': (about) => ({ id: about.id }),
  'nodes.get': (about) => ({ id: about.at.id }),
  'nodes.children': (about) => ({ id: about.at.id }),
  'reference.qrCode': () => ({ body: { text: 'Storeward' } }),
  ...deviceSamples,
  'nodes.create': (about) => ({
    body: { ...filledInOfAPlace, code: newId().slice(-12), nodeType: 'COMPANY', parentId: rootOf(about.at).id },
  }),
  'nodes.update': (about) => ({ id: about.at.id, body: { ...filledInOfAPlace, code: about.at.id.slice(-12) } }),
  'nodes.setStatus': (about) => ({ id: about.at.id, body: { status: true } }),
  'nodes.previewMove': (about) => ({ id: about.at.id, query: { parentId: about.at.id } }),
  'nodes.move': (about) => ({ id: about.at.id, body: { parentId: about.at.id } }),
  'nodes.remove': (about) => ({ id: about.at.id }),
  ...uploadSamples,
  ...Object.fromEntries(
    ['create', 'head'].flatMap((door) =>
      ['nodeImports', 'settingImports'].map((domain) => [`${domain}.${door}`, () => ({ body: aPlacesFile })]),
    ),
  ),
  ...Object.fromEntries(
    ['get', 'rows', 'start', 'stop', 'undo', 'discard'].flatMap((door) =>
      ['nodeImports', 'settingImports'].map((domain) => [`${domain}.${door}`, () => ({ id: newId() })]),
    ),
  ),
};

/** What stands in a path in place of something that only the database can make good. */
const nothingThere = 'x'.repeat(43);

/** A sound request to a door, about somebody, by whoever asks; a secret in its path is one that nobody was ever given. */
export function sampleOf({ name, endpoint }: Door, about: Person, caller?: Caller, wish?: Wish): Sample {
  const { id, body, query, params, headers } = wish ?? samples[name]?.(about, caller) ?? {};
  const path = (wish?.path ?? endpoint.path).replace(/\{(\w+)\}/g, (_, param: string) => {
    if (param !== 'id') return params?.[param] ?? nothingThere;
    if (id === undefined) throw new Error(`${name} takes an id: add a sample to api/test/doors.ts`);
    return id;
  });
  if ((endpoint.body || endpoint.file) && body === undefined)
    throw new Error(`${name} takes a body: add a sample to api/test/doors.ts`);
  return {
    method: endpoint.method,
    url: query ? `${path}?${String(new URLSearchParams(query))}` : path,
    ...(body === undefined ? {} : { body }),
    ...(endpoint.file
      ? { headers: { 'content-type': /Imports\.(?:create|head)$/.test(name) ? 'text/csv' : 'image/bmp' } }
      : headers && { headers }),
  };
}

/** For doors with a secret in their path: makes one that is good. */
const secrets: Readonly<Record<string, (house: House, about: Person) => Promise<string>>> = {
  'passwords.sendMail': aFlow,
  'passwords.checkLink': aResetToken,
  'passwords.checkLinkAgain': aResetToken,
  'passwords.checkLinkShort': aResetToken,
  'passwords.resetByLink': aResetToken,
};

/** For the doors of a kind of import: makes one as far as the door needs it. */
function importsGrown(domain: string, kind: string) {
  const states = { get: 'ready', rows: 'ready', start: 'ready', stop: 'running', undo: 'done', discard: 'ready' };
  return Object.fromEntries(
    Object.entries(states).map(([door, state]) => [
      `${domain}.${door}`,
      (house: House, about: Person) => anImport(house, about, state, kind),
    ]),
  );
}

/** For doors that change the tree: grows the part of it that they change. */
const grown: Readonly<Record<string, (house: House, about: Person) => Promise<Wish>>> = {
  ...settingsGrown,
  ...bulkGrown,
  ...userBulkGrown,
  ...viewsGrown,
  ...webhooksGrown,
  ...devicesGrown,
  ...rolesGrown,
  ...usersGrown,
  'files.put': anUpload,
  ...importsGrown('nodeImports', 'nodes'),
  ...importsGrown('settingImports', 'settings'),
  'nodes.setStatus': async (house, about) => ({ ...(await aRegion(house, about)), body: { status: false } }),
  'nodes.update': async (house, about) => ({
    ...(await aRegion(house, about)),
    body: { ...filledInOfAPlace, code: newId().slice(-12) },
  }),
  'nodes.remove': aRegion,
  'organisations.invite': async (house) => {
    const at = await anOrganisation(house);
    const { id } = await aUser(house, { at, password_hash: null, manual_password: false });
    await house.rows('update organisations set administrator_id = $2 where org_id = $1', [at.id, id]);
    return { id: at.id };
  },
  'organisations.remove': async (house) => ({ id: (await anOrganisation(house)).id }),
  'nodes.move': async (house, about) => ({ ...(await aRegion(house, about)), body: await aNewParent(house, about) }),
  'nodes.previewMove': async (house, about) => ({
    ...(await aRegion(house, about)),
    query: await aNewParent(house, about),
  }),
};

const aCompany = (house: House, { at }: Person) => aNode(house, { parent: rootOf(at), nodeType: 'COMPANY' });
const aNewParent = async (house: House, about: Person) => ({ parentId: (await aCompany(house, about)).id });
async function aRegion(house: House, about: Person): Promise<Wish> {
  const { id } = await aNode(house, { parent: await aCompany(house, about), nodeType: 'TRADING_REGION' });
  return { id };
}

/** The same with everything there that the door needs to say yes. */
export async function readySample(house: House, door: Door, about: Person, caller?: Caller): Promise<Sample> {
  const sample = sampleOf(door, about, caller, await grown[door.name]?.(house, about));
  const secret = await secrets[door.name]?.(house, about);
  return secret === undefined ? sample : { ...sample, url: sample.url.replace(nothingThere, secret) };
}

/** The right that brings a permission along. */
export const rightFor = (permission: Permission): string => permission.toLowerCase();
