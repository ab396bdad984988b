import { openSessions, type SessionId } from '@storeward/contract/sessions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery } from '../platform/api/api.ts';

export const ownSessionsQuery = () => endpointQuery(openSessions.mine, {});

/** The user's recent sign-ins and failed attempts. */
export const ownSignInsQuery = () => endpointQuery(openSessions.signIns, {});

/** Ends one of the user's sessions, or all except this one. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: SessionId | 'others') =>
      id === 'others' ? call(openSessions.endOthers, {}) : call(openSessions.end, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery().queryKey }),
  });
}
