import { passwords } from '@storeward/contract/passwords';
import type { MailQueue } from '../mails/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Application, Platform } from '../platform/application.ts';
import { deleteExpired } from '../platform/cleanup.ts';
import type { Db } from '../platform/database/db.ts';
import type { Environment } from '../platform/environment/environment.ts';
import { deriveKey } from '../platform/security/keys.ts';
import type { RateLimits } from '../rate-limits/queries.ts';
import { resetLinkSender } from './admin-link.ts';
import type { PasswordDependencies, RecoveryLimits } from './dependencies.ts';
import { bulkInvitationSender, invitationSender } from './invitation.ts';
import { secretWordError } from './new-password.ts';
import type { PersonalData } from './policy.ts';
import { passwordsService } from './service.ts';
import { temporaryDays, temporaryPassword } from './temporary-password.ts';

export const passwordEndpoints = { passwords };

/** Functions that domains below passwords need: invitations, reset links, temporary passwords and checks of secret words. */
export function createPasswordFunctions({ environment, hardened }: Platform, mailQueue: MailQueue) {
  const dependencies = { ...mailQueue, limits: recoveryLimits(environment) };
  return {
    invite: invitationSender(dependencies),
    inviteAll: bulkInvitationSender(dependencies),
    links: resetLinkSender(dependencies),
    initialPassword: {
      generate: temporaryPassword,
      days: temporaryDays,
      mailsPerHour: dependencies.limits.mailsPerHour,
    },
    findSecretWordError: (
      { db, actor: { scope } }: { readonly db: Db; readonly actor: Actor },
      secretWord: string,
      owner: PersonalData,
    ) => secretWordError({ hardened }, { db, scope }, secretWord, owner),
  };
}

type PasswordDomainDependencies = {
  readonly rateLimits: RateLimits;
  readonly mailQueue: MailQueue;
  readonly reauthenticate: PasswordDependencies['reauthenticate'];
  readonly sendResetLink: PasswordDependencies['sendResetLink'];
};

export function registerPasswords(
  app: Application,
  { rateLimits, mailQueue, reauthenticate, sendResetLink }: PasswordDomainDependencies,
): void {
  const { database, environment, hardened, security } = app;
  app.addCleanup(deleteExpired(database, 'recoveries'));
  app.register(passwordEndpoints, {
    passwords: passwordsService({
      ...mailQueue,
      hashing: security.hashing,
      rateLimits,
      reauthenticate,
      sendResetLink,
      limits: recoveryLimits(environment),
      hardened,
      counterKey: deriveKey(security.secretKey, 'recovery-marks'),
    }),
  });
}

function recoveryLimits(environment: Environment): RecoveryLimits {
  return {
    linkMinutes: environment.resetLinkMinutes,
    linkGuesses: environment.resetGuesses,
    mailsPerHour: environment.recoveryMails,
    unknownByAddress: environment.recoveryUnknownByAddress,
    unknownByPortal: environment.recoveryUnknownByPortal,
  };
}
