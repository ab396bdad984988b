import { useBlocker } from '@tanstack/react-router';
import { isLeavingPage } from './session/session-end.ts';

/** State of the confirmation before leaving a page with unsaved changes. */
export type LeaveGuard = { isBlocked: boolean; stay: () => void; leave: () => void };

/** Blocks navigation while there are unsaved changes, until the user confirms. */
export function useLeaveGuard(hasUnsavedChanges: boolean): LeaveGuard {
  const blocker = useBlocker({
    shouldBlockFn: () => hasUnsavedChanges,
    // After the session has ended there is nothing to confirm; the changes are kept as a draft.
    enableBeforeUnload: () => hasUnsavedChanges && !isLeavingPage(),
    withResolver: true,
  });
  return {
    isBlocked: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
