import type { Assignment } from '@storeward/contract/users/assignments';
import type { AssignmentDetails } from './assignment-queries.ts';

/** An assignment as the API returns it. */
export const toAssignment = ({ id, role, place, until, over, first, createdDate }: AssignmentDetails): Assignment => ({
  id,
  role,
  place,
  until,
  over,
  first,
  createdDate,
});
