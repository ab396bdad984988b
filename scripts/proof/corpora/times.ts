import { timeOfDayIn } from '@storeward/contract/reference/time-of-day';
import type { SectionChange } from '@storeward/contract/settings/engine/section-state';
import { localTimes, noLocalTimes, typedTimes } from '../../../contract/test/times.ts';
import { resultOf } from '../process-state.ts';
import type { Outcome, Target } from './corpus.ts';
import { importRows, nodeCodeOf } from './imports.ts';

/** The error for a time that is none, and for one with an offset that the clock does not have. */
const refused = 'input.invalid, startsAt field.invalid';
const otherOffset = 'setting.startOffset, startsAt setting.startOffset';

/** Times at which changes of settings are to start: the instant that is planned, or the error that refuses the time. */
export async function* times(target: Target): AsyncGenerator<Outcome> {
  const stores = await storesByZone(target, [...new Set(localTimes.map(([timeZone]) => timeZone))]);
  const plan = (timeZone: string, startsAt: string) => plannedStart(target, stores.get(timeZone)!, startsAt);
  for (const [timeZone, localTime, instant, clock] of localTimes)
    yield {
      title: `${localTime} in ${timeZone} (${clock})`,
      measured: await plan(timeZone, localTime),
      expected: `${instant}:00.000Z`,
    };
  for (const text of noLocalTimes)
    yield { title: JSON.stringify(text), measured: await plan('UTC', text), expected: refused };
  for (const [text, time] of typedTimes) {
    const title = `the time of day ${JSON.stringify(text)}`;
    const error = /[+-]\d\d:\d\d$/.test(text) ? otherOffset : refused;
    const expected = time === undefined ? error : `2035-06-01T${time}:00.000Z`;
    // as the portal reads it, which sends a text that is no time as it is
    yield { title, measured: await plan('UTC', `2035-06-01T${timeOfDayIn(text) ?? text}`), expected };
    const isExact = text === time;
    yield {
      title: `${title} as it is`,
      measured: await plan('UTC', `2035-06-01T${text}`),
      expected: isExact ? expected : error,
    };
  }
}

/** Imports a store for each time zone; returns their ids. */
async function storesByZone({ client, token }: Target, timeZones: readonly string[]): Promise<Map<string, string>> {
  const group = await nodeCodeOf({ client, token }, 'STORE_GROUP');
  const codeOf = (index: number) => `corpus-${index}`;
  const rows = await importRows(
    { client, token },
    '/node-management/imports',
    timeZones.map((timeZone, index) => ({
      type: 'STORE',
      code: codeOf(index),
      name: `Corpus ${index}`,
      parentCode: group,
      street: '1 Briggate',
      city: 'Leeds',
      postCode: 'LS1 6HD',
      country: 'GB',
      timeZone,
    })),
  );
  const created = rows.filter(({ outcome }) => outcome === 'created').length;
  if (created !== timeZones.length) throw new Error(`${created} of ${timeZones.length} stores are to be imported.`);
  const found = timeZones.map(async (timeZone, index): Promise<[string, string]> => {
    const nodes = await resultOf<{ nodeId: string; code: string }[]>(client, {
      path: `/node-management/node/search?search=${codeOf(index)}`,
      headers: token,
    });
    return [timeZone, nodes.find(({ code }) => code === codeOf(index))!.nodeId];
  });
  return new Map(await Promise.all(found));
}

type ErrorBody = { readonly messageCode?: string; readonly errors?: readonly { path: string; messageCode: string }[] };

let changes = 0;

/** Plans a change; returns its start as the history has it, or the error code. */
async function plannedStart({ client, token }: Target, node: string, startsAt: string): Promise<string | undefined> {
  const path = `/node-management/node/${node}/settings/ebasketDisplay`;
  changes += 1;
  const reason = `change ${changes}`;
  const fields = { displayName: { value: reason } };
  const body = { fields, startsAt, reason };
  const { status, text } = await client.send({ path, method: 'PUT', headers: token, body });
  if (status !== 200) {
    const { messageCode = '', errors = [] } = JSON.parse(text) as ErrorBody;
    return [messageCode, ...errors.map((error) => `${error.path} ${error.messageCode}`)].join(', ');
  }
  const history = await resultOf<SectionChange[]>(client, { path: `${path}/history?size=50`, headers: token });
  const planned = history.find((change) => change.reason === reason);
  return planned && new Date(planned.from).toISOString();
}
