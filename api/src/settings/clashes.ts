import { fieldOf } from '@storeward/contract/settings/section';
import type { NodeId } from '@storeward/contract/nodes';
import type { nodeSettings } from '@storeward/contract/settings/node-settings';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { listSaidBelow, type SaidBelow } from './bulk-queries.ts';
import type { Above } from './bulk-rules.ts';
import { mayEdit } from './policy.ts';
import * as queries from './queries.ts';
import { inForce } from './resolve.ts';

/** How many places are told one by one. */
const placesTold = 5;

/** Who below a place would be left with values that do not go together, if it said something else. */
export const clashesOf: Pick<Service<typeof nodeSettings>, 'clashes'> = {
  async clashes({ db, actor }, { params: { id, section }, body: { fields } }) {
    const place = await queries.findSettingPlace(db, actor.scope, id);
    demand(place, 'node.unknown');
    demand(mayEdit(actor, sectionOf(section), place), 'setting.notYours');
    for (const field of Object.keys(fields)) demand(fieldOf(sectionOf(section), field), 'setting.unknownField');
    if (!sectionOf(section).check) return { count: 0, places: [] };
    const [told, below] = await Promise.all([
      queries.listTold(db, actor.scope, [id], [section], place.now),
      listSaidBelow(db, actor.scope, place, section),
    ]);
    const wanted = Object.entries(fields).flatMap(([field, wish]) => (wish ? [{ section, field, ...wish }] : []));
    const after = [...told.filter(({ nodeId, field }) => !(nodeId === id && field in fields)), ...wanted];
    const found = clashing(section, place, { before: told, after }, below);
    return {
      count: found.length,
      places: found.slice(0, placesTold).map(({ nodeId, name, nodeType, fields: named }) => ({
        place: { id: nodeId as NodeId, name, nodeType },
        fields: named,
      })),
    };
  },
};

/** The places whose values go together now, and would not any more. */
function clashing(
  section: SectionName,
  top: { tpath: string },
  { before, after }: { before: readonly Above[]; after: readonly Above[] },
  below: readonly SaidBelow[],
) {
  const saidAt = Map.groupBy(below, ({ tpath }) => tpath);
  // many say the same, and what is measured once need not be measured again
  const known = new Map<string, string[]>();
  const faultsOf = (stated: readonly Above[]) => {
    const values = inForce(stated.map(({ field, value, mode }) => [section, field, value, mode]))(section);
    const key = JSON.stringify(values);
    const faults = known.get(key) ?? [...new Set((sectionOf(section).check?.(values) ?? []).map(({ field }) => field))];
    known.set(key, faults);
    return faults;
  };
  return [...saidAt].flatMap(([tpath, [one]]) => {
    const way = [...tpath.matchAll(/\./g)]
      .map(({ index }) => tpath.slice(0, index + 1))
      .filter((path) => path.length > top.tpath.length)
      .flatMap((path) => saidAt.get(path) ?? [])
      .map((said) => ({ ...said, section }));
    const fields = faultsOf([...after, ...way]);
    return one && fields.length > 0 && faultsOf([...before, ...way]).length === 0 ? [{ ...one, fields }] : [];
  });
}
