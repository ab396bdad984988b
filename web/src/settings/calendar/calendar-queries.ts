import type { NodeId } from '@storeward/contract/nodes';
import { changeCalendars } from '@storeward/contract/settings/endpoints/change-calendar';
import { endpointQuery } from '../../platform/api/api.ts';
import { periodOf } from './calendar-days.ts';

/** The planned changes at and below a node in the days of a calendar. */
export const calendarQuery = (id: NodeId, firstDay: string) =>
  endpointQuery(changeCalendars.get, { params: { id }, query: periodOf(firstDay) });
