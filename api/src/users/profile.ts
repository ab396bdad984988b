import type { profiles } from '@storeward/contract/profiles';
import type { User, UserId } from '@storeward/contract/users';
import type { Attempts } from '../attempts/queries.ts';
import { difference } from '../audit/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { OwnSignedContext, Service, SignedTransaction } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { squarePicture } from '../platform/images.ts';
import type { Sealing } from '../platform/sealing.ts';
import type { Storage } from '../platform/storage.ts';
import { filledIn, guardKeys, type UserReader, userReader, wishes, writeDown } from './one-user.ts';
import { keysChanged } from './policy.ts';
import * as queries from './profile-queries.ts';
import { lockUser } from './queries.ts';
import { demandSoundWord, hashedSecrets, replacedSecrets, type SecretParts } from './secrets.ts';

/** What the own profile stands on, besides the database. */
export type ProfileParts = SecretParts & {
  readonly attempts: Attempts;
  /** Goes on only with the present password of whoever is signed in. */
  readonly provePresent: (context: OwnSignedContext, password: string) => Promise<unknown>;
  readonly mailSealing: Sealing;
  readonly storage: Storage;
  /** Who recognises faces for this installation; nothing where nobody does. */
  readonly faceIdProvider: string;
  /** Tells the postman that there is something to take along. */
  readonly mailsQueued: () => void;
};

/** What people see and change of themselves. */
export function profilesService(parts: ProfileParts): Service<typeof profiles> {
  const { attempts, provePresent, mailSealing, storage, faceIdProvider, mailsQueued } = parts;
  const userInScope = userReader(attempts);
  return {
    async get(context, { params }) {
      demandOneself(context.actor, params.id);
      return userInScope(context, params.id);
    },

    async update(context, { params: { id }, body, version }) {
      demandOneself(context.actor, id);
      const seen = await context.transaction(async (inner) => {
        const user = await standing(userInScope, inner, id, version);
        const owner = { ...user, ...body };
        if (body.secretWord) await demandSoundWord(parts, inner, body.secretWord, owner, body.password);
        return user;
      });
      const proven = keysChanged(seen, body).length > 0;
      if (proven) {
        demand(body.password, 'password.needed');
        await provePresent(context, body.password);
      }
      const secrets = await hashedSecrets(parts, body);
      const saved = await context.lastTransaction(async (inner) => {
        const { db, actor } = inner;
        await lockUser(db, actor.scope, id);
        const before = await standing(userInScope, inner, id, version);
        const keys = keysChanged(before, body);
        demand(proven || keys.length === 0, 'password.needed');
        await queries.updateProfile(db, actor.scope, id, body, secrets);
        const after = await userInScope(inner, id);
        const changed = {
          ...profileFacts(after),
          ...replacedSecrets(secrets),
        };
        await writeDown(inner, after, 'user.profileUpdated', difference(profileFacts(before), changed));
        await guardKeys(inner, mailSealing, before, { keys, at: after.updatedDate });
        return after;
      });
      if (proven) mailsQueued();
      return saved;
    },

    async setPicture({ actor, lastTransaction }, { params: { id }, file }) {
      demandOneself(actor, id);
      const address = await storage.keep(actor.scope.orgId, await squarePicture(await file()));
      let before: string | null = null;
      await lastTransaction(async (inner) => {
        await lockUser(inner.db, inner.actor.scope, id);
        const user = await userInScope(inner, id);
        await queries.updatePicture(inner.db, inner.actor.scope, id, address);
        const { profilePicture } = user;
        await writeDown(
          inner,
          user,
          'user.pictureChanged',
          difference({ profilePicture }, { profilePicture: address }),
        );
        before = profilePicture;
        return address;
      }).catch(async (error: unknown) => {
        // of any other failure nobody knows whether the change was stored before it
        if (error instanceof Refusal) await storage.drop(address);
        throw error;
      });
      // an old picture that stays behind harms nobody
      if (before) await storage.drop(before).catch(() => undefined);
      return address;
    },

    async removePicture({ actor, transaction }, { params: { id } }) {
      demandOneself(actor, id);
      const before = await transaction(async (inner) => {
        await lockUser(inner.db, inner.actor.scope, id);
        const user = await userInScope(inner, id);
        const { profilePicture } = user;
        if (!profilePicture) return null;
        await queries.updatePicture(inner.db, inner.actor.scope, id, null);
        await writeDown(inner, user, 'user.pictureRemoved', difference({ profilePicture }, { profilePicture: null }));
        return profilePicture;
      });
      if (before) await storage.drop(before).catch(() => undefined);
      return { removed: before !== null };
    },

    async setFaceConsent(context, { params: { id }, body: { agreed } }) {
      const { db, actor } = context;
      demandOneself(actor, id);
      demand(faceIdProvider || !agreed, 'user.noFaceProvider');
      await lockUser(db, actor.scope, id);
      const before = await userInScope(context, id);
      if ((before.faceConsentDate !== null) === agreed) return before;
      await queries.updateFaceConsent(db, actor.scope, id, agreed);
      const after = await userInScope(context, id);
      const told = ({ faceConsentDate }: User) => ({ faceConsentDate });
      await writeDown(context, after, 'user.faceConsent', difference(told(before), told(after)));
      return after;
    },
  };
}

/** Somebody else does not exist here, whoever asks. */
function demandOneself(actor: Actor, id: UserId): void {
  demand(id === actor.userId, 'user.unknown');
}

/** Somebody as they stand, if it is still the version that the change starts from. */
async function standing(read: UserReader, inner: SignedTransaction, id: UserId, version: number | undefined) {
  const user = await read(inner, id);
  demand(version === undefined || version === user.version, 'record.stale', { current: user });
  return user;
}

const profileFacts = (user: User) => ({ ...filledIn(user), ...wishes(user) });
