import { errors } from '@storeward/contract/errors';
import type { RoleId } from '@storeward/contract/roles';
import type { NewUser, User, UserChange, UserId, users } from '@storeward/contract/users';
import type { Attempts } from '../attempts/queries.ts';
import { difference } from '../audit/queries.ts';
import { insertMail } from '../mails/queries.ts';
import type { Context, OwnSignedContext, Service, SignedTransaction } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Sealing } from '../platform/sealing.ts';
import { asFarAsKnown, filledIn, guardKeys, subjectOf, type UserReader, wishes, writeDown } from './one-user.ts';
import { keysChanged, mayChangeContact } from './policy.ts';
import * as queries from './queries.ts';
import { demandSoundWord, hashedSecrets, replacedSecrets, secretColumns, type SecretParts } from './secrets.ts';
import { demandGivable, placeWanted, standingChange, standingFacts } from './standing.ts';
import * as rows from './standing-queries.ts';

/** What making and changing people stands on, besides the database. */
export type PersonParts = SecretParts & {
  readonly attempts: Pick<Attempts, 'forgive'>;
  readonly mailSealing: Sealing;
  /** Mails a link to each of some people, by which they choose their password. */
  readonly inviteAll: (
    context: Pick<Context, 'db' | 'actor'>,
    people: readonly { readonly id: string; readonly emailId: string }[],
  ) => Promise<void>;
  /** A password for somebody who has none yet, and for how many days it is good. */
  readonly firstPassword: { readonly make: () => string; readonly days: number };
  /** Tells the postman that there is something to take along. */
  readonly mailsQueued: () => void;
};

/** Making a user, changing one, taking one away. */
export function personDoors(
  parts: PersonParts,
  read: UserReader,
): Pick<Service<typeof users>, 'create' | 'update' | 'remove'> {
  const { attempts, mailSealing, mailsQueued } = parts;
  return {
    async create(context, { body }) {
      const prepared = await prepare(parts, context, body);
      const made = await context.lastTransaction((inner) => store(parts, inner, { ...prepared, body, read }));
      mailsQueued();
      return made;
    },

    async update(context, { params: { id }, body, version }) {
      const { db, actor } = context;
      // the hash is made before the row is held, so nobody waits for it
      const secrets = await hashedSecrets(parts, body);
      // what is asked together leaves together, and is still answered in this order: held first, then read
      const [, before, stands] = await Promise.all([
        queries.lockUser(db, actor.scope, id),
        read(context, id),
        rows.findStanding(db, actor.scope, id),
      ]);
      demand(version === undefined || version === before.version, 'record.stale', { current: before });
      demand(before.can.edit, 'user.beyondYourOwn');
      demand(mayChangeContact(actor, before, body), 'user.ownContact');
      if (body.secretWord) await demandSoundWord(parts, context, body.secretWord, { ...before, ...body });
      const wanted = wantedStanding(before, stands, body);
      const change = stands && (await standingChange(context, id, stands, wanted));
      const further = { ...rows.furtherColumns(asFarAsKnown(actor, body)), ...secretColumns(secrets) };
      const storing = queries.updateUser(db, actor.scope, id, body, { userId: actor.userId, version, further });
      if (change && (await storing)) await rows.updateStanding(db, actor.scope, id, change, actor.userId);
      const [stored, after] = await Promise.all([storing, read(context, id, before)]);
      demand(stored, 'record.stale', { current: after });
      const standsNow = change ? await rows.findStanding(db, actor.scope, id) : stands;
      const was = { ...facts(before), ...standingFacts(stands) };
      const is = { ...facts(after), ...standingFacts(standsNow), ...replacedSecrets(secrets) };
      await writeDown(context, after, 'user.updated', difference(was, is));
      const keys = keysChanged(before, body);
      await guardKeys(context, mailSealing, before, { keys, at: after.updatedDate });
      if (keys.includes('emailId')) await welcomeAgain(context, parts, after);
      if (keys.length > 0) context.afterCommit(async () => mailsQueued());
      return after;
    },

    async remove(context, { params: { id }, version }) {
      const { db, actor } = context;
      await queries.lockUser(db, actor.scope, id);
      const before = await read(context, id);
      demand(version === undefined || version === before.version, 'record.stale', { current: before });
      demand(id !== actor.userId, 'user.self');
      demand(before.can.delete, 'user.beyondYourOwn');
      const stands = await rows.findStanding(db, actor.scope, id);
      await queries.endSessions(db, actor.scope, id);
      await queries.endTokens(db, actor.scope, id);
      await attempts.forgive(db, actor.scope, subjectOf(before));
      const by = { userId: actor.userId, version: before.version };
      demand(await rows.deleteUser(db, actor.scope, id, by), 'record.stale', { current: before });
      const { userName, domainName } = before;
      await writeDown(context, before, 'user.deleted', {
        before: { userName, domainName, ...facts(before), ...standingFacts(stands) },
      });
      return { ...before, can: { view: false, edit: false, enable: false, delete: false, seeAs: false } };
    },
  };
}

type Prepared = {
  readonly roleId: RoleId;
  readonly password: string;
  readonly passwordHash: string;
  readonly secrets: Awaited<ReturnType<typeof hashedSecrets>>;
};

/**
 * Whoever has never chosen a password had the first one, or the link to choose one, mailed to the address before: that is good
 * no more, and a link goes to the new one.
 */
async function welcomeAgain(
  { db, actor }: Context,
  { inviteAll }: Pick<PersonParts, 'inviteAll'>,
  { id, emailId, manualPassword, status }: User,
): Promise<void> {
  if (manualPassword || !(await rows.takeFirstPassword(db, actor.scope, id)) || !status) return;
  await inviteAll({ db, actor }, [{ id, emailId }]);
}

/** What takes its time is done while nothing is held: the password they are given, and the hashes of all secrets. */
async function prepare(parts: PersonParts, context: OwnSignedContext, body: NewUser): Promise<Prepared> {
  const { secretWord, userRole } = body;
  if (secretWord) await context.transaction((inner) => demandSoundWord(parts, inner, secretWord, body));
  const password = parts.firstPassword.make();
  const [passwordHash, secrets] = await Promise.all([parts.hashing.make(password), hashedSecrets(parts, body)]);
  // the contract asks for one role at least
  return { roleId: userRole[0]!.id, password, passwordHash, secrets };
}

async function store(
  { mailSealing, firstPassword: { days } }: PersonParts,
  inner: SignedTransaction,
  { roleId, password, passwordHash, secrets, body, read }: Prepared & { body: NewUser; read: UserReader },
): Promise<User> {
  const { db, actor } = inner;
  const at = await placeWanted(inner, body.rootNodeId);
  await demandGivable(inner, roleId, at);
  const domainName = await signInDomain(inner, body.domainName);
  const id = newId() as UserId;
  const given = { passwordHash, days };
  await rows.insertUser(
    db,
    actor.scope,
    { id, input: asFarAsKnown(actor, body), domainName, at, roleId, secrets, given },
    actor.userId,
  );
  const made = await read(inner, id);
  const stands = await rows.findStanding(db, actor.scope, id);
  await writeDown(inner, made, 'user.created', {
    after: {
      userName: made.userName,
      domainName,
      ...facts(made),
      ...standingFacts(stands),
      ...replacedSecrets(secrets),
    },
  });
  await insertMail(db, actor.scope, mailSealing, {
    kind: 'firstPassword',
    facts: { password, days },
    userId: id,
    to: made.emailId,
  });
  return made;
}

/** By which domain somebody signs in: the one that was named, else the usual one; none on the platform. */
async function signInDomain({ db, actor }: SignedTransaction, wanted: string | null | undefined): Promise<string> {
  const domains = await rows.listSignInDomains(db, actor.scope);
  const found = wanted ? domains.find((domain) => domain === wanted.toLowerCase()) : (domains[0] ?? '');
  if (found !== undefined) return found;
  const messageCode = 'field.invalid';
  throw new Refusal('input.invalid', {
    errors: [{ path: 'domainName', messageCode, message: errors[messageCode].text }],
  });
}

/** What is asked for beside what was told: whoever sends that back of themselves, though they act elsewhere just now, asks for no change. */
function wantedStanding(
  { rootNodeId, userRole, assignments }: User,
  stands: rows.Stands | undefined,
  body: UserChange,
) {
  const roleId = body.userRole?.[0]?.id;
  // of others the first role told is a further one where they have none of their own
  const sameRole = roleId === userRole[0]?.id && (assignments !== undefined || roleId === stands?.roleId);
  return {
    rootNodeId: body.rootNodeId === rootNodeId ? undefined : body.rootNodeId,
    roleId: sameRole ? undefined : roleId,
  };
}

const facts = (user: User) => ({
  ...filledIn(user),
  ...wishes(user),
  shortName: user.shortName,
  dashboardAccess: user.dashboardAccess,
});
