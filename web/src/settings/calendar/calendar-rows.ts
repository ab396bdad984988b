import type { CalendarChange } from '@storeward/contract/settings/endpoints/change-calendar';
import type { NodeRef } from '@storeward/contract/nodes';
import { positionOf } from './calendar-days.ts';

/** A change with its position on the timeline, from 0 to 1. */
export type CalendarBar = {
  readonly change: CalendarChange;
  readonly start: number;
  readonly end: number;
  /** Which of the lines of its location it is on, so that bars do not cover one another. */
  readonly lane: number;
};

export type CalendarRow = { readonly node: NodeRef; readonly bars: readonly CalendarBar[]; readonly lanes: number };

/** The shortest bar, so that its text can be pressed. */
const shortestBar = 0.06;

/** The changes that are visible in the days of a calendar, by location. */
export function calendarRows(changes: readonly CalendarChange[], firstDay: string): CalendarRow[] {
  const visible = changes.flatMap((change) => {
    const start = Math.max(0, positionOf(change.begins, change.timeZone, firstDay));
    const end = change.ends === null ? 1 : Math.min(1, positionOf(change.ends, change.timeZone, firstDay));
    return start < 1 && end > 0 ? [{ change, start, end: Math.min(1, Math.max(end, start + shortestBar)) }] : [];
  });
  return [...Map.groupBy(visible, ({ change }) => change.place.id).values()].map((ofNode) => {
    const laneEnds: number[] = [];
    const bars = ofNode.map((bar) => {
      const free = laneEnds.findIndex((end) => end <= bar.start);
      const lane = free < 0 ? laneEnds.length : free;
      laneEnds[lane] = bar.end;
      return { ...bar, lane };
    });
    return { node: ofNode[0]!.change.place, bars, lanes: laneEnds.length };
  });
}
