import { NodeType } from '@storeward/contract/access';
import type { AuditEntry } from '@storeward/contract/audit';
import { impersonationEndReasons } from '@storeward/contract/sessions/impersonation';
import { Money, ProductDescription, vatClasses } from '@storeward/contract/products';
import { connectionResults } from '@storeward/contract/settings/endpoints/connection-test';
import { SectionName } from '@storeward/contract/settings/sections';
import { deviceName } from '../platform/session/device-name.ts';
import { decimalText, moneyText } from '../platform/text/decimal-text.ts';
import { countryName, languageName } from '../platform/text/display-names.ts';
import {
  currentLanguage,
  formatDate,
  formatDateTime,
  formatLastDate,
  type PhraseKey,
  type t as translate,
} from '../platform/text/i18n.ts';
import { fullEventLabel } from '../platform/text/event-labels.ts';
import { permissionLabel } from '../platform/text/permission-labels.ts';
import { sectionLabel } from '../platform/text/setting-labels.ts';

type Translate = typeof translate;

/** Labels of audited fields that do not depend on the entity. */
const labelKeys: Readonly<Record<string, PhraseKey>> = {
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
  latitude: 'nodes.field.latitude',
  longitude: 'nodes.field.longitude',
  phoneNumber: 'nodes.field.phoneNumber',
  emailId: 'nodes.field.emailId',
  mailRefused: 'audit.changed.mailRefused',
  pendingEmail: 'users.field.pendingEmail',
  path: 'nodes.field.parent',
  status: 'users.field.status',
  locked: 'users.field.lock',
  firstName: 'users.field.firstName',
  lastName: 'users.field.lastName',
  userName: 'users.field.userName',
  domainName: 'users.field.domain',
  language: 'users.field.language',
  dateOfBirth: 'users.field.dateOfBirth',
  profilePicture: 'audit.changed.picture',
  communicationEmail: 'audit.changed.byEmail',
  communicationPush: 'audit.changed.byPush',
  communicationSms: 'audit.changed.bySms',
  faceConsentDate: 'users.field.face',
  secretWord: 'users.field.secretWord',
  pin: 'users.field.pin',
  role: 'users.field.role',
  place: 'users.field.node',
  shortName: 'users.field.shortName',
  dashboardAccess: 'users.field.dashboard',
  until: 'users.assignment.lastDay',
  previousUntil: 'audit.changed.previousUntil',
  prefix: 'audit.changed.keyPrefix',
  networks: 'audit.changed.networks',
  device: 'audit.changed.browser',
  sessions: 'audit.changed.sessions',
  how: 'audit.changed.ending',
  reason: 'users.impersonation.reason',
  address: 'organisations.field.address',
  defaultLanguage: 'organisations.field.defaultLanguage',
  url: 'organisations.field.url',
  portalHosts: 'organisations.field.portalHosts',
  domains: 'organisations.field.domains',
  fileName: 'audit.changed.file',
  rowCount: 'audit.changed.rows',
  request: 'audit.changed.request',
  count: 'audit.changed.times',
  since: 'audit.changed.since',
  filter: 'audit.changed.filter',
  interrupted: 'audit.changed.interrupted',
  section: 'audit.changed.section',
  server: 'audit.changed.server',
  result: 'audit.changed.result',
  begins: 'settings.change.starts',
  description: 'roles.field.description',
  level: 'roles.field.level',
  rights: 'roles.field.rights',
  rightsAdded: 'audit.changed.rightsAdded',
  rightsRemoved: 'audit.changed.rightsRemoved',
};

const deviceLabelKeys: Readonly<Record<string, PhraseKey>> = {
  name: 'devices.field.name',
  type: 'devices.field.type',
  address: 'devices.field.address',
  serial: 'devices.field.serial',
};

const webhookLabelKeys: Readonly<Record<string, PhraseKey>> = {
  description: 'webhooks.field.description',
  url: 'webhooks.field.url',
  events: 'webhooks.field.events',
  sections: 'webhooks.field.sections',
  messages: 'webhooks.action.messages',
  from: 'webhooks.replay.from',
};

const productLabelKeys: Readonly<Record<string, PhraseKey>> = {
  SKU: 'products.field.sku',
  descriptions: 'products.field.descriptions',
  imageUrls: 'products.field.images',
  price: 'products.field.price',
  vatClass: 'products.field.vatClass',
  tags: 'products.field.tags',
};

const entityLabelKeys: Readonly<Record<string, Readonly<Record<string, PhraseKey>>>> = {
  device: deviceLabelKeys,
  webhook: webhookLabelKeys,
  product: productLabelKeys,
};

/** A field's localised label; the raw name if it has none. */
export function auditFieldLabel({ entity }: Pick<AuditEntry, 'entity'>, field: string, t: Translate): string {
  const key = entityLabelKeys[entity]?.[field] ?? labelKeys[field];
  return key ? t(key) : field;
}

/** A field's value as display text. */
export function valueText(field: string, value: unknown, language: string, t: Translate): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.map((item) => valueText(field, item, language, t)).join(', ');
  if (typeof value === 'boolean') {
    if (field === 'status') return t(value ? 'ui.status.enabled' : 'ui.status.disabled');
    return t(value ? 'audit.value.yes' : 'audit.value.no');
  }
  const money = Money.safeParse(value);
  if (money.success) return moneyText(money.data, currentLanguage());
  const description = ProductDescription.safeParse(value);
  if (description.success) return description.data.value;
  if (typeof value === 'number') return decimalText(value, currentLanguage());
  if (typeof value !== 'string') return JSON.stringify(value);
  return formatters[field]?.(value, language, t) ?? value;
}

type FormatCode = (code: string, language: string, t: Translate) => string | undefined;

const formatPermission: FormatCode = (name, _, t) => permissionLabel(name, t);

const formatReplaced: FormatCode = (_code, _reader, t) => t('audit.value.replaced');

/** Formats a timestamp; another text is shown as it is. */
const ifTimestamp =
  (format: (iso: string) => string): FormatCode =>
  (value) =>
    Number.isNaN(Date.parse(value)) ? undefined : format(value);

/** Formatters of fields that store codes or timestamps. */
const formatters: Readonly<Record<string, FormatCode>> = {
  country: countryName,
  language: languageName,
  defaultLanguage: languageName,
  device: deviceName,
  dateOfBirth: formatDate,
  until: ifTimestamp(formatLastDate),
  previousUntil: ifTimestamp(formatDateTime),
  begins: ifTimestamp(formatDateTime),
  faceConsentDate: ifTimestamp(formatDateTime),
  nodeType: (code, _, t) => (isLevel(code) ? t(`ui.level.${code}`) : undefined),
  level: (code, _, t) => (isLevel(code) ? t(`ui.level.${code}`) : undefined),
  rights: formatPermission,
  rightsAdded: formatPermission,
  rightsRemoved: formatPermission,
  region: (code, _, t) => (code === 'CHINA' || code === 'REST_OF_WORLD' ? t(`nodes.region.${code}`) : undefined),
  type: (code, _, t) => (code === 'mobile' || code === 'tablet' ? t(`devices.type.${code}`) : undefined),
  sections: (code, _, t) => (code === 'all' ? t('webhooks.sections.all') : formatSection(code, t)),
  section: (code, _, t) => formatSection(code, t),
  events: (code, _, t) => fullEventLabel(code, t),
  from: ifTimestamp(formatDateTime),
  result: (code, _, t) => {
    const result = connectionResults.find((item) => item === code);
    return result && t(`settings.connection.${result}`);
  },
  secretWord: formatReplaced,
  pin: formatReplaced,
  profilePicture: formatReplaced,
  vatClass: (code, _, t) => {
    const vatClass = vatClasses.find((item) => item === code);
    return vatClass && t(`products.vat.${vatClass}`);
  },
  imageUrls: formatReplaced,
  how: (code, _, t) => {
    const end = impersonationEndReasons.find((item) => item === code);
    return end && t(`audit.ending.${end}`);
  },
};

const formatSection = (code: string, t: Translate) => {
  const { data } = SectionName.safeParse(code);
  return data && sectionLabel(data, t);
};

const isLevel = (code: string): code is NodeType => NodeType.safeParse(code).success;
