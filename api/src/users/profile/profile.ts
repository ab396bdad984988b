import type { profiles } from '@storeward/contract/users/profiles';
import type { User, UserId } from '@storeward/contract/users';
import type { RateLimits } from '../../rate-limits/queries.ts';
import { difference } from '../../audit/queries.ts';
import type { Actor } from '../../platform/actor.ts';
import { ownHashOrigin } from '../../platform/security/hashing.ts';
import type { ManualContext, Service, AuthenticatedTransaction } from '../../platform/http/pipeline/context.ts';
import { ensure, ApiError } from '../../platform/errors.ts';
import { squareImage } from '../../platform/files/images.ts';
import type { MailQueue } from '../../mails/queries.ts';
import type { Storage } from '../../platform/files/storage.ts';
import { auditUsers, personalFields, pickUserInput, type UserReader, userReader } from '../user-mapper.ts';
import { revokeTokensAndNotify } from '../commands/change.ts';
import { changedRecoveryFields } from '../policy.ts';
import { changeOwnEmail } from '../email/own-email.ts';
import * as queries from './profile-queries.ts';
import { lockUser } from '../queries.ts';
import { ensureStrongSecretWord, hashSecrets, secretAuditFields, type SecretDependencies } from '../secrets.ts';

export type ProfileDependencies = SecretDependencies &
  MailQueue & {
    readonly rateLimits: RateLimits;
    /** Verifies the current password of the signed-in user; throws `password.oldWrong` or `signIn.locked`. */
    readonly reauthenticate: (context: ManualContext, password: string) => Promise<unknown>;
    readonly storage: Storage;
    /** Name of the face recognition provider of this installation; empty if there is none. */
    readonly faceIdProvider: string;
  };

export function profilesService(dependencies: ProfileDependencies): Service<typeof profiles> {
  const { rateLimits, reauthenticate, mailEncryption, storage, faceIdProvider, wakeMailWorker } = dependencies;
  const readUser = userReader(rateLimits);
  return {
    async get(context, { params }) {
      ensureSelf(context.actor, params.id);
      return readUser(context, params.id);
    },

    async update(context, { params: { id }, body, version }) {
      ensureSelf(context.actor, id);
      const userBefore = await context.transaction(async (inner) => {
        const user = await readCurrentUser(readUser, inner, id, version);
        const owner = { ...user, ...body };
        if (body.secretWord) await ensureStrongSecretWord(dependencies, inner, body.secretWord, owner, body.password);
        return user;
      });
      const isReauthenticated = changedRecoveryFields(userBefore, body).length > 0;
      if (isReauthenticated) {
        ensure(body.password, 'password.needed');
        await reauthenticate(context, body.password);
      }
      const secrets = await hashSecrets(dependencies, body, ownHashOrigin(context));
      const saved = await context.finalTransaction(async (inner) => {
        const { db, actor } = inner;
        await lockUser(db, actor.scope, id);
        const before = await readCurrentUser(readUser, inner, id, version);
        const changedFields = changedRecoveryFields(before, body);
        ensure(isReauthenticated || changedFields.length === 0, 'password.needed');
        const { emailId, userName } = before;
        await queries.updateProfile(db, actor.scope, id, { ...body, emailId, userName }, secrets);
        if (changedFields.includes('emailId')) await changeOwnEmail(dependencies, inner, body.emailId);
        const after = await readUser(inner, id);
        const changed = {
          ...auditFields(after),
          ...secretAuditFields(secrets),
        };
        await auditUsers(inner, [
          { id, tpath: after.tpath, action: 'user.profileUpdated', ...difference(auditFields(before), changed) },
        ]);
        await revokeTokensAndNotify(
          mailEncryption,
          inner,
          // a changed address has mails of its own
          [{ user: before, fields: changedFields.filter((field) => field !== 'emailId') }],
          after.updatedDate,
        );
        return after;
      });
      if (isReauthenticated) wakeMailWorker();
      return saved;
    },

    async setPicture({ actor, finalTransaction }, { params: { id }, file }) {
      ensureSelf(actor, id);
      const pictureUrl = await storage.store(actor.scope.orgId, await squareImage(await file()));
      let before: string | null = null;
      await finalTransaction(async (inner) => {
        await lockUser(inner.db, inner.actor.scope, id);
        const user = await readUser(inner, id);
        await queries.updateProfilePicture(inner.db, inner.actor.scope, id, pictureUrl);
        const { profilePicture } = user;
        await auditUsers(inner, [
          {
            id,
            tpath: user.tpath,
            action: 'user.pictureChanged',
            ...difference({ profilePicture }, { profilePicture: pictureUrl }),
          },
        ]);
        before = profilePicture;
        return pictureUrl;
      }).catch(async (error: unknown) => {
        // after any other failure the commit may have succeeded, so the file must stay
        if (error instanceof ApiError) await storage.delete(pictureUrl);
        throw error;
      });
      // a leftover file is harmless
      if (before) await storage.delete(before).catch(() => undefined);
      return pictureUrl;
    },

    async removePicture({ actor, transaction }, { params: { id } }) {
      ensureSelf(actor, id);
      const before = await transaction(async (inner) => {
        await lockUser(inner.db, inner.actor.scope, id);
        const user = await readUser(inner, id);
        const { profilePicture } = user;
        if (!profilePicture) return null;
        await queries.updateProfilePicture(inner.db, inner.actor.scope, id, null);
        await auditUsers(inner, [
          {
            id,
            tpath: user.tpath,
            action: 'user.pictureRemoved',
            ...difference({ profilePicture }, { profilePicture: null }),
          },
        ]);
        return profilePicture;
      });
      if (before) await storage.delete(before).catch(() => undefined);
      return { removed: before !== null };
    },

    async setFaceConsent(context, { params: { id }, body: { agreed } }) {
      const { db, actor } = context;
      ensureSelf(actor, id);
      ensure(faceIdProvider || !agreed, 'user.noFaceProvider');
      await lockUser(db, actor.scope, id);
      const before = await readUser(context, id);
      if ((before.faceConsentDate !== null) === agreed) return before;
      await queries.updateFaceConsent(db, actor.scope, id, agreed);
      const after = await readUser(context, id);
      const consentFields = ({ faceConsentDate }: User) => ({ faceConsentDate });
      await auditUsers(context, [
        {
          id,
          tpath: after.tpath,
          action: 'user.faceConsent',
          ...difference(consentFields(before), consentFields(after)),
        },
      ]);
      return after;
    },
  };
}

/** Other users are reported as unknown, independent of permissions. */
function ensureSelf(actor: Actor, id: UserId): void {
  ensure(id === actor.userId, 'user.unknown');
}

/** Loads the user and throws `record.stale` if the given version is outdated. */
async function readCurrentUser(
  read: UserReader,
  inner: AuthenticatedTransaction,
  id: UserId,
  version: number | undefined,
) {
  const user = await read(inner, id);
  ensure(version === undefined || version === user.version, 'record.stale', { current: user });
  return user;
}

const auditFields = (user: User) => ({
  ...pickUserInput(user),
  pendingEmail: user.pendingEmail?.address ?? null,
  ...personalFields(user),
});
