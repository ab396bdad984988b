type Cleanup = () => unknown;

const cleanups: Cleanup[] = [];

/**
 * Registers a cleanup for the end of the test file, last first. Unlike `afterAll`, which is ignored there, it may be called in a
 * test and in a hook.
 */
export const afterFile = (cleanup: Cleanup): void => void cleanups.push(cleanup);

/** Runs all cleanups, and throws the first of their errors. */
export async function cleanUp(): Promise<void> {
  const errors: unknown[] = [];
  for (const cleanup of cleanups.splice(0).reverse())
    try {
      await cleanup();
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}
