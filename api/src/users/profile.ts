import { errors, type ErrorCode } from '@storeward/contract/errors';
import type { ProfileInput, profiles } from '@storeward/contract/profiles';
import type { User, UserId } from '@storeward/contract/users';
import { type Attempts, knownBrowser } from '../attempts/queries.ts';
import { difference } from '../audit/queries.ts';
import { insertMail } from '../mails/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { OwnSignedContext, Service, SignedTransaction } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import type { Hashing } from '../platform/hashing.ts';
import { squarePicture } from '../platform/images.ts';
import type { Sealing } from '../platform/sealing.ts';
import type { Storage } from '../platform/storage.ts';
import { filledIn, subjectOf, type UserReader, userReader, writeDown } from './one-user.ts';
import { keysChanged, tellsTooMuch } from './policy.ts';
import * as queries from './profile-queries.ts';
import { lockUser } from './queries.ts';

/** What the own profile stands on, besides the database. */
export type ProfileParts = {
  readonly hashing: Hashing;
  readonly attempts: Attempts;
  readonly mailSealing: Sealing;
  readonly storage: Storage;
  /** Whether a word is on the list of common and leaked ones. */
  readonly isCommon: (word: string) => Promise<boolean>;
  /** Tells the postman that there is something to take along. */
  readonly mailsQueued: () => void;
};

/** What people see and change of themselves. */
export function profilesService(parts: ProfileParts): Service<typeof profiles> {
  const { hashing, attempts, mailSealing, storage, isCommon, mailsQueued } = parts;
  const userInScope = userReader(attempts);
  return {
    async get(context, { params }) {
      demandOneself(context.actor, params.id);
      return userInScope(context, params.id);
    },

    async update(context, { params: { id }, body, version }) {
      demandOneself(context.actor, id);
      const seen = await context.transaction((inner) => standing(userInScope, inner, id, version));
      const word = body.secretWord;
      if (word && tellsTooMuch(word, { ...seen, ...body }, body.password)) throw wordRefused('field.secretWordLikeYou');
      if (word && (await isCommon(word))) throw wordRefused('field.secretWordCommon');
      const proven = keysChanged(seen, body).length > 0;
      if (proven) await prove(context, seen, body.password);
      const secrets = await hashed(body);
      const saved = await context.transaction(async (inner) => {
        const { db, actor } = inner;
        await lockUser(db, actor.scope, id);
        const before = await standing(userInScope, inner, id, version);
        const keys = keysChanged(before, body);
        demand(proven || keys.length === 0, 'password.needed');
        await queries.updateProfile(db, actor.scope, id, body, secrets);
        const after = await userInScope(inner, id);
        const changed = {
          ...profileFacts(after),
          ...(secrets.secretWordHash ? { secretWord: 'replaced' } : {}),
          ...(secrets.pinHash ? { pin: 'replaced' } : {}),
        };
        await writeDown(inner, after, 'user.profileUpdated', difference(profileFacts(before), changed));
        for (const what of keys) {
          // whoever took over a session must not be able to cut its owner off unseen
          const facts = { what, at: after.updatedDate };
          await insertMail(db, actor.scope, mailSealing, {
            kind: 'contactChanged',
            userId: id,
            to: before.emailId,
            facts,
          });
        }
        return after;
      });
      if (proven) mailsQueued();
      return saved;
    },

    async setPicture({ actor, transaction }, { params: { id }, file }) {
      demandOneself(actor, id);
      const address = await storage.keep(actor.scope.orgId, await squarePicture(await file()));
      const before = await transaction(async (inner) => {
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
        return profilePicture;
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
  };

  /** Checks the password of the moment; a wrong one counts although the change is refused. */
  async function prove(
    { transaction }: OwnSignedContext,
    { id, userName, domainName }: User,
    password: string | null | undefined,
  ): Promise<void> {
    demand(password, 'password.needed');
    const stored = await transaction(({ db, actor }) => queries.findOwnPassword(db, actor.scope, id));
    const right = await hashing.matches(password, stored);
    const subject = subjectOf({ userName, domainName });
    const judgement = await transaction(async ({ db, actor, origin }) => {
      const device = await knownBrowser(db, actor.scope, origin, id);
      return attempts.judge(db, actor.scope, origin, { ...subject, device }, right);
    });
    demand(judgement !== 'tooMany', 'signIn.tooMany', { retryAfter: 900 });
    demand(judgement !== 'locked', 'signIn.locked');
    demand(judgement === 'right', 'password.oldWrong');
  }

  async function hashed({ secretWord, pin }: ProfileInput): Promise<queries.NewSecrets> {
    return {
      ...(secretWord ? { secretWordHash: await hashing.make(secretWord) } : {}),
      ...(pin ? { pinHash: await hashing.make(pin) } : {}),
    };
  }
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

const profileFacts = (user: User) => ({
  ...filledIn(user),
  dateOfBirth: user.dateOfBirth,
  communicationEmail: user.communicationEmail,
  communicationPush: user.communicationPush,
  communicationSms: user.communicationSms,
});

const wordRefused = (messageCode: ErrorCode) =>
  new Refusal('input.invalid', {
    errors: [{ path: 'secretWord', messageCode, message: errors[messageCode].text }],
  });
