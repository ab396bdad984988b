/** What a door is sent beside its address: the parts of its path, a query, a body, headers. */
export type Wish = {
  readonly id?: string;
  /** In place of the door's own path, where that stands for many. */
  readonly path?: string;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Record<string, string>;
};
