import { NodeType } from '@storeward/contract/access';
import type { AuditEntry } from '@storeward/contract/audit';
import { seeingEnds } from '@storeward/contract/seeings';
import { SectionName } from '@storeward/contract/settings/sections';
import { countryName, languageName } from '../platform/code-names.ts';
import { formatCalendarDay, type PhraseKey, type t as say } from '../platform/i18n.ts';
import { rightName } from '../platform/right-names.ts';
import { fieldLabel, isSetting, sectionLabel } from '../platform/setting-names.ts';

type Say = typeof say;

/** What the fields are called that changes are written down by, wherever they stand. */
const words: Readonly<Record<string, PhraseKey>> = {
  name: 'nodes.field.name',
  code: 'nodes.field.code',
  nodeType: 'users.field.level',
  region: 'nodes.field.region',
  street: 'nodes.field.street',
  city: 'nodes.field.city',
  state: 'nodes.field.state',
  postCode: 'nodes.field.postCode',
  country: 'nodes.field.country',
  timeZone: 'nodes.field.timeZone',
  phoneNumber: 'nodes.field.phoneNumber',
  emailId: 'nodes.field.emailId',
  path: 'nodes.field.parent',
  status: 'users.field.status',
  locked: 'users.field.lock',
  firstName: 'users.field.firstName',
  lastName: 'users.field.lastName',
  userName: 'users.field.userName',
  domainName: 'users.field.domain',
  language: 'users.field.language',
  dateOfBirth: 'users.field.dateOfBirth',
  profilePicture: 'audit.touched.picture',
  communicationEmail: 'audit.touched.byEmail',
  communicationPush: 'audit.touched.byPush',
  communicationSms: 'audit.touched.bySms',
  faceConsentDate: 'users.field.face',
  secretWord: 'users.field.secretWord',
  pin: 'users.field.pin',
  role: 'users.field.role',
  place: 'users.field.place',
  shortName: 'users.field.shortName',
  dashboardAccess: 'users.field.dashboard',
  until: 'users.assignment.lastDay',
  device: 'audit.touched.browser',
  sessions: 'audit.touched.sessions',
  how: 'audit.touched.ending',
  reason: 'users.seeing.reason',
  address: 'organisations.field.address',
  defaultLanguage: 'organisations.field.defaultLanguage',
  url: 'organisations.field.url',
  domains: 'organisations.field.domains',
  fileName: 'audit.touched.file',
  rowCount: 'audit.touched.rows',
  begins: 'settings.about.starts',
  description: 'roles.field.description',
  level: 'roles.field.level',
  rights: 'roles.field.rights',
  rightsAdded: 'audit.touched.rightsAdded',
  rightsRemoved: 'audit.touched.rightsRemoved',
};

const ofDevices: Readonly<Record<string, PhraseKey>> = {
  name: 'devices.field.name',
  type: 'devices.field.type',
  address: 'devices.field.address',
  serial: 'devices.field.serial',
};

const ofWebhooks: Readonly<Record<string, PhraseKey>> = {
  description: 'webhooks.field.description',
  url: 'webhooks.field.url',
  sections: 'webhooks.field.sections',
};

const ofEntity: Readonly<Record<string, Readonly<Record<string, PhraseKey>>>> = {
  device: ofDevices,
  webhook: ofWebhooks,
};

/** What a field is called in the reader's language; its own name where we have none for it. */
export function fieldWord({ entity }: Pick<AuditEntry, 'entity'>, field: string, t: Say): string {
  const [section = '', setting = '', mode] = field.split('.');
  if (isSetting(section, setting)) {
    const name = fieldLabel(section, setting, t);
    return mode ? `${name} (${t('settings.mode.title')})` : name;
  }
  const key = ofEntity[entity]?.[field] ?? words[field];
  return key ? t(key) : field;
}

/** What stands in a field, as people read it. */
export function valueText(field: string, value: unknown, reader: string, t: Say): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.map((one) => valueText(field, one, reader, t)).join(', ');
  if (typeof value === 'boolean') {
    if (field === 'status') return t(value ? 'ui.status.enabled' : 'ui.status.disabled');
    return t(value ? 'audit.value.yes' : 'audit.value.no');
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field.endsWith('.mode') && (value === 'locked' || value === 'tighten'))
    return t(value === 'locked' ? 'settings.mode.locked' : 'settings.mode.stricter');
  return codes[field]?.(value, reader, t) ?? value;
}

type Read = (code: string, reader: string, t: Say) => string | undefined;

const right: Read = (name, _, t) => rightName(name, t);

const replaced: Read = (_code, _reader, t) => t('audit.value.replaced');

/** What stands in some fields for something else. */
const codes: Readonly<Record<string, Read>> = {
  country: countryName,
  language: languageName,
  defaultLanguage: languageName,
  dateOfBirth: formatCalendarDay,
  nodeType: (code, _, t) => (isLevel(code) ? t(`ui.level.${code}`) : undefined),
  level: (code, _, t) => (isLevel(code) ? t(`ui.level.${code}`) : undefined),
  rights: right,
  rightsAdded: right,
  rightsRemoved: right,
  region: (code, _, t) => (code === 'CHINA' || code === 'REST_OF_WORLD' ? t(`nodes.region.${code}`) : undefined),
  type: (code, _, t) => (code === 'mobile' || code === 'tablet' ? t(`devices.type.${code}`) : undefined),
  sections: (code, _, t) => (code === 'all' ? t('webhooks.sections.all') : sectionWord(code, t)),
  secretWord: replaced,
  pin: replaced,
  profilePicture: replaced,
  how: (code, _, t) => {
    const end = seeingEnds.find((one) => one === code);
    return end && t(`audit.ending.${end}`);
  },
};

const sectionWord = (code: string, t: Say) => {
  const { data } = SectionName.safeParse(code);
  return data && sectionLabel(data, t);
};

const isLevel = (code: string): code is NodeType => NodeType.safeParse(code).success;
