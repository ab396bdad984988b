import { type PortalFacts, usualFacts } from '@storeward/contract/portal';
import { sql } from 'kysely';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { attempts } from './attempts/queries.ts';
import { auditChain } from './audit/chain.ts';
import { auditService } from './audit/service.ts';
import { devicesService, keyHash } from './devices/service.ts';
import { domains } from './domains.ts';
import { filesService } from './files/service.ts';
import { sweepUploads } from './files/sweep.ts';
import { signedAddresses } from './files/signed-address.ts';
import { importEngine } from './imports/engine.ts';
import { forgetImports } from './imports/queries.ts';
import { beginner, importsService } from './imports/service.ts';
import { showOutbox } from './mails/outbox-page.ts';
import { mailsService } from './mails/service.ts';
import { mailWorker } from './mails/worker.ts';
import { nodeExportService } from './nodes/export.ts';
import { nodeImport } from './nodes/import.ts';
import { nodesService } from './nodes/service.ts';
import { organisationsService } from './organisations/service.ts';
import { linkSender } from './passwords/by-administrator.ts';
import { invitations, manyInvitations } from './passwords/invitation.ts';
import { secretWordFault } from './passwords/new-password.ts';
import type { RecoveryLimits } from './passwords/parts.ts';
import { passwordsService } from './passwords/service.ts';
import { temporaryDays, temporaryPassword } from './passwords/temporary.ts';
import { type Database, openDatabase } from './platform/db.ts';
import { documentationPage } from './platform/documentation.ts';
import type { Environment } from './platform/env.ts';
import { Refusal } from './platform/errors.ts';
import { hashingFor } from './platform/hashing.ts';
import { globalHosts } from './platform/hosts.ts';
import type { Platform } from './platform/door.ts';
import { mount } from './platform/http.ts';
import { deriveKey } from './platform/keys.ts';
import { outboxPost, smtpPost } from './platform/mail.ts';
import { openApi } from './platform/openapi.ts';
import { outgoing } from './platform/outgoing.ts';
import { pageMarks } from './platform/page-marks.ts';
import { refreshTokens } from './platform/refresh-tokens.ts';
import { sealing } from './platform/sealing.ts';
import { servedHosts } from './platform/served-hosts.ts';
import { createServer, sendRefusal, type ServerOptions } from './platform/server.ts';
import { serveFiles, type Storage } from './platform/storage.ts';
import { storageOf } from './platform/storage-chosen.ts';
import { tokens } from './platform/tokens.ts';
import { serveWeb } from './platform/web.ts';
import { referenceService } from './reference/service.ts';
import { accessRightsService, rolesService } from './roles/service.ts';
import { gate } from './sessions/authenticate.ts';
import { idleRules } from './sessions/idle.ts';
import { openSessionsService } from './sessions/open-sessions.ts';
import { watchSeeings } from './sessions/seeing-clock.ts';
import { seeingsService } from './sessions/seeings.ts';
import { sessionsService } from './sessions/service.ts';
import { bulkKind } from './settings/bulk-kind.ts';
import { bulkOverridesService } from './settings/bulk-override.ts';
import { deviceConfigurationsService } from './settings/device-configuration.ts';
import { settingImport } from './settings/import.ts';
import { installationSealing, openWith, sealSecret } from './settings/secrets.ts';
import { configurationsService, settingsService } from './settings/service.ts';
import { configurationSigning } from './settings/signing-keys.ts';
import { themesService } from './themes/service.ts';
import { userBulkService } from './users/bulk.ts';
import { userBulkKind } from './users/bulk-kind.ts';
import { userChoicesService } from './users/choices.ts';
import { presentPassword } from './users/present-password.ts';
import { type ProfileParts, profilesService } from './users/profile.ts';
import { assignmentsService } from './users/assignments.ts';
import { userExportService } from './users/export.ts';
import { userImport } from './users/import.ts';
import { usersService } from './users/service.ts';
import { templatesService } from './users/template.ts';
import { userViewsService } from './users/views.ts';
import { type WebhookDoors, webhooksService } from './webhooks/service.ts';
import { webhookWorker } from './webhooks/worker.ts';

/** What the app is built from: its decisions, its key, the way to its database, and the folder of the built web app. */
export type AppParts = {
  readonly environment: Environment;
  readonly secretKey: Uint8Array;
  readonly databaseUrl: string;
  readonly webFolder?: string;
  /** What every page is told of this installation. */
  readonly facts?: PortalFacts;
  readonly logger?: ServerOptions['logger'];
};

/** The whole product on one server, ready to listen; closing it closes its way to the database too. */
export async function createApp({
  environment,
  secretKey,
  databaseUrl,
  webFolder,
  facts = usualFacts,
  logger,
}: AppParts): Promise<FastifyInstance> {
  const server = createServer({ ...(logger === undefined ? {} : { logger }), trustProxy: environment.trustProxy });
  const database = openDatabase({ connectionString: databaseUrl });
  const storage = storageOf(environment);
  const clearing = setInterval(() => void clearAway(server, database, storage), 3_600_000).unref();
  server.addHook('onListen', () => clearAway(server, database, storage));
  server.addHook('onClose', () => clearInterval(clearing));
  watchSeeings(server, database);
  const hardened = environment.securityProfile === 'hardened';
  const parts = {
    hardened,
    hashing: hashingFor(environment, secretKey),
    tokens: tokens(secretKey, environment.secretKeyPrevious),
    refreshTokens: refreshTokens(secretKey, environment.secretKeyPrevious),
    pageMarks: pageMarks(secretKey, environment.secretKeyPrevious),
    attempts: attempts(secretKey, {
      most: environment.signInTries,
      lockMinutes: environment.signInLockMinutes,
      mostInRow: environment.signInTriesInRow,
      mostByAddress: environment.addressTries,
      windowMinutes: environment.addressWindowMinutes,
    }),
    mailSealing: sealing('mails', secretKey, environment.secretKeyPrevious),
    idle: idleRules(environment),
    faceIdProvider: environment.faceIdProvider,
    storage,
  };
  const warn = (facts: object, words: string) => server.log.warn(facts, words);
  const outbox = join(environment.dataDir, 'outbox');
  const post = mailWorker({
    database,
    sealing: parts.mailSealing,
    post: environment.smtpUrl ? smtpPost(environment.smtpUrl, environment.smtpTimeoutSeconds) : outboxPost(outbox),
    letterhead: { publicUrl: environment.publicUrl, from: environment.mailFrom },
    warn,
  });
  const chain = auditChain(database, warn);
  const doorkeeper = gate(parts.tokens, globalHosts(environment.publicUrl), parts.idle);
  const recovery = { ...parts, limits: recoveryLimits(environment), mailsQueued: post.nudge };
  const inviteAll = manyInvitations(parts);
  const manyUsers = { ...parts, links: linkSender(recovery), inviteAll };
  const changeUsers = userBulkKind(manyUsers);
  const peopleImport = userImport({ mailSealing: parts.mailSealing, inviteAll });
  const engine = importEngine({
    database,
    takeUp: doorkeeper.takeUp,
    kinds: [nodeImport, bulkKind, settingImport, changeUsers, peopleImport],
    warn,
  });
  const keys = installationSealing(secretKey, environment.secretKeyPrevious);
  const out = outgoing({
    networks: environment.webhookNetworks,
    ownMachine: environment.environment === 'development',
  });
  const unseal = (key: Buffer, secret: string) => openWith(keys, key, secret);
  const teller = webhookWorker({ database, takeUpNews: doorkeeper.takeUpNews, unseal, out, warn });
  const workers = [post, chain, engine, teller];
  server.addHook('onListen', () => workers.forEach(({ start }) => start()));
  server.addHook('onClose', async () => {
    await Promise.all(workers.map(({ stop }) => stop()));
    await database.close();
  });
  const platform: Platform = {
    database,
    gate: doorkeeper,
    pageMarks: parts.pageMarks,
    repeatKey: deriveKey(secretKey, 'repeats'),
    hardened,
  };

  mount(server, platform, domains.sessions, sessionsService(parts));
  mount(server, platform, domains.openSessions, openSessionsService(parts));
  mount(server, platform, domains.seeings, seeingsService);
  mount(server, platform, domains.reference, referenceService);
  mount(server, platform, domains.configurations, configurationsService(decidedTimes(environment)));
  mount(
    server,
    platform,
    domains.deviceConfigurations,
    deviceConfigurationsService({
      hashOf: keyHash,
      signing: configurationSigning(secretKey, environment.secretKeyPrevious),
    }),
  );
  mount(server, platform, domains.settings, settingsService(keys));
  const seal: WebhookDoors['seal'] = (db, scope, secret) => sealSecret(db, scope, keys, secret);
  mount(server, platform, domains.webhooks, webhooksService({ seal, out, nudge: teller.nudge }));
  const { legacyHosts } = environment;
  mount(server, platform, domains.themes, themesService({ legacyHosts, portalOf: doorkeeper.portal }));
  mount(server, platform, domains.roles, rolesService);
  mount(server, platform, domains.accessRights, accessRightsService);
  mount(server, platform, domains.nodes, nodesService);
  mount(server, platform, domains.nodeExport, nodeExportService);
  mount(server, platform, domains.nodeImports, importsService({ kind: nodeImport, nudge: engine.nudge }));
  mount(server, platform, domains.templates, templatesService);
  mount(server, platform, domains.userImports, importsService({ kind: peopleImport, nudge: engine.nudge }));
  const bulkRuns = { kind: bulkKind, nudge: engine.nudge };
  const bulkParts = { runs: importsService(bulkRuns), begin: beginner(bulkRuns) };
  mount(server, platform, domains.bulkOverrides, bulkOverridesService(bulkParts));
  mount(server, platform, domains.settingImports, importsService({ kind: settingImport, nudge: engine.nudge }));
  mount(
    server,
    platform,
    domains.organisations,
    organisationsService({
      publicUrl: environment.publicUrl,
      isPlatformHost: globalHosts(environment.publicUrl),
      invite: invitations(recovery),
    }),
  );
  mount(server, platform, domains.userChoices, userChoicesService);
  mount(server, platform, domains.userExport, userExportService);
  mount(server, platform, domains.userViews, userViewsService);
  const userRuns = { kind: changeUsers, nudge: engine.nudge };
  const userParts = { ...manyUsers, runs: importsService(userRuns), begin: beginner(userRuns) };
  mount(server, platform, domains.userBulk, userBulkService(userParts));
  mount(server, platform, domains.mails, mailsService);
  mount(server, platform, domains.audit, auditService);
  mount(server, platform, domains.devices, devicesService);
  const signed = signedAddresses(secretKey, environment.secretKeyPrevious);
  mount(
    server,
    platform,
    domains.files,
    filesService({ ...parts, signed, room: environment.uploadRoomMb * 1024 * 1024 }),
  );
  const provePresent = presentPassword(parts);
  const wordFault: ProfileParts['wordFault'] = ({ db, actor: { scope } }, word, owner) =>
    secretWordFault({ hardened }, { db, scope }, word, owner);
  const firstPassword = { make: temporaryPassword, days: temporaryDays };
  mount(server, platform, domains.assignments, assignmentsService(parts));
  mount(
    server,
    platform,
    domains.users,
    usersService({ ...parts, wordFault, firstPassword, inviteAll, mailsQueued: post.nudge }),
  );
  mount(
    server,
    platform,
    domains.profiles,
    profilesService({ ...parts, provePresent, wordFault, mailsQueued: post.nudge }),
  );
  mount(
    server,
    platform,
    domains.passwords,
    passwordsService({ ...recovery, provePresent, markKey: deriveKey(secretKey, 'recovery-marks') }),
  );

  if (environment.environment !== 'production' && !environment.smtpUrl) showOutbox(server, outbox);

  let description: string | undefined; // made when first asked for: a start has no time for it
  server.get('/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(openApi(domains, '0.1.0'));
    return reply.type('application/json; charset=utf-8').send(description);
  });
  server.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(documentationPage(domains)));
  serveFiles(server, parts.storage);
  server.get('/health/live', () => ({ status: 'alive' }));
  server.get('/health/ready', async () => {
    await database.transaction((db) => db.first(sql`select 1`));
    return { status: 'ready' };
  });
  if (webFolder) await serveWeb(server, webFolder, facts, servedHosts(database, platform));
  else server.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('route.unknown')));
  return server;
}

function recoveryLimits(environment: Environment): RecoveryLimits {
  return {
    linkMinutes: environment.resetLinkMinutes,
    guesses: environment.resetGuesses,
    mails: environment.recoveryMails,
    unknownByAddress: environment.recoveryUnknownByAddress,
    unknownByPortal: environment.recoveryUnknownByPortal,
  };
}

/** The times of a session as the installation decided them; where security comes first, nobody may be gone for longer than it allows. */
function decidedTimes(environment: Environment) {
  const { warningSeconds, keepAliveSeconds } = environment;
  return {
    times: { idle: idleRules(environment).usual, warning: warningSeconds, keepAlive: keepAliveSeconds },
    longestIdle: idleRules(environment).longest ?? undefined,
  };
}

/** Clears away what is kept for a time only. */
async function clearAway(server: FastifyInstance, database: Database, storage: Storage): Promise<void> {
  try {
    for (const forgotten of ['kept_answers', 'old_sign_ins', 'recoveries', 'webhook_messages'])
      await database.transaction((db) => db.run(sql`select ${sql.raw(`forget_${forgotten}`)}()`));
    while ((await database.transaction(forgetImports)) > 0);
    await sweepUploads(database, storage, (error) =>
      server.log.warn({ err: error }, 'an uploaded picture was not cleared away'),
    );
  } catch (error) {
    server.log.warn({ err: error }, 'what was kept for a time was not cleared away');
  }
}
