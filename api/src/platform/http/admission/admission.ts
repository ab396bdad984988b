import { type Database, inTransaction, type Transaction } from '../../database/db.ts';
import { ApiError } from '../../errors.ts';
import { type Entry, FairQueue, type QueueKey } from '../../fair-queue.ts';
import type { Lane, LaneName, Lanes } from './lanes.ts';

/** What a transaction waits for: its lane, and whose turn it takes. */
export type Turn = {
  readonly lane: LaneName;
  readonly key: QueueKey;
  /** Whether somebody still waits for the result; by default somebody does. */
  readonly isAwaited?: () => boolean;
};

export type Transactions = Pick<Database, 'begin' | 'transaction'>;

/** Transactions that begin once it is their turn. Throws `request.tooMany` or `service.busy` if that takes too long. */
export type Admission = ((turn: Turn) => Transactions) & {
  /** The transactions of each lane that run and that wait. */
  readonly counts: () => Readonly<Record<LaneName, Counts>>;
};

type Counts = { readonly running: number; readonly waiting: number };

/**
 * The only way from requests to the database, passed before a connection of the pool is taken and never while one is held.
 * Each lane runs a number of transactions at once. Where more wait, organisations, their users and the sessions of these
 * take turns by the database time that they have used. A request is refused only once it has waited for too long.
 */
export function admission(database: Database, lanes: Lanes): Admission {
  const queues = mapLanes(lanes, laneQueue);
  const transactionsOf = ({ lane, key, isAwaited = () => true }: Turn): Transactions => {
    const begin = async (): Promise<Transaction> => {
      const end = await queues[lane](key, isAwaited);
      return database.begin(end).catch((error: unknown) => {
        end(0);
        throw error;
      });
    };
    return { begin, transaction: (work) => inTransaction(begin, work) };
  };
  return Object.assign(transactionsOf, { counts: () => mapLanes(queues, ({ counts }) => counts()) });
}

const mapLanes = <T, U>(lanes: Readonly<Record<LaneName, T>>, change: (lane: T) => U) =>
  Object.fromEntries(Object.entries(lanes).map(([name, lane]) => [name, change(lane)])) as Record<LaneName, U>;

type Waiting = {
  readonly start: () => void;
  readonly refuse: () => void;
  readonly isAwaited: () => boolean;
  hasTurn: boolean;
  timer: NodeJS.Timeout | undefined;
};

/** Waits for a slot; resolves to the function that returns it and states the cost in milliseconds. */
type LaneQueue = ((key: QueueKey, isAwaited: () => boolean) => Promise<(cost: number) => void>) & {
  readonly counts: () => Counts;
};

/** One slot of a lane is left for an organisation of which nothing is running, so that it need not wait for others. */
function laneQueue({ slots, waitMs }: Lane): LaneQueue {
  const queue = new FairQueue<Waiting>();
  let running = 0;
  const takeNext = () => {
    if (running < slots - 1) return queue.take();
    return running < slots ? queue.take({ newcomers: true }) : undefined;
  };
  const dispatch = () => {
    for (let entry = takeNext(); entry; entry = takeNext()) {
      const waiting = entry.item;
      waiting.hasTurn = true;
      clearTimeout(waiting.timer);
      running += 1;
      if (waiting.isAwaited()) waiting.start();
      else {
        waiting.refuse();
        end(entry, 0);
      }
    }
  };
  const end = (entry: Entry<Waiting>, cost: number) => {
    running -= 1;
    queue.end(entry, cost);
  };
  const wait = (key: QueueKey, isAwaited: () => boolean) =>
    new Promise<(cost: number) => void>((resolve, reject) => {
      const start = () =>
        resolve((cost) => {
          end(entry, cost);
          dispatch();
        });
      const refuse = () => reject(rejection(queue.isBehindItself(entry)));
      const giveUp = () => {
        queue.remove(entry);
        refuse();
      };
      const waiting: Waiting = { start, refuse, isAwaited, hasTurn: false, timer: undefined };
      const entry = queue.add(key, waiting);
      dispatch();
      if (!waiting.hasTurn) waiting.timer = setTimeout(giveUp, waitMs);
    });
  return Object.assign(wait, { counts: () => ({ running, waiting: queue.waiting }) });
}

/** Clients return at different times, so that they do not all wait for the same moment again. */
const rejection = (isOwnExcess: boolean) =>
  new ApiError(isOwnExcess ? 'request.tooMany' : 'service.busy', { retryAfter: 1 + Math.ceil(Math.random() * 3) });
