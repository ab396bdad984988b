import type { NodeId } from '@storeward/contract/nodes';
import type { nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import type { nodeSettings } from '@storeward/contract/settings/node-settings';
import { fieldOf, modesOf } from '@storeward/contract/settings/section';
import { sectionNames, sectionOf, type SectionName } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import type { Sealing } from '../platform/sealing.ts';
import { changeSection, heldPlace } from './change.ts';
import { clashesOf } from './clashes.ts';
import { forgetSecret } from './change-queries.ts';
import { exportOf } from './export.ts';
import { historyOf } from './history.ts';
import { mayLookBack, mayView } from './policy.ts';
import * as queries from './queries.ts';
import { placesOf } from './places.ts';
import { radarOf } from './radar.ts';
import { configurationSections, type Decided, resolve } from './resolve.ts';
import { sectionState } from './state.ts';

/** What places work with. */
export function configurationsService(decided: Decided): Service<typeof nodeConfigurations> {
  return {
    async get({ db, actor }, { params, query: { at } }) {
      const found = await queries.findSettingsAlong(db, actor.scope, params.id, configurationSections, at);
      demand(found, 'node.unknown');
      // what is planned is nobody's business but theirs who look after settings
      demand(at === undefined || mayLookBack(actor), 'setting.notToldThen');
      const { settings, id, toldAt, ...place } = found;
      return {
        ...resolve(settings, decided),
        nodeDetail: { ...place, id: id as NodeId },
        ...(toldAt && { at: toldAt }),
      };
    },
  };
}

/** What is set at places, section by section; secrets are sealed with the keys handed in. */
export function settingsService(keys: Sealing): Service<typeof nodeSettings> {
  return {
    ...historyOf(keys),
    ...radarOf,
    ...exportOf,
    ...placesOf,
    ...clashesOf,

    async get(context, { params: { id, section }, query: { at } }) {
      const place = await queries.findSettingPlace(context.db, context.actor.scope, id);
      demand(place, 'node.unknown');
      demand(mayView(context.actor, sectionOf(section)), 'setting.notShown');
      const moment = at && (await queries.momentAt(context.db, at, place.timeZone));
      return sectionState(context, place, section, moment);
    },

    async update(context, { params: { id, section }, body: { fields, reason, startsAt }, version }) {
      const { db, actor } = context;
      const held = await heldPlace(context, id, section, version);
      const begins = startsAt ? await queries.momentAt(db, startsAt, held.place.timeZone) : undefined;
      demand(begins === undefined || Date.parse(begins) > Date.parse(held.place.now), 'setting.startPast');
      await queries.dropDraft(db, actor.scope, id, section, actor.userId);
      return changeSection(context, held, section, fields, { reason: reason || null, begins }, keys);
    },

    async saveDraft(context, { params: { id, section }, body: { fields } }) {
      const { db, actor } = context;
      const { place } = await heldPlace(context, id, section, undefined);
      for (const [name, wanted] of Object.entries(fields)) {
        const field = fieldOf(sectionOf(section), name);
        demand(field && field.kind !== 'secret', 'setting.unknownField');
        demand(!wanted || modesOf(field).includes(wanted.mode), 'setting.noSuchMode');
        demand(!wanted || field.shape.safeParse(wanted.value).success, 'input.invalid');
      }
      await queries.keepDraft(db, actor.scope, place, section, fields, actor.userId);
      return sectionState(context, place, section, undefined);
    },

    async dropDraft(context, { params: { id, section } }) {
      const { db, actor } = context;
      const { place } = await heldPlace(context, id, section, undefined);
      await queries.dropDraft(db, actor.scope, id, section, actor.userId);
      return sectionState(context, place, section, undefined);
    },

    async deleteSecret(context, { body: { authenticationDetailsKey, nodeId } }) {
      const [section, field] = authenticationDetailsKey.split('.') as [SectionName, string | undefined];
      const declared =
        field !== undefined && sectionNames.includes(section) ? fieldOf(sectionOf(section), field) : undefined;
      demand(field !== undefined && declared?.kind === 'secret', 'setting.unknownField');
      const held = await heldPlace(context, nodeId, section, undefined);
      await changeSection(context, held, section, { [field]: null }, { reason: null, begins: undefined }, keys);
      // nor does it come back by a plan, or by putting back what was there before
      await forgetSecret(context.db, context.actor.scope, nodeId, section, field);
      return true;
    },
  };
}
