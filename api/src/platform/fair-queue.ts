/** Who waits, from the outside in: an organisation, its user and that user's session. */
export type QueueKey = readonly [organisation: string, user: string, session: string];

/** An item that waits or runs, with the flows it belongs to, from the organisation's to the session's. */
export type Entry<T> = { readonly item: T; readonly flows: readonly Flow<T>[]; readonly number: number };

/** The service that every flow is granted in one round, and an item is charged for before its cost is known. */
const quantum = 1;

/** A participant on one level: an organisation, a user or a session. Its deficit is what it has used beyond what was granted. */
class Flow<T> {
  readonly key: string;
  readonly parent: Flow<T> | undefined;
  readonly flows = new Map<string, Flow<T>>();
  /** The flows below that have waiting entries, in the order in which their turns come. */
  readonly active = new Set<Flow<T>>();
  readonly entries: Entry<T>[] = [];
  waiting = 0;
  running = 0;
  used = 0;
  /** What each of the flows below has been granted so far. */
  granted = 0;
  /** The number of the entry that was added last when this flow was served last. */
  servedAt = 0;
  cleanupSize = 64;

  constructor(key: string, parent?: Flow<T>) {
    this.key = key;
    this.parent = parent;
    this.used = parent?.granted ?? 0;
  }

  get isIdle(): boolean {
    return this.waiting === 0 && this.running === 0;
  }

  /** The flow below with this key. */
  flow(key: string): Flow<T> {
    const known = this.flows.get(key);
    if (known) return known;
    const flow = new Flow(key, this);
    this.flows.set(key, flow);
    if (this.flows.size > this.cleanupSize) {
      for (const each of this.flows.values()) if (each !== flow) each.forget();
      this.cleanupSize = Math.max(64, 2 * this.flows.size);
    }
    return flow;
  }

  /** Removes the flow from its parent, unless it waits, runs or has a deficit. */
  forget(): void {
    const { parent } = this;
    if (parent && this.isIdle && this.used <= parent.granted) parent.flows.delete(this.key);
  }

  /** Whose turn it is among the flows below; another round is granted until one of them has service left. */
  next(isEligible: (flow: Flow<T>) => boolean): Flow<T> | undefined {
    let least = Infinity;
    for (const flow of this.active) {
      if (!isEligible(flow)) continue;
      if (flow.used < this.granted) return flow;
      least = Math.min(least, flow.used);
    }
    if (least === Infinity) return undefined;
    // as many rounds at once as the smallest deficit takes, so that capacity is never left unused
    this.granted += quantum * (Math.floor((least - this.granted) / quantum) + 1);
    return this.next(isEligible);
  }

  /** Counts a waiting entry. A flow without any keeps its deficit, but no service that it did not use. */
  add(): void {
    this.waiting += 1;
    if (!this.parent || this.waiting > 1) return;
    this.used = Math.max(this.used, this.parent.granted);
    this.parent.active.add(this);
  }

  remove(): void {
    this.waiting -= 1;
    if (this.waiting === 0) this.parent?.active.delete(this);
  }

  charge(cost: number): void {
    this.used += cost;
    const { parent } = this;
    // the turn passes to the next flow
    if (parent && this.used >= parent.granted && parent.active.delete(this)) parent.active.add(this);
  }
}

/**
 * A queue by deficit round robin over organisations, then the users of each, then the sessions of each. Costs are charged
 * once they are known, so that a flow whose items were costly waits while the others catch up.
 */
export class FairQueue<T> {
  #root = new Flow<T>('');
  #added = 0;

  get waiting(): number {
    return this.#root.waiting;
  }

  add([organisation, user, session]: QueueKey, item: T): Entry<T> {
    const first = this.#root.flow(organisation);
    const second = first.flow(user);
    const last = second.flow(session);
    const entry = { item, flows: [first, second, last], number: (this.#added += 1) };
    last.entries.push(entry);
    for (const flow of entry.flows) flow.add();
    this.#root.add();
    return entry;
  }

  /** The entry whose turn it is, from now on running; `newcomers`: of the organisations of which nothing is running. */
  take({ newcomers = false } = {}): Entry<T> | undefined {
    let flow = this.#root.next((organisation) => !newcomers || organisation.running === 0);
    while (flow && flow.flows.size > 0 && flow.entries.length === 0) flow = flow.next(() => true);
    const entry = flow?.entries.shift();
    if (!entry) return undefined;
    for (const each of [this.#root, ...entry.flows]) {
      each.running += 1;
      each.servedAt = this.#added;
      each.remove();
      each.charge(quantum);
    }
    return entry;
  }

  /** Removes a waiting entry. */
  remove(entry: Entry<T>): void {
    const { entries } = entry.flows.at(-1)!;
    entries.splice(entries.indexOf(entry), 1);
    for (const flow of entry.flows) flow.remove();
    this.#root.remove();
    this.#forget(entry);
  }

  /** Ends a running entry, whose cost is known now. */
  end(entry: Entry<T>, cost: number): void {
    for (const flow of entry.flows) {
      flow.running -= 1;
      flow.charge(cost - quantum);
    }
    this.#root.running -= 1;
    this.#forget(entry);
  }

  /** Whether a waiting entry waits for entries of its own user: one of them is running, or was served before it. */
  isBehindItself({ flows, number }: Entry<T>): boolean {
    const user = flows[1]!;
    return user.running > 0 || user.servedAt >= number;
  }

  #forget({ flows }: Entry<T>): void {
    if (this.#root.isIdle) this.#root = new Flow(''); // nobody had to wait for the deficits that are left
    else for (const flow of flows.toReversed()) flow.forget();
  }
}
