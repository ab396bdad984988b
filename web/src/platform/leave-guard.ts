import { useBlocker } from '@tanstack/react-router';
import { isLeaving } from './session-end.ts';

/** What a page asks of whoever is about to leave it with work that is not saved. */
export type LeaveGuard = { asked: boolean; stay: () => void; leave: () => void };

/** Holds everybody on the page while there is something to lose, until they say that it may go. */
export function useLeaveGuard(somethingToLose: boolean): LeaveGuard {
  const blocker = useBlocker({
    shouldBlockFn: () => somethingToLose,
    // A session that is over shows nothing any longer; what was typed is kept as a draft.
    enableBeforeUnload: () => somethingToLose && !isLeaving(),
    withResolver: true,
  });
  return {
    asked: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
