import type { NodeId } from '@storeward/contract/nodes';
import { configurationSections } from '@storeward/contract/settings/engine/configuration-values';
import type { nodeConfigurations } from '@storeward/contract/settings/endpoints/node-configuration';
import type { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { fieldOf, modesOf } from '@storeward/contract/settings/engine/section';
import { sectionNames, sectionOf, type SectionName } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/http/pipeline/context.ts';
import { ensure } from '../platform/errors.ts';
import type { Encryption } from '../platform/security/encryption.ts';
import { changeSection, lockNode, startOf } from './changes/change.ts';
import { conflictEndpoints } from './changes/conflicts.ts';
import { impactEndpoints } from './changes/impact.ts';
import { eraseSecret } from './changes/change-queries.ts';
import * as drafts from './changes/draft-queries.ts';
import { exportEndpoints } from './files/export.ts';
import { historyEndpoints } from './changes/history.ts';
import { inheritanceOf } from './inheritance/field-inheritance.ts';
import { mayViewOtherTimes, mayView } from './policy.ts';
import * as queries from './queries.ts';
import { nodeValueEndpoints } from './radar/node-values.ts';
import { radarEndpoints } from './radar/radar.ts';
import { type SessionDefaults, resolveConfiguration } from './resolve.ts';
import { changeSections } from './changes/area-change.ts';
import { sectionState, sectionStates } from './section-state.ts';

/** Effective configurations of nodes. */
export function configurationsService(defaults: SessionDefaults): Service<typeof nodeConfigurations> {
  return {
    async get({ db, actor }, { params, query: { at } }) {
      const pathSettings = await queries.findPathSettings(db, actor.scope, params.id, configurationSections, at);
      ensure(pathSettings, 'node.unknown');
      // past and planned values need a permission of settings
      ensure(at === undefined || mayViewOtherTimes(actor), 'setting.notToldThen');
      const { settings, id, resolvedAt, ...node } = pathSettings;
      return {
        ...resolveConfiguration(settings, defaults),
        nodeDetail: { ...node, id: id as NodeId },
        ...(resolvedAt && { at: resolvedAt }),
      };
    },
  };
}

/** Settings of nodes, section by section. `keys` encrypts the organisations' keys. */
export function settingsService(keys: Encryption): Service<typeof nodeSettings> {
  return {
    ...historyEndpoints(keys),
    ...radarEndpoints,
    ...exportEndpoints,
    ...nodeValueEndpoints,
    ...conflictEndpoints,
    ...impactEndpoints,

    async get(context, { params: { id, section }, query: { at } }) {
      const node = await queries.findSettingNode(context.db, context.actor.scope, id);
      ensure(node, 'node.unknown');
      ensure(mayView(context.actor, sectionOf(section)), 'setting.notShown');
      const timestamp = at && (await queries.toInstant(context.db, at, node.timeZone));
      return sectionState(context, node, section, timestamp);
    },

    async readArea(context, { params: { id }, query: { area, at } }) {
      const node = await queries.findSettingNode(context.db, context.actor.scope, id);
      ensure(node, 'node.unknown');
      ensure(mayView(context.actor, { area }), 'setting.notShown');
      const timestamp = at && (await queries.toInstant(context.db, at, node.timeZone));
      const names = sectionNames.filter((name) => sectionOf(name).area === area);
      return sectionStates(context, node, names, timestamp);
    },

    updateArea: (context, { params: { id }, body }) => changeSections(context, id, body, keys),

    async update(context, { params: { id, section }, body: { fields, reason, startsAt }, version }) {
      const { db, actor } = context;
      const locked = await lockNode(context, id, section, version);
      if (Object.keys(fields).length === 0) return sectionState(context, locked.node, section, undefined);
      const begins = await startOf(db, locked.node, startsAt);
      await drafts.deleteDraft(db, actor.scope, id, section, actor.userId);
      return changeSection(context, locked, section, fields, { reason: reason || null, begins }, keys);
    },

    async saveDraft(context, { params: { id, section }, body: { fields } }) {
      const { db, actor } = context;
      const { node } = await lockNode(context, id, section, undefined);
      for (const [name, desired] of Object.entries(fields)) {
        const field = fieldOf(sectionOf(section), name);
        ensure(field && !isSecret(field), 'setting.unknownField');
        ensure(!desired || modesOf(field).includes(desired.mode), 'setting.noSuchMode');
        ensure(!desired || inheritanceOf(field).isDraft(field, desired.value), 'input.invalid');
      }
      await drafts.saveDraft(db, actor.scope, node, section, fields, actor.userId);
      return sectionState(context, node, section, undefined);
    },

    async dropDraft(context, { params: { id, section } }) {
      const { db, actor } = context;
      const { node } = await lockNode(context, id, section, undefined);
      await drafts.deleteDraft(db, actor.scope, id, section, actor.userId);
      return sectionState(context, node, section, undefined);
    },

    async deleteSecret(context, { body: { authenticationDetailsKey, nodeId } }) {
      const [section, field] = authenticationDetailsKey.split('.') as [SectionName, string | undefined];
      const definition =
        field !== undefined && sectionNames.includes(section) ? fieldOf(sectionOf(section), field) : undefined;
      ensure(field !== undefined && definition && isSecret(definition), 'setting.unknownField');
      const locked = await lockNode(context, nodeId, section, undefined);
      await changeSection(context, locked, section, { [field]: null }, { reason: null, begins: undefined }, keys);
      // a planned change or a rollback must not restore it
      await eraseSecret(context.db, context.actor.scope, nodeId, section, field);
      return true;
    },
  };
}
