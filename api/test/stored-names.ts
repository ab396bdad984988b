/*
 * Names that are stored, derived from or sent, and therefore never change with the words of the code. The test beside this
 * file pins each; scripts/check-words.ts leaves them alone.
 */

/** Purposes of HKDF keys, each with the first 16 bytes (hex) that the tests' secret key gives for it. */
export const keyPurposes: Readonly<Record<string, string>> = {
  'access-token': '7d81e0da2a5bb5e8b16174f9e5c05fea',
  'id-token': '8c6f85d7173009b876e18921f39c259f',
  'page-mark': 'ed0c7b5d6921b72ef3a9373bd3398fa3',
  pepper: 'eafc775f566ce100405b0ef62b86a7c7',
  'pepper-id': 'a7b6dd7ae685171246e3755aa5c3a0f7',
  'refresh-token': '5edb3f55d2d9cb87d90e707f415f056b',
  attempts: '6efbbe417a61bdd147b01b55dd7f196a',
  uploads: 'b382ee85e7601382f7d922797ed8fd64',
  setting: '410b09053cc8fd65de26a50317d0bade',
  settings: '03fd288e9bb77614ed231888a3d1093b',
  mails: 'e751451e376367774c1064832a71b2a5',
  repeats: 'e8c41c8c5db3fa3285f6f932eacbc573',
  'recovery-marks': '5c2b32a2f0fdb8cd1ecc3f75301522f0',
  'database-role': '471da1ac051dadcd1a17352f1ac029ee',
};

/** Actions of audit entries. */
export const auditActions: readonly string[] =
  'device.created device.deleted device.keyEnded device.paired device.pairingOpened device.updated import.discarded import.started import.stopped import.undone node.created node.deleted node.disabled node.enabled node.moved node.updated organisation.created organisation.deleted organisation.disabled organisation.enabled organisation.updated password.linkAsked password.linkSent password.reset password.resetRefused password.wordAccepted password.wordRefused role.created role.deleted role.disabled role.enabled role.updated seeing.began seeing.ended session.began session.ended session.refused session.reused session.roleChosen setting.changed setting.planned setting.withdrawn user.created user.deleted user.disabled user.enabled user.faceConsent user.firstPasswordSent user.invited user.pictureChanged user.pictureRemoved user.profileUpdated user.roleGiven user.roleTaken user.unlocked user.updated webhook.created webhook.deleted webhook.disabled webhook.enabled webhook.gaveUp webhook.secretRenewed webhook.updated'.split(
    ' ',
  );

/** Kinds of runs, kinds of mails, and events sent to webhooks. */
export const runKinds: readonly string[] = ['nodes', 'settings', 'lists', 'users', 'overrides', 'userChanges'];
export const mailKinds: readonly string[] = ['resetLink', 'firstPassword'];
export const webhookEvents: readonly string[] = ['configuration.changed', 'webhook.test'];

/** Cookies, items of the browser's storage, locks and channels between tabs. */
export const cookieNames: readonly string[] = ['__Host-sid', '__Host-device', '__Host-recovery', 'XSRF-TOKEN'];
export const storageKeys: readonly string[] = [
  'SESSION',
  'APP_SETTING',
  'AUTH',
  'ORG_CODE',
  'CONFIGURATION',
  'SEEN',
  'LEAVING',
];
export const tabNames: readonly string[] = ['storeward.input', 'storeward.renewal'];

/** Headings of the files of users and of nodes. */
export const userHeadings: readonly string[] =
  'userName firstName lastName emailId phoneNumber roleName nodeName nodeCode language timeZone country status'.split(
    ' ',
  );

/** Property names in jsonb columns, as far as the recorded requests write them. */
export const jsonProperties: Readonly<Record<string, string>> = {
  'audit.after':
    'city code communicationEmail communicationPush communicationSms country dashboardAccess dateOfBirth description device domainName emailId fileName firstName integration.provider integration.secret language lastName level name nodeType phoneNumber place postCode region rights rightsAdded role rowCount sections shortName state status street timeZone url userName',
  'audit.before':
    'city code communicationEmail communicationPush communicationSms country dashboardAccess dateOfBirth description domainName emailId firstName integration.provider integration.secret language lastName level name nodeType phoneNumber place postCode region rights role sessions shortName state status street timeZone userName',
  'idempotency_keys.headers': 'etag',
  'setting_values.value': 'key sealed',
};

/** Identifiers that equal a name on the wire or in the database, so that their words are not the code's to choose. */
export const pinnedNames: ReadonlySet<string> = new Set([
  ...Object.values(jsonProperties).flatMap((names) => names.split(' ')),
  'person', // property of drafts in the browser's storage
  'placeId', // property of import_rows.before
  'placeClosed', // a reason the access endpoint returns
  'news', // property of the JSON that claim_setting_events returns
  'said', // property of the JSON that settings_page returns
  'Refusal', // component of the OpenAPI description
]);
