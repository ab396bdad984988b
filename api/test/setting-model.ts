/** How far a value binds the places below. */
export type Mode = 'free' | 'locked' | 'tighten';

/** Somebody has said something about a field of a place, from a moment on: a value, or nothing any more. */
export type Statement = {
  readonly place: string;
  readonly field: string;
  /** In milliseconds since 1970. */
  readonly from: number;
  /** Of two that begin at the same moment the later one counts. */
  readonly order: number;
  readonly value: string | null;
  readonly mode: Mode;
  readonly change: string;
};

/** What the tests know of a tree and of all that was ever said in it. */
export type Knowledge = { readonly parents: Map<string, string | undefined>; statements: Statement[] };

/** What a place itself says about a field at a moment; nothing where it says nothing. */
export function saidAt({ statements }: Knowledge, place: string, field: string, at: number): Statement | undefined {
  let last: Statement | undefined;
  for (const one of statements) {
    if (one.place !== place || one.field !== field || one.from > at) continue;
    if (!last || one.from > last.from || (one.from === last.from && one.order > last.order)) last = one;
  }
  return last?.value === null ? undefined : last;
}

/** The places from the top down to one, itself included. */
export function wayTo({ parents }: Knowledge, place: string): string[] {
  const above = parents.get(place);
  return above === undefined ? [place] : [...wayTo({ parents, statements: [] }, above), place];
}

/** Whether more is allowed by one length of time than by another. Only these can be stricter or looser. */
const allowsMore = (field: string, one: string, other: string) => field === 'autoLogoutDuration' && one > other;

/** Walks down to a place: what counts there, who said it, and why somebody may not say a value there. */
export function standing(known: Knowledge, place: string, field: string, at: number) {
  let counting: Statement | undefined;
  let locked = false;
  const bounds: string[] = [];
  const forbidden = (value: string) => locked || bounds.some((bound) => allowsMore(field, value, bound));
  for (const stop of wayTo(known, place)) {
    const said = saidAt(known, stop, field, at);
    if (stop === place)
      return {
        counting: said && !forbidden(said.value!) ? said : counting,
        own: said,
        ownCounts: said !== undefined && !forbidden(said.value!),
        fault: (value: string) => (locked ? 'setting.locked' : forbidden(value) ? 'setting.looser' : undefined),
      };
    if (!said) continue;
    if (!forbidden(said.value!)) counting = said;
    if (said.mode === 'locked') locked = true;
    if (said.mode === 'tighten') bounds.push(said.value!);
  }
  throw new Error(`${place} stands nowhere`);
}
