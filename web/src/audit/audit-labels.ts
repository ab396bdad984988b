import type { AuditEntry } from '@storeward/contract/audit';
import { isMessageCode } from '@storeward/contract/errors';
import { errorMessage, messageText, type PhraseKey, type t as translate } from '../platform/text/i18n.ts';
import { auditFieldLabel, valueText } from './audit-fields.ts';
import { parseSetting, settingChanges } from './audit-settings.ts';

type Translate = typeof translate;

/** Actions that exist for any entity. */
const commonActions: Readonly<Record<string, PhraseKey>> = {
  created: 'audit.action.created',
  updated: 'audit.action.updated',
  enabled: 'audit.action.enabled',
  disabled: 'audit.action.disabled',
  moved: 'audit.action.moved',
  deleted: 'audit.action.deleted',
  exported: 'audit.action.exported',
};

const specificActions: Readonly<Record<string, PhraseKey>> = {
  'user.profileUpdated': 'audit.action.profileUpdated',
  'user.emailChanged': 'audit.action.emailChanged',
  'user.emailConfirmed': 'audit.action.emailConfirmed',
  'user.emailRejected': 'audit.action.emailRejected',
  'user.mailRefused': 'audit.action.mailRefused',
  'user.invited': 'audit.action.invited',
  'user.firstPasswordSent': 'audit.action.firstPasswordSent',
  'user.unlocked': 'audit.action.unlocked',
  'user.roleGiven': 'audit.action.roleAssigned',
  'user.roleTaken': 'audit.action.roleRemoved',
  'session.began': 'audit.action.signedIn',
  'session.refused': 'audit.action.signInRejected',
  'session.ended': 'audit.action.sessionEnded',
  'access.denied': 'audit.action.accessDenied',
  'access.unknownRecord': 'audit.action.unknownRecord',
  'session.reused': 'audit.action.tokenReused',
  'session.roleChosen': 'audit.action.roleChosen',
  'seeing.began': 'audit.action.impersonationStarted',
  'seeing.ended': 'audit.action.impersonationEnded',
  'device.paired': 'audit.action.paired',
  'device.pairingOpened': 'audit.action.pairingOpened',
  'device.keyEnded': 'audit.action.keyEnded',
  'device.refused': 'audit.action.deviceRefused',
  'webhook.secretRenewed': 'audit.action.secretRenewed',
  'webhook.replayed': 'audit.action.messagesReplayed',
  'webhook.gaveUp': 'audit.action.webhookDisabled',
  'webhook.receiverGone': 'audit.action.receiverGone',
  'apiKey.rotated': 'audit.action.keyRotated',
  'apiKey.previousEnded': 'audit.action.previousKeyEnded',
  'apiKey.withdrawn': 'audit.action.keyRevoked',
  'apiKey.usedFromNewAddress': 'audit.action.keyUsedFromNewAddress',
  'setting.changed': 'audit.action.settingChanged',
  'setting.planned': 'audit.action.settingPlanned',
  'setting.withdrawn': 'audit.action.settingWithdrawn',
  'setting.connectionTested': 'audit.action.connectionTested',
  'import.started': 'audit.action.started',
  'import.finished': 'audit.action.finished',
  'import.failed': 'audit.action.failed',
  'import.stopped': 'audit.action.stopped',
  'import.undone': 'audit.action.undone',
  'import.discarded': 'audit.action.discarded',
  'user.pictureChanged': 'audit.action.profileUpdated',
  'user.pictureRemoved': 'audit.action.profileUpdated',
  'user.faceConsent': 'audit.action.profileUpdated',
  'password.changed': 'audit.action.passwordChanged',
  'password.reset': 'audit.action.passwordReset',
  'password.linkAsked': 'audit.action.linkRequested',
  'password.linkSent': 'audit.action.linkSent',
  'password.resetRefused': 'audit.action.resetRejected',
  'password.wordAccepted': 'audit.action.secretWordAccepted',
  'password.wordRefused': 'audit.action.secretWordRejected',
};

/** An action's localised label; its raw name if it has none. */
export const actionText = ({ action }: Pick<AuditEntry, 'action'>, t: Translate): string => {
  const key = specificActions[action] ?? commonActions[action.split('.')[1] ?? ''];
  return key ? t(key) : action;
};

/** The reason that a user entered, the error of a denied request, or the server's note about a change. */
export const reasonText = (reason: string): string =>
  isMessageCode(reason) ? messageText(reason) : errorMessage(reason, reason);

/** Whether the entry records a denied request or sign-in. */
export const isDenial = ({ action }: Pick<AuditEntry, 'action'>): boolean =>
  action.startsWith('access.') || /\.(refused|resetRefused|wordRefused|reused)$/.test(action);

/** One changed field with its text before and after. */
export type FieldChange = { readonly field: string; readonly before: string; readonly after: string };

/** Changed fields as localised text; ids stored beside a readable value are left out. */
export const localizedChanges = (
  entry: BeforeAfter & Pick<AuditEntry, 'entity'>,
  language: string,
  t: Translate,
): FieldChange[] => {
  const changes = diff(entry).filter(({ field }) => !hiddenFields.includes(field));
  const others = changes.filter(({ field }) => !parseSetting(field));
  return [
    ...settingChanges(changes, entry, t),
    ...others.map(({ field, before, after }) => ({
      field: auditFieldLabel(entry, field, t),
      before: field === 'profilePicture' ? '' : valueText(field, before, language, t),
      after: valueText(field, after, language, t),
    })),
  ];
};

type BeforeAfter = Pick<AuditEntry, 'before' | 'after'>;

const hiddenFields: readonly string[] = ['id', 'parentId', 'placeId'];

function diff({ before, after }: BeforeAfter) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((change) => toText(change.before) !== toText(change.after));
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map(toText).join(', ') : JSON.stringify(value);
}
