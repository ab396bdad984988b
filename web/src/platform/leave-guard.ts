import { useBlocker } from '@tanstack/react-router';

/** What a page asks of whoever is about to leave it with work that is not saved. */
export type LeaveGuard = { asked: boolean; stay: () => void; leave: () => void };

/** Holds everybody on the page while there is something to lose, until they say that it may go. */
export function useLeaveGuard(somethingToLose: boolean): LeaveGuard {
  const blocker = useBlocker({
    shouldBlockFn: () => somethingToLose,
    enableBeforeUnload: () => somethingToLose,
    withResolver: true,
  });
  return {
    asked: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
