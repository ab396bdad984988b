import { openSessions } from '@storeward/contract/sessions';
import type { AssignmentId } from '@storeward/contract/users';
import { call } from './api.ts';
import { renew } from './renewal.ts';
import { goToDashboard } from './session-end.ts';
import { forget } from './storage.ts';

/** Lets the reader act by another of their assignments; the portal opens anew, since nothing of what it knew still holds. */
export async function actBy(assignmentId: AssignmentId): Promise<void> {
  await call(openSessions.actBy, { body: { assignmentId } });
  forget('AUTH');
  forget('CONFIGURATION');
  forget('ORG_CODE');
  // The tokens name the role; should this fail, the server knows it all the same.
  await renew().catch(() => undefined);
  goToDashboard();
}
