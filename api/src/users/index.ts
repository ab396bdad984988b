import { assignments } from '@storeward/contract/users/assignments';
import { emailChanges } from '@storeward/contract/users/email-changes';
import { profiles } from '@storeward/contract/users/profiles';
import { userAccess } from '@storeward/contract/users/user-access';
import { userBulk } from '@storeward/contract/users/user-bulk';
import { userExport } from '@storeward/contract/users/user-export';
import { templates, userImports } from '@storeward/contract/users/user-import';
import { userChoices } from '@storeward/contract/users/user-lists';
import { users } from '@storeward/contract/users';
import type { AddImportKind } from '../imports/kind.ts';
import type { MailQueue } from '../mails/queries.ts';
import type { Application } from '../platform/application.ts';
import type { ManualContext } from '../platform/http/pipeline/context.ts';
import type { RateLimits } from '../rate-limits/queries.ts';
import { accessService } from './assignments/access.ts';
import { assignmentsService } from './assignments/assignments.ts';
import { userBulkService } from './bulk/bulk.ts';
import { userBulkRunKind } from './bulk/bulk-run-kind.ts';
import { userChoicesService } from './list/choices.ts';
import type { CommandDependencies } from './commands/context.ts';
import { type ResetLinkSender, resetLinkSender } from './commands/reset-link.ts';
import { userExportService } from './list/export.ts';
import { emailChangesService } from './email/email-changes.ts';
import { emailWorker } from './email/worker.ts';
import { userImport } from './import/import.ts';
import { profilesService } from './profile/profile.ts';
import { passwordReauthentication } from './profile/reauthentication.ts';
import type { SecretDependencies } from './secrets.ts';
import { usersService } from './service.ts';
import { templatesService } from './import/template.ts';
import type { UserCommandDependencies } from './user-commands.ts';

export const userEndpoints = {
  userImports,
  userExport,
  templates,
  users,
  assignments,
  userAccess,
  userChoices,
  userBulk,
  profiles,
  emailChanges,
};

type UserDomainDependencies = {
  readonly addImportKind: AddImportKind;
  readonly mailQueue: MailQueue;
  readonly rateLimits: RateLimits;
  readonly passwords: {
    readonly links: CommandDependencies['links'];
    readonly inviteAll: CommandDependencies['inviteAll'];
    readonly findSecretWordError: SecretDependencies['findSecretWordError'];
    readonly initialPassword: UserCommandDependencies['initialPassword'];
  };
};

type UserDomain = {
  /** Verifies the current password of the signed-in user, and returns its stored hash; throws otherwise. */
  readonly reauthenticate: (context: ManualContext, password: string) => Promise<string>;
  readonly sendResetLink: ResetLinkSender;
};

export function registerUsers(
  app: Application,
  { addImportKind, mailQueue, rateLimits, passwords }: UserDomainDependencies,
): UserDomain {
  const { authenticator, database, environment, security, storage, warn } = app;
  const { hashing } = security;
  const { links, inviteAll, findSecretWordError, initialPassword } = passwords;
  const reauthenticate = passwordReauthentication({ hashing, rateLimits });
  const commands = { ...mailQueue, rateLimits, links, inviteAll };
  const secretDependencies = { hashing, findSecretWordError };
  app.register(userEndpoints, {
    userImports: addImportKind(userImport(commands)).service,
    userExport: userExportService,
    templates: templatesService,
    users: usersService({ ...secretDependencies, ...commands, initialPassword }),
    assignments: assignmentsService(commands),
    userAccess: accessService({ rateLimits }),
    userChoices: userChoicesService,
    userBulk: userBulkService(commands, addImportKind(userBulkRunKind(commands))),
    profiles: profilesService({
      ...secretDependencies,
      ...mailQueue,
      rateLimits,
      reauthenticate,
      storage,
      faceIdProvider: environment.faceIdProvider,
    }),
    emailChanges: emailChangesService({ ...mailQueue, rateLimits, reauthenticate }),
  });
  const { claimConfirmedEmail } = authenticator;
  app.addWorker(emailWorker({ ...mailQueue, database, claimConfirmedEmail, warn }));
  return { reauthenticate, sendResetLink: resetLinkSender(links) };
}
