import { deepEqual, useBlocker } from '@tanstack/react-router';
import { isLeavingPage } from './session/session-end.ts';

/** State of the confirmation before leaving a page with unsaved changes. */
export type LeaveGuard = { isBlocked: boolean; stay: () => void; leave: () => void };

type Location = { readonly pathname: string; readonly search: object };

/** Whether a navigation only scrolls on the page, to the section that the address names: its form stays open. */
const staysOnPage = (current: Location, next: Location) =>
  current.pathname === next.pathname &&
  deepEqual({ ...current.search, section: undefined }, { ...next.search, section: undefined });

/** Blocks navigation that closes the form while there are unsaved changes, until the user confirms. */
export function useLeaveGuard(hasUnsavedChanges: boolean): LeaveGuard {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasUnsavedChanges && !staysOnPage(current, next),
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
