import type { AuditEntry } from '@storeward/contract/audit';
import type { PhraseKey, t as say } from '../platform/i18n.ts';
import { fieldWord, valueText } from './audit-fields.ts';

type Say = typeof say;

/** What is done to records of any kind. */
const common: Readonly<Record<string, PhraseKey>> = {
  created: 'audit.action.created',
  updated: 'audit.action.updated',
  enabled: 'audit.action.enabled',
  disabled: 'audit.action.disabled',
  moved: 'audit.action.moved',
  deleted: 'audit.action.deleted',
};

const own: Readonly<Record<string, PhraseKey>> = {
  'user.profileUpdated': 'audit.action.profileUpdated',
  'user.invited': 'audit.action.invited',
  'user.unlocked': 'audit.action.unlocked',
  'user.roleGiven': 'audit.action.roleGiven',
  'user.roleTaken': 'audit.action.roleTaken',
  'session.began': 'audit.action.signedIn',
  'session.refused': 'audit.action.signInRefused',
  'session.ended': 'audit.action.sessionEnded',
  'session.reused': 'audit.action.tokenReused',
  'session.roleChosen': 'audit.action.roleChosen',
  'seeing.began': 'audit.action.seeingBegan',
  'seeing.ended': 'audit.action.seeingEnded',
  'device.paired': 'audit.action.paired',
  'device.pairingOpened': 'audit.action.pairingOpened',
  'device.keyEnded': 'audit.action.keyEnded',
  'webhook.secretRenewed': 'audit.action.secretRenewed',
  'webhook.gaveUp': 'audit.action.gaveUp',
  'setting.changed': 'audit.action.settingChanged',
  'setting.planned': 'audit.action.settingPlanned',
  'setting.withdrawn': 'audit.action.settingWithdrawn',
  'import.started': 'audit.action.started',
  'import.stopped': 'audit.action.stopped',
  'import.undone': 'audit.action.undone',
  'import.discarded': 'audit.action.discarded',
  'user.pictureChanged': 'audit.action.profileUpdated',
  'user.pictureRemoved': 'audit.action.profileUpdated',
  'user.faceConsent': 'audit.action.profileUpdated',
  'password.changed': 'audit.action.passwordChanged',
  'password.reset': 'audit.action.passwordReset',
  'password.linkAsked': 'audit.action.linkAsked',
  'password.linkSent': 'audit.action.linkSent',
  'password.resetRefused': 'audit.action.resetRefused',
  'password.wordAccepted': 'audit.action.wordAccepted',
  'password.wordRefused': 'audit.action.wordRefused',
};

/** What was done, in words; its name where we have none for it. */
export const actionText = ({ action }: Pick<AuditEntry, 'action'>, t: Say): string => {
  const key = own[action] ?? common[action.split('.')[1] ?? ''];
  return key ? t(key) : action;
};

/** One field that a change touched, as it was and as it is. */
export type Touched = { readonly field: string; readonly before: string; readonly after: string };

/** The fields that a change touched, in the order in which they were written down, by their own names. */
export const touchedBy = (entry: Changed): Touched[] =>
  touched(entry).map(({ field, before, after }) => ({ field, before: textOf(before), after: textOf(after) }));

/** The same in the reader's words; ids that stand beside what they are the id of are left out. */
export const toldBy = (entry: Changed & Pick<AuditEntry, 'entity'>, reader: string, t: Say): Touched[] =>
  touched(entry)
    .filter(({ field }) => !silent.includes(field))
    .map(({ field, before, after }) => ({
      field: fieldWord(entry, field, t),
      before: field === 'profilePicture' ? '' : valueText(field, before, reader, t),
      after: valueText(field, after, reader, t),
    }));

type Changed = Pick<AuditEntry, 'before' | 'after'>;

const silent: readonly string[] = ['id', 'parentId', 'placeId'];

function touched({ before, after }: Changed) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((one) => textOf(one.before) !== textOf(one.after));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value);
}
