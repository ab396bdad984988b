import { openSessions, type SessionId } from '@storeward/contract/sessions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, read } from '../platform/api.ts';

/** The reader's open sessions. */
export const ownSessions = () => read(openSessions.mine, {});

/** The reader's last sign-ins, and tries at one. */
export const ownSignIns = () => read(openSessions.signIns, {});

/** Ends one of the reader's sessions, or all but this one. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: SessionId | 'others') =>
      id === 'others' ? call(openSessions.endOthers, {}) : call(openSessions.end, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions().queryKey }),
  });
}
