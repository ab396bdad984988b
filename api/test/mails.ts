import { sealing } from '../src/platform/sealing.ts';
import type { Person } from './builders.ts';
import { type House, secretKey } from './server.ts';

/** A mail as it stands in the queue, with what it tells. */
export type Queued = {
  readonly kind: string;
  readonly to: string;
  readonly facts: Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- each test says what it expects of it
};

/** The mails queued for somebody so far, the oldest first. */
export async function mailsTo(house: House, { id }: Pick<Person, 'id'>): Promise<Queued[]> {
  const rows = await house.rows(
    'select kind, to_address, sealed from mails where user_id = $1 order by created_date, id',
    [id],
  );
  const { open } = sealing('mails', secretKey);
  return rows.map(({ kind, to_address: to, sealed }) => ({
    kind,
    to,
    facts: sealed ? (JSON.parse(open(sealed)!) as Record<string, unknown>) : {},
  }));
}

/** The reset tokens mailed to somebody so far, the oldest first. */
export async function tokensTo(house: House, person: Pick<Person, 'id'>): Promise<string[]> {
  const mails = await mailsTo(house, person);
  return mails.filter(({ kind }) => kind === 'resetLink').map(({ facts }) => facts['token'] as string);
}

/** How many mails there are at all. */
export async function countOfMails(house: House): Promise<number> {
  const [row] = await house.rows<{ count: string }>('select count(*) from mails');
  return Number(row!.count);
}
