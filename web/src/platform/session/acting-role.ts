import { openSessions } from '@storeward/contract/sessions';
import type { AssignmentId } from '@storeward/contract/users';
import { call } from '../api/api.ts';
import { refreshTokens } from './token-refresh.ts';
import { goToDashboard } from './session-end.ts';
import { clearStored } from '../storage.ts';

/**
 * Switches the session to another of the user's role assignments, clears the stored session data and reloads the portal
 * at the dashboard.
 */
export async function switchActingRole(assignmentId: AssignmentId): Promise<void> {
  await call(openSessions.actBy, { body: { assignmentId } });
  clearStored('AUTH');
  clearStored('CONFIGURATION');
  clearStored('ORG_CODE');
  // The tokens carry the role, so they are refreshed. If that fails, the server already applies the new role.
  await refreshTokens().catch(() => undefined);
  goToDashboard();
}
