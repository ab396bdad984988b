/** What a span shows: a statement by its text, which has placeholders instead of values, or one poll of a background worker. */
export type Operation =
  | { readonly kind: 'statement'; readonly sql: string }
  | { readonly kind: 'job'; readonly name: string };

export type RunTraced = <T>(operation: Operation, run: () => Promise<T>) => Promise<T>;

let runTraced: RunTraced | undefined;

/** Sets what records operations; undefined ends it. */
export function setTracer(tracer: RunTraced | undefined): void {
  runTraced = tracer;
}

/** Runs an operation within a span if tracing is on. */
export const traced: RunTraced = (operation, run) => (runTraced ? runTraced(operation, run) : run());
