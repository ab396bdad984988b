import { assignments, type NewAssignment } from '@storeward/contract/assignments';
import type { CallOf } from '@storeward/contract/endpoint';
import type { Page } from '@storeward/contract/paging';
import { profiles, type ProfileInput } from '@storeward/contract/profiles';
import { openSessions } from '@storeward/contract/sessions';
import {
  type AssignmentId,
  type NewUser,
  User,
  type UserChange,
  type UserId,
  type UserRow,
  users,
} from '@storeward/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, keyOf, read } from '../platform/api.ts';

/** One page of the users in the reader's own area. */
export const userList = (query: CallOf<typeof users.list>['query']) => read(users.list, { query });

/** One user with all that the reader may know of them. */
export const oneUser = (id: UserId) => read(users.get, { params: { id } });

/** The roles that a user holds, their own first. */
export const rolesHeld = (id: UserId) => read(assignments.list, { params: { id } });

/** Whether a user may do a thing at a place, and through which role. */
export const accessOf = (id: UserId, query: CallOf<typeof assignments.explain>['query']) =>
  read(assignments.explain, { params: { id }, query });

/** Gives a user a further role; the dialog says itself what went wrong. */
export function useGiveRole(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: NewAssignment) => call(assignments.create, { params: { id }, body }, { quiet: 'logged' }),
    onSuccess: (held) => {
      client.setQueryData(rolesHeld(id).queryKey, held);
      return client.invalidateQueries({ queryKey: keyOf(assignments.explain) });
    },
  });
}

/** Takes a further role away from a user. */
export function useTakeRole(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (assignmentId: AssignmentId) => call(assignments.remove, { params: { id, assignmentId } }),
    onSuccess: (held) => client.setQueryData(rolesHeld(id).queryKey, held),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(assignments.explain) }),
  });
}

/** Saves what was filled in about a user, unless somebody else was faster; the form says itself what went wrong. */
export function useSaveUser(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, version }: { input: UserChange; version: number }): Promise<User> =>
      call(users.update, { params: { id }, body: input, version }, { quiet: 'logged' }),
    onSuccess: (saved) => {
      client.setQueryData(oneUser(id).queryKey, saved);
      return client.invalidateQueries({ queryKey: keyOf(users.list) });
    },
  });
}

/** Makes a new user; the form says itself what went wrong. */
export function useCreateUser() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: NewUser): Promise<User> => call(users.create, { body }, { quiet: 'logged' }),
    onSuccess: (made) => {
      client.setQueryData(oneUser(made.id).queryKey, made);
      return client.invalidateQueries({ queryKey: keyOf(users.list) });
    },
  });
}

/** Takes a user away for good. */
export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Pick<UserRow, 'id' | 'version'>): Promise<User> =>
      call(users.remove, { params: { id }, version }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(users.list) }),
  });
}

type Wanted = { readonly user: Pick<UserRow, 'id' | 'version'>; readonly status: boolean };

/** Enables (which unlocks too) or disables a user. It shows at once wherever the user is shown, and is put right by what the server answers. */
export function useSetUserStatus() {
  const client = useQueryClient();
  const everywhere = { queryKey: keyOf(users.list) };
  return useMutation({
    mutationFn: ({ user: { id, version }, status }: Wanted): Promise<User> =>
      call(users.setStatus, { params: { id }, body: { status }, version }),
    onMutate: async ({ user: { id }, status }) => {
      await client.cancelQueries(everywhere);
      const before = client.getQueriesData<Shown>(everywhere);
      client.setQueriesData<Shown>(everywhere, (shown) => shown && withStatus(shown, id, status));
      return before;
    },
    onError: (fault, { user: { id } }, before) => {
      for (const [key, shown] of before ?? []) client.setQueryData(key, shown);
      const theirs = fault instanceof ApiError ? User.safeParse(fault.current) : undefined;
      if (theirs?.success) client.setQueryData(oneUser(id).queryKey, theirs.data);
    },
    onSuccess: (saved) => client.setQueryData(oneUser(saved.id).queryKey, saved),
    onSettled: () => client.invalidateQueries(everywhere),
  });
}

/** Ends all sessions of a user, and hands back how many there were. */
export const useEndSessionsOf = () =>
  useMutation({ mutationFn: (id: UserId) => call(openSessions.endAllOf, { params: { id } }) });

/** What the cache holds of users: a page of them, or one. */
type Shown = Page<UserRow> | User;

function withStatus(shown: Shown, id: UserId, status: boolean): Shown {
  const changed = <T extends UserRow | User>(user: T): T =>
    user.id === id ? { ...user, status, ...(status && { locked: false, lockedUntil: null }) } : user;
  return 'result' in shown ? { ...shown, result: shown.result.map(changed) } : changed(shown);
}

/** The reader's own profile. */
export const ownProfile = (id: UserId) => read(profiles.get, { params: { id } });

/** Saves the reader's own profile; the form says itself what can be mended. */
export function useSaveProfile(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, version }: { input: ProfileInput; version: number }): Promise<User> =>
      call(profiles.update, { params: { id }, body: input, version }, { quiet: 'logged' }),
    onSuccess: (saved) => {
      client.setQueryData(ownProfile(id).queryKey, saved);
      return client.invalidateQueries({ queryKey: keyOf(users.list) });
    },
  });
}

/** Takes away the reader's picture. */
export function useRemovePicture(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(profiles.removePicture, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(users.list) }),
  });
}

/** Says whether the reader agrees to sign in by their face. */
export function useSetFaceConsent(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (agreed: boolean) => call(profiles.setFaceConsent, { params: { id }, body: { agreed } }),
    onSuccess: (user) => client.setQueryData(ownProfile(id).queryKey, user),
  });
}

/** Keeps a new picture of the reader. */
export function useSetPicture(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (file: Blob): Promise<string> =>
      call(profiles.setPicture, { params: { id }, file }, { quiet: 'logged' }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(users.list) }),
  });
}
