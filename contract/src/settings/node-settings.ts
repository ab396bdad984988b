import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { requiredText } from '../fields.ts';
import { NodeId, TypesWanted } from '../nodes.ts';
import { pageQuery } from '../paging.ts';
import { AtMoment } from './moments.ts';
import {
  SectionState,
  SectionInput,
  OverrideState,
  Radar,
  Override,
  Clashes,
  PlaceValues,
  SectionChange,
  RollbackInput,
  Wanted,
} from './section-state.ts';
import { SectionName } from './sections.ts';

const bySection = z.object({ id: NodeId, section: SectionName });
const At = z.optional(AtMoment);
/** Whoever may look at a place or change what is set there, at one place or at many. */
const readers = {
  any: [
    'VIEW_NODE',
    'BULK_OVERRIDE',
    'EDIT_NODE_CONFIGURATION',
    'EDIT_NODE_THEME',
    'EDIT_NODE_MODULE',
    'VIEW_ORGANISATION',
    'UPDATE_ORGANISATION_CONFIG',
    'UPDATE_ORGANISATION_THEME',
    'UPDATE_ORGANISATION_MODULE',
  ],
} as const;
/** Which of them, the service says by section and place; a module's settings are made with `CREATE_SETTING` and edited with `EDIT_SETTING` besides. */
const writers = {
  any: [
    'EDIT_NODE_CONFIGURATION',
    'EDIT_NODE_THEME',
    'EDIT_NODE_MODULE',
    'UPDATE_ORGANISATION_CONFIG',
    'UPDATE_ORGANISATION_THEME',
    'UPDATE_ORGANISATION_MODULE',
  ],
} as const;
const path = '/node-management/node/{id}/settings/{section}';
const refused = ['node.unknown', 'setting.notYours'] as const;
/** The settings of modules are listed with `LIST_SETTING` alone, and looked at with `VIEW_SETTING`. */
const hidden = ['node.unknown', 'setting.notShown'] as const;
const forbidden = ['setting.unknownField', 'setting.locked', 'setting.looser', 'setting.noSuchMode'] as const;

/** What is set at places, section by section. */
export const nodeSettings = endpoints({
  get: {
    method: 'GET',
    path,
    about:
      'One section at one place: what counts there, where it comes from, and what stands above it; now, or at `at`.',
    allow: readers,
    params: bySection,
    query: z.object({ at: At }),
    result: SectionState,
    errors: hidden,
  },
  update: {
    method: 'PUT',
    path,
    about: 'Sets some fields of a section at a place, or has them inherit again; at once, or from a moment on.',
    allow: writers,
    params: bySection,
    body: SectionInput,
    versioned: true,
    takesSecret: true,
    result: SectionState,
    errors: [...refused, ...forbidden, 'setting.startPast', 'theme.unreadable', 'record.stale'],
  },
  clashes: {
    method: 'POST',
    path: `${path}/clashes`,
    about:
      'Which places below would have values that do not go together any more, such as words that nobody could read, if this were set; nothing is changed.',
    allow: writers,
    params: bySection,
    body: z.object({ fields: z.record(z.string(), Wanted) }),
    keepsNoAnswer: true,
    whileSeeing: 'open',
    result: Clashes,
    errors: [...refused, 'setting.unknownField'],
  },
  saveDraft: {
    method: 'PUT',
    path: `${path}/draft`,
    about: 'Keeps what the caller is working on; it counts nowhere before it is set, and nobody else sees it.',
    allow: writers,
    params: bySection,
    body: z.object({ fields: z.record(z.string(), Wanted) }),
    result: SectionState,
    errors: [...refused, 'setting.unknownField', 'setting.noSuchMode'],
  },
  dropDraft: {
    method: 'DELETE',
    path: `${path}/draft`,
    about: 'Forgets what the caller was working on.',
    allow: writers,
    params: bySection,
    result: SectionState,
    errors: refused,
  },
  history: {
    method: 'GET',
    path: `${path}/history`,
    about: 'Every change of a section at a place, the newest first, with what stood there before.',
    allow: readers,
    params: bySection,
    query: pageQuery(['date']),
    result: SectionChange,
    page: true,
    errors: hidden,
  },
  rollback: {
    method: 'POST',
    path: `${path}/rollback`,
    about: 'Puts a section, or some of its fields, back to what stood there before a change, or at a moment.',
    allow: writers,
    params: bySection,
    body: RollbackInput,
    versioned: true,
    result: SectionState,
    errors: [...refused, ...forbidden, 'setting.unknownChange', 'theme.unreadable', 'record.stale'],
  },
  withdraw: {
    method: 'DELETE',
    path: `${path}/changes/{changeId}`,
    about: 'Takes back a change that has not begun yet.',
    allow: writers,
    params: z.extend(bySection, { changeId: z.uuid() }),
    result: SectionState,
    errors: [...refused, 'setting.unknownChange', 'setting.begun'],
  },
  overrides: {
    method: 'GET',
    path: `${path}/overrides`,
    about: 'The places below one that have set a field themselves, with what.',
    allow: readers,
    params: bySection,
    query: z.extend(pageQuery(['name']), { field: requiredText(64) }),
    result: Override,
    page: true,
    errors: [...hidden, 'setting.unknownField'],
  },
  places: {
    method: 'GET',
    path: `${path}/places`,
    about:
      'The stores at and below one place, or places of other `types`, by name, each with what counts there of a section and where that comes from.',
    allow: readers,
    params: bySection,
    query: z.extend(pageQuery(['name']), { types: z.optional(TypesWanted) }),
    result: PlaceValues,
    page: true,
    errors: [...hidden, 'input.badCursor'],
  },
  export: {
    method: 'GET',
    path: `${path}/export`,
    about:
      'What is set in a section at a place and below it, as a CSV file that can be imported again; no secrets. `every` lists the places that say nothing too.',
    allow: readers,
    params: bySection,
    query: z.object({ every: z.optional(z.stringbool({ truthy: ['true'], falsy: ['false'] })) }),
    result: z.object({ fileName: z.string(), rowCount: z.int(), content: z.string() }),
    errors: [...hidden, 'import.tooManyRows'],
  },
  radar: {
    method: 'GET',
    path: '/node-management/node/{id}/radar',
    about:
      'Below one place, for each field: how many have set it themselves, with what, and how many stores that concerns.',
    allow: readers,
    params: z.object({ id: NodeId }),
    query: z.object({ section: z.optional(SectionName) }),
    result: Radar,
    errors: ['node.unknown'],
  },
  override: {
    method: 'GET',
    path: '/node-management/node/override/{id}',
    about: 'Which sections are a place’s own, and where the others come from.',
    allow: readers,
    params: z.object({ id: NodeId }),
    result: z.array(OverrideState),
    errors: ['node.unknown'],
  },
  deleteSecret: {
    method: 'POST',
    path: '/node-management/deleteAwsSecrets',
    about:
      'Forgets a secret of a place; `authenticationDetailsKey` names it as section and field, such as integration.secret.',
    allow: { any: ['EDIT_NODE_CONFIGURATION', 'UPDATE_ORGANISATION_CONFIG'] },
    body: z.object({
      authenticationDetailsKey: requiredText(128),
      nodeId: NodeId,
      /** The organisation a global user means; everybody else has their own. */
      orgId: z.optional(z.uuid()),
    }),
    result: z.boolean(),
    errors: [...refused, 'setting.unknownField'],
  },
});
