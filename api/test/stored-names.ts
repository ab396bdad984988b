/*
 * Names that are stored, derived from or sent, and therefore never change with the words of the code. The test beside this
 * file pins each; scripts/check-words.ts leaves them alone.
 */

/** Purposes of HKDF keys, each with the first 16 bytes (hex) that the tests' secret key gives for it. */
export const keyPurposes: Readonly<Record<string, string>> = {
  'access-token': '7d81e0da2a5bb5e8b16174f9e5c05fea',
  'id-token': '8c6f85d7173009b876e18921f39c259f',
  'client-token': 'cb7e3e668738299f467e18929de52aa8',
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
  'audit-records': 'ecf81671e3b09873fe29db6ebad57418',
  'device-configuration/0190a0a0-0000-7000-8000-000000000000': 'b557b7931791733dbd4d2e36b867ff17',
  'database-role': '471da1ac051dadcd1a17352f1ac029ee',
  backups: 'b814d5d858dfbaa3517db77a5d100f6f',
};

/** Actions of audit entries. */
export const auditActions: readonly string[] =
  'access.denied access.unknownRecord apiKey.created apiKey.previousEnded apiKey.rotated apiKey.updated apiKey.usedFromNewAddress apiKey.withdrawn audit.exported device.created device.deleted device.keyEnded device.paired device.pairingOpened device.refused device.updated file.deleted import.discarded import.failed import.finished import.started import.stopped import.undone node.created node.deleted node.disabled node.enabled node.exported node.moved node.updated organisation.created organisation.deleted organisation.disabled organisation.enabled organisation.updated password.changed password.linkAsked password.linkSent password.reset password.resetRefused password.wordAccepted password.wordRefused product.created product.deleted product.disabled product.enabled product.exported product.updated role.created role.deleted role.disabled role.enabled role.updated seeing.began seeing.ended session.began session.ended session.refused session.reused session.roleChosen setting.changed setting.connectionTested setting.exported setting.planned setting.withdrawn user.created user.deleted user.disabled user.emailChanged user.emailConfirmed user.emailRejected user.enabled user.exported user.faceConsent user.firstPasswordSent user.invited user.mailRefused user.pictureChanged user.pictureRemoved user.profileUpdated user.roleGiven user.roleTaken user.unlocked user.updated view.created view.deleted view.updated webhook.created webhook.deleted webhook.disabled webhook.enabled webhook.gaveUp webhook.receiverGone webhook.replayed webhook.secretRenewed webhook.updated'.split(
    ' ',
  );

/** Codes of errors: sent to clients, keys of phrases, and names of constraints. */
export const errorCodes: readonly string[] =
  'input.invalid input.malformed input.tooLarge input.tooSlow input.mediaType input.unknownSort input.badCursor route.unknown tenant.unknown field.required field.invalid field.tooLong field.spaces field.invalidCharacter field.invisible field.nameWithAddress field.emailRequired field.email field.emailLetters field.phone field.phoneCountry field.phoneLength field.passwordTooShort field.passwordsDiffer field.host field.userNameDomain field.timeZone field.duration field.idleTime field.number field.numberAmbiguous field.numberDigits field.tooSmall field.tooLarge field.step field.date field.time field.duplicateKey field.tooManyRows field.parentUnknown field.nested field.pastDate field.secretWordTooShort field.secretWordCommon field.secretWordLikeYou field.secretWordShort field.displayNameTooShort field.prefixTooLong field.digits field.customerIdTooLong field.reportButtonTooLong field.folderNameRequired field.versionUrlRequired field.ftpAddress field.httpAddress field.paymentIdExists field.reasonIdExists field.postCode field.phoneOfCountry field.maxTwoSkus field.vatSkuRequired field.nameAndNumberRequired field.ipAddress field.ipNetwork field.webAddress field.privateAddress field.latitude field.longitude field.coordinatesIncomplete field.pin field.imageTooLarge field.imagePixels field.imageFormat field.fileUnknown field.imageTooNarrow field.imageRatio field.videoTooLarge field.durationMissing field.mediaMissing field.imageMissing session.expired session.forged session.unknown session.readOnly session.ownerOnly session.otherEyes seeing.self seeing.personClosed apiKey.malformed apiKey.invalid apiKey.expired apiKey.revoked apiKey.suspended apiKey.addressRefused apiKey.peopleOnly apiKey.tooMany apiKey.unknown apiKey.ended apiKey.endTooLate apiKey.nodeGlobal access.denied transport.insecure password.mustChange signIn.wrong signIn.notAllowed signIn.locked signIn.tooMany recovery.emailUnknown recovery.flowOver recovery.tooManyMails recovery.wordWrong recovery.wordClosed recovery.wordInAddress recovery.locked recovery.linkUnknown recovery.linkUsed recovery.linkExpired recovery.tooManyGuesses emailLink.unknown emailLink.expired emailLink.otherPurpose password.oldWrong password.tooShort password.common password.likeYou password.likePlace password.secretWord password.sameAsBefore password.needed record.stale record.versionRequired user.unknown user.userNameTaken user.beyondYourOwn user.passwordChosen user.self user.noFaceProvider user.ownContact user.secretOfOwner user.noPendingEmail user.ownStanding assignment.unknown assignment.doubled assignment.gone assignment.past assignment.outlastsYours assignment.tooMany node.unknown node.codeTaken node.wrongParent node.intoItself node.ownPlace node.notEmpty node.holdsHidden node.hiddenHere node.hidesYourself node.hiddenEverywhere device.unknown device.duplicate device.duplicateAddress device.storeOnly device.codeUnknown device.keyUnknown setting.notShown setting.notYours setting.notToldThen setting.unknownField setting.locked setting.looser setting.noSuchMode setting.rowLocked setting.onlyHide setting.unknownRow setting.startOffset setting.startPast setting.timeZoneUnknown setting.unknownChange setting.begun setting.noConnection setting.tooManyTests setting.tooManyValues setting.oneChangeAtATime webhook.unknown webhook.messageUnknown webhook.tooManyToReplay webhook.tooMany file.addressInvalid file.keyInvalid file.unknown file.notYours file.inUse file.noSuchRange file.addressUsed file.storeSilent upload.tooManyRefused upload.tooMany upload.inProgress upload.incomplete upload.otherPosition download.tooMany download.tooLargeForExcel file.noRoomLeft bulk.unknownCodes bulk.notBelow bulk.nothingToPush bulk.noTargets bulk.tooMany userBulk.notYours userBulk.nobody userBulk.tooMany userView.unknown userView.notYours userView.nameTaken userView.tooMany import.unknown import.notNow import.notGlobal import.tooManyWaiting import.notCsv import.tooLarge import.workbookProtected import.workbookOld import.workbookBinary import.workbookOpenDocument import.workbookTooLarge import.empty import.encoding import.brokenQuotes import.oneColumn import.tooManyRows import.tooManyColumns import.rowTooLong import.doubleColumn import.secretColumn import.missingColumn import.mappingWrong import.cellsBeyond import.formula import.shortened import.errorWord import.countryUnknown import.twice import.circle import.placeUnknown import.parentUnknown import.parentWrong import.typeFixed import.rightMissing import.changedSince import.placeAmbiguous import.takenOutside import.personGone import.undoRight import.broke product.unknown product.skuTaken product.skuComma product.organisationOnly product.imageUnknown product.doubleDescription product.priceWrong product.priceNegative product.priceDigits productBulk.nothing productBulk.tooMany product.currencyMissing template.unknown role.unknown role.nameTaken role.closed role.levelTooHigh role.levelWrong role.beyondYourOwn role.own role.heldBeyond role.heldLonger role.heldHigher role.inUse role.usedByKeys role.moduleUnknown role.rightUnknown organisation.codeTaken organisation.urlTaken organisation.hostTwice organisation.onePrimaryHost organisation.primaryHostUnclear organisation.domainTaken organisation.domainTwice organisation.oneDefaultDomain organisation.domainInUse organisation.nobodyToInvite organisation.onlyFromAbove theme.unreadable request.otherBody request.stillRunning request.tooMany stream.tooMany service.busy service.unavailable service.failed'.split(
    ' ',
  );

/** Kinds of runs, kinds of mails, and events sent to webhooks. */
export const runKinds: readonly string[] =
  'lists nodes overrides productChanges products settings userChanges users'.split(' ');
export const mailKinds: readonly string[] =
  'contactChanged emailChange emailConfirmation firstPassword invitation newDevice passwordChanged resetLink'.split(
    ' ',
  );
export const webhookEvents: readonly string[] =
  'apiKey.created apiKey.previousEnded apiKey.rotated apiKey.updated apiKey.usedFromNewAddress apiKey.withdrawn configuration.changed device.created device.deleted device.keyEnded device.paired device.updated import.failed import.finished import.started import.stopped import.undone node.created node.deleted node.disabled node.enabled node.moved node.updated product.created product.deleted product.disabled product.enabled product.updated role.created role.deleted role.disabled role.enabled role.updated security.accessDenied security.deviceRefused security.signInsRefused security.tokenReused user.created user.deleted user.disabled user.enabled user.roleAssigned user.roleRemoved user.updated webhook.test'.split(
    ' ',
  );

/** Cookies, items of the browser's storage, locks and channels between tabs. */
export const cookieNames: readonly string[] = ['__Host-sid', '__Host-device', '__Host-recovery', 'XSRF-TOKEN'];
export const storageKeys: readonly string[] =
  'APP_SETTING AUTH CONFIGURATION LEAVING LIST ORGANISATION ORG_CODE RECENT REDIRECT_URL SEEN SEEN_OVER SESSION SESSION_LOST'.split(
    ' ',
  );
export const tabNames: readonly string[] = ['storeward.input', 'storeward.renewal'];

/** Headings of files, of those of lists and settings only what is no name of a field. */
export const headings: Readonly<Record<string, string>> = {
  users: 'userName firstName lastName emailId phoneNumber roleName nodeName nodeCode language timeZone country status',
  'exported users':
    'userName firstName lastName emailId phoneNumber roleName nodeCode language timeZone country status',
  nodes:
    'type code name parentCode region street city state postCode country timeZone latitude longitude phoneNumber emailId status company tradingRegion storeGroup subStoreGroup',
  products: 'SKU name shortDescription price currency vatClass tags status',
  lists: 'code name list row action after mode order',
  settings: 'code name',
};

/** Property names in jsonb columns, as far as the recorded requests write them. */
export const jsonProperties: Readonly<Record<string, string>> = {
  'audit.after':
    'city code communicationEmail communicationPush communicationSms country dashboardAccess dateOfBirth description device domainName emailId fileName firstName integration.provider integration.secret language lastName latitude level longitude name nodeType phoneNumber place postCode region rights rightsAdded role rowCount sections shortName state status street timeZone url userName',
  'audit.before':
    'city code communicationEmail communicationPush communicationSms country dashboardAccess dateOfBirth description domainName emailId firstName integration.provider integration.secret language lastName latitude level longitude name nodeType phoneNumber place postCode region rights role sessions shortName state status street timeZone userName',
  'idempotency_keys.headers': 'etag',
  'setting_values.value': 'key sealed',
};

/** Identifiers that equal a name on the wire or in the database, so that their words are not the code's to choose. */
export const pinnedNames: ReadonlySet<string> = new Set([
  ...Object.values(jsonProperties).flatMap((names) => names.split(' ')),
  'person', // property of drafts in the browser's storage
  'placeId', // property of import_rows.before
  'placeClosed', // a reason the access endpoint returns
  'Refusal', // component of the OpenAPI description
]);
