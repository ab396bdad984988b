/** The variable parts of a sample request. */
export type RequestParts = {
  readonly id?: string;
  /** Replaces the endpoint's path, for a path with a parameter that allows few values. */
  readonly path?: string;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Record<string, string>;
};
