import { seeingHeader } from '@storeward/contract/sessions';
import type { Answer } from './answer.ts';
import type { Caller, Person } from './builders.ts';
import type { House } from './server.ts';

/** Where somebody asks as whom they see, and stops. */
export const ownSeeing = '/user-management/sessions/current/seeing';

/** Asks to see the portal as somebody. */
export const beginSeeing = async (caller: Caller, { id }: Person, reason = 'finds no price list'): Promise<Answer> =>
  caller.post(`/user-management/users/${id}/seeing`, { reason });

/** Lets somebody see as another, and says what every request has to say then. */
export async function seeingAs(caller: Caller, person: Person): Promise<Record<string, string>> {
  const { status, body, text } = await beginSeeing(caller, person);
  if (status !== 200) throw new Error(text);
  return { [seeingHeader]: body.result.id as string };
}

/** What the audit tells of somebody who was seen as, in its order. */
export const seeingMarks = async (house: House, { id }: Person) =>
  house.rows(
    `select action, actor_id, org_id, tpath, session_id, before, after, reason from audit
      where entity_id = $1 and action like 'seeing.%' order by at, id`,
    [id],
  );

/** An answer in two words: its status, and the name of its refusal. */
export const told = ({ status, body }: Answer): [number, string | undefined] => [status, body.messageCode];
