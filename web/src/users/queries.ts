import { assignments, type NewAssignment } from '@storeward/contract/users/assignments';
import { emailChanges } from '@storeward/contract/users/email-changes';
import type { RequestOf } from '@storeward/contract/endpoint';
import type { Page } from '@storeward/contract/paging';
import { passwords } from '@storeward/contract/passwords';
import { profiles, type ProfileInput } from '@storeward/contract/users/profiles';
import { openSessions } from '@storeward/contract/sessions';
import { type AssignmentId, User, type UserId, type UserRow, users } from '@storeward/contract/users';
import type { NewUser, UserChange } from '@storeward/contract/users/user-input';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, queryKeyOf, endpointQuery } from '../platform/api/api.ts';

/** One page of the users in the user's scope. */
export const userListQuery = (query: RequestOf<typeof users.list>['query']) => endpointQuery(users.list, { query });

export const userQuery = (id: UserId) => endpointQuery(users.get, { params: { id } });

/** A user's role assignments, the primary one first. */
export const assignmentsQuery = (id: UserId) => endpointQuery(assignments.list, { params: { id } });

/** The roles that a user granted to others. */
export const grantedAssignmentsQuery = (id: UserId, query: RequestOf<typeof assignments.given>['query']) =>
  endpointQuery(assignments.given, { params: { id }, query });

/** The query key of explanations of access, whose module is loaded with the page of a user only. */
const explanationKey = [...queryKeyOf(users.get), 'access'];

/** Adds a role assignment; the dialog shows errors itself. */
export function useAddAssignment(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: NewAssignment) => call(assignments.create, { params: { id }, body }, { quiet: 'logged' }),
    onSuccess: (assignmentList) => {
      client.setQueryData(assignmentsQuery(id).queryKey, assignmentList);
      return client.invalidateQueries({ queryKey: explanationKey });
    },
  });
}

/** Changes when a role assignment ends; the dialog shows errors itself. */
export function useChangeEnd(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ id: assignmentId, until }: { id: AssignmentId; until: string | null }) =>
      call(assignments.changeEnd, { params: { id, assignmentId }, body: { until } }, { quiet: 'logged' }),
    onSuccess: (assignmentList) => {
      client.setQueryData(assignmentsQuery(id).queryKey, assignmentList);
      void client.invalidateQueries({ queryKey: userQuery(id).queryKey });
      return client.invalidateQueries({ queryKey: explanationKey });
    },
  });
}

/** Removes an additional role assignment. */
export function useRemoveAssignment(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (assignmentId: AssignmentId) => call(assignments.remove, { params: { id, assignmentId } }),
    onSuccess: (assignmentList) => client.setQueryData(assignmentsQuery(id).queryKey, assignmentList),
    onSettled: () => client.invalidateQueries({ queryKey: explanationKey }),
  });
}

/** Updates a user with optimistic locking; the form shows errors itself. */
export function useSaveUser(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, version }: { input: UserChange; version: number }): Promise<User> =>
      call(users.update, { params: { id }, body: input, version }, { quiet: 'logged' }),
    onSuccess: (saved) => {
      client.setQueryData(userQuery(id).queryKey, saved);
      return client.invalidateQueries({ queryKey: queryKeyOf(users.list) });
    },
  });
}

/** Creates a user; the form shows errors itself. */
export function useCreateUser() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: NewUser): Promise<User> => call(users.create, { body }, { quiet: 'logged' }),
    onSuccess: (created) => {
      client.setQueryData(userQuery(created.id).queryKey, created);
      return client.invalidateQueries({ queryKey: queryKeyOf(users.list) });
    },
  });
}

export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Pick<UserRow, 'id' | 'version'>): Promise<User> =>
      call(users.remove, { params: { id }, version }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyOf(users.list) }),
  });
}

type StatusUpdate = { readonly user: Pick<UserRow, 'id' | 'version'>; readonly status: boolean };

/** Enables (and unlocks) or disables a user. Optimistic update of all cached lists, rolled back on error. */
export function useSetUserStatus() {
  const client = useQueryClient();
  const listFilter = { queryKey: queryKeyOf(users.list) };
  return useMutation({
    mutationFn: ({ user: { id, version }, status }: StatusUpdate): Promise<User> =>
      call(users.setStatus, { params: { id }, body: { status }, version }),
    onMutate: async ({ user: { id }, status }) => {
      await client.cancelQueries(listFilter);
      const previous = client.getQueriesData<CachedUsers>(listFilter);
      client.setQueriesData<CachedUsers>(listFilter, (cached) => cached && withStatus(cached, id, status));
      return previous;
    },
    onError: (error, { user: { id } }, previous) => {
      for (const [key, cached] of previous ?? []) client.setQueryData(key, cached);
      const current = error instanceof ApiError ? User.safeParse(error.current) : undefined;
      if (current?.success) client.setQueryData(userQuery(id).queryKey, current.data);
    },
    onSuccess: (saved) => client.setQueryData(userQuery(saved.id).queryKey, saved),
    onSettled: () => client.invalidateQueries(listFilter),
  });
}

/** Ends all sessions of a user and returns how many there were. */
export const useEndUserSessions = () =>
  useMutation({ mutationFn: (id: UserId) => call(openSessions.endAllOf, { params: { id } }) });

/** Mails a user a link to choose a new password. */
export const useSendResetLink = () => useSendMail((id: UserId) => call(passwords.sendLink, { params: { id } }));

/** Mails a user who has not chosen a password a new first one. */
export const useSendFirstPassword = () =>
  useSendMail((id: UserId) => call(users.sendFirstPassword, { params: { id } }));

/** Reloads the user after the mail, which may remove the mark that the address is refused. */
function useSendMail<T>(mutationFn: (id: UserId) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (_, id) => void client.invalidateQueries({ queryKey: userQuery(id).queryKey }),
  });
}

/** Cached user data: a page of users, or one user. */
type CachedUsers = Page<UserRow> | User;

function withStatus(cached: CachedUsers, id: UserId, status: boolean): CachedUsers {
  const applyStatus = <T extends UserRow | User>(user: T): T =>
    user.id === id ? { ...user, status, ...(status && { locked: false, lockedUntil: null }) } : user;
  return 'result' in cached ? { ...cached, result: cached.result.map(applyStatus) } : applyStatus(cached);
}

export const profileQuery = (id: UserId) => endpointQuery(profiles.get, { params: { id } });

/** Updates the user's own profile; the form shows errors itself. */
export function useSaveProfile(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ input, version }: { input: ProfileInput; version: number }): Promise<User> =>
      call(profiles.update, { params: { id }, body: input, version }, { quiet: 'logged' }),
    onSuccess: (saved) => {
      client.setQueryData(profileQuery(id).queryKey, saved);
      return client.invalidateQueries({ queryKey: queryKeyOf(users.list) });
    },
  });
}

/** Accepts the user's own changed address; the dialog shows errors itself. */
export function useAcceptEmail(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: { address: string; password: string }): Promise<User> =>
      call(emailChanges.accept, { params: { id }, body }, { quiet: 'logged' }),
    onSuccess: (saved) => {
      client.setQueryData(profileQuery(id).queryKey, saved);
      client.setQueryData(userQuery(id).queryKey, saved);
      return client.invalidateQueries({ queryKey: queryKeyOf(users.list) });
    },
  });
}

/** Withdraws a changed address that is not in effect yet. */
export function useWithdrawEmail(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (address: string): Promise<User> => call(emailChanges.object, { params: { id }, body: { address } }),
    onSuccess: (saved) => {
      client.setQueryData(profileQuery(id).queryKey, saved);
      client.setQueryData(userQuery(id).queryKey, saved);
    },
  });
}

export function useRemovePicture(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(profiles.removePicture, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyOf(users.list) }),
  });
}

/** Gives or withdraws the user's own consent to sign-in by face recognition. */
export function useSetFaceConsent(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (agreed: boolean) => call(profiles.setFaceConsent, { params: { id }, body: { agreed } }),
    onSuccess: (user) => client.setQueryData(profileQuery(id).queryKey, user),
  });
}

/** Uploads the user's own profile picture. */
export function useSetPicture(id: UserId) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (file: Blob): Promise<string> =>
      call(profiles.setPicture, { params: { id }, file }, { quiet: 'logged' }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyOf(users.list) }),
  });
}
