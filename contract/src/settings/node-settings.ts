import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { requiredText } from '../fields.ts';
import { NodeId, NodeTypesParam } from '../nodes.ts';
import { listActions } from './list-state.ts';
import { pageQuery } from '../paging.ts';
import { settingAreas } from './section.ts';
import { AtTimestamp } from './timestamps.ts';
import {
  AreaFields,
  AreaInput,
  SectionState,
  SectionInput,
  OverrideState,
  Radar,
  Override,
  SectionConflicts,
  SectionImpact,
  NodeValues,
  SectionChange,
  RollbackInput,
  FieldInput,
} from './section-state.ts';
import { sectionErrors, SectionName } from './sections.ts';

const sectionParams = z.object({ id: NodeId, section: SectionName });
const OptionalTimestamp = z.optional(AtTimestamp);
/** Any of these permissions allows reading settings. */
const readPermissions = {
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
/**
 * The service checks which of these the section and node require. Module settings also need `CREATE_SETTING` or
 * `EDIT_SETTING`.
 */
const writePermissions = {
  any: [
    'EDIT_NODE_CONFIGURATION',
    'EDIT_NODE_THEME',
    'EDIT_NODE_MODULE',
    'UPDATE_ORGANISATION_CONFIG',
    'UPDATE_ORGANISATION_THEME',
    'UPDATE_ORGANISATION_MODULE',
  ],
} as const;
const areaPath = '/node-management/node/{id}/settings';
const path = `${areaPath}/{section}` as const;
const writeErrors = ['node.unknown', 'setting.notYours'] as const;
/** `setting.notShown`: module settings need `LIST_SETTING` to be listed and `VIEW_SETTING` to be read. */
const readErrors = ['node.unknown', 'setting.notShown'] as const;
const valueErrors = [
  'setting.unknownField',
  'setting.locked',
  'setting.looser',
  'setting.noSuchMode',
  'setting.unknownRow',
  'setting.rowLocked',
  'setting.onlyHide',
] as const;

/** Settings of nodes, section by section. */
export const nodeSettings = endpoints({
  get: {
    method: 'GET',
    path,
    summary:
      'One section at one place: what counts there, where it comes from, and what stands above it; now, or at `at`.',
    allow: readPermissions,
    params: sectionParams,
    query: z.object({ at: OptionalTimestamp }),
    result: SectionState,
    errors: readErrors,
  },
  update: {
    method: 'PUT',
    path,
    summary: 'Sets some fields of a section at a place, or has them inherit again; at once, or from a moment on.',
    allow: writePermissions,
    params: sectionParams,
    body: SectionInput,
    versioned: true,
    takesSecret: true,
    result: SectionState,
    errors: [...writeErrors, ...valueErrors, ...sectionErrors, 'setting.startPast', 'record.stale'],
  },
  readArea: {
    method: 'GET',
    path: areaPath,
    summary: 'All sections of one area at one place, each as when it is read on its own; now, or at `at`.',
    allow: readPermissions,
    params: z.object({ id: NodeId }),
    query: z.object({ area: z.enum(settingAreas, 'field.invalid'), at: OptionalTimestamp }),
    result: z.array(SectionState),
    errors: readErrors,
  },
  updateArea: {
    method: 'PUT',
    path: areaPath,
    summary:
      'Sets fields of several sections at a place together, each from the version it states; all are changed, or none.',
    allow: writePermissions,
    params: z.object({ id: NodeId }),
    body: AreaInput,
    versionedRecords: 'sections',
    takesSecret: true,
    result: z.array(SectionState),
    errors: [...writeErrors, ...valueErrors, ...sectionErrors, 'setting.startPast', 'record.stale'],
  },
  areaImpact: {
    method: 'POST',
    path: `${areaPath}/impact`,
    summary:
      'How many stores below there are, and how many of them would keep values from further down, if these sections were set together; nothing is changed.',
    allow: writePermissions,
    params: z.object({ id: NodeId }),
    body: z.object({ sections: AreaFields }),
    skipsIdempotency: true,
    duringImpersonation: 'allow',
    result: SectionImpact,
    errors: [...writeErrors, 'setting.unknownField'],
  },
  clashes: {
    method: 'POST',
    path: `${path}/clashes`,
    summary:
      'Which places below would have values that do not go together any more, such as words that nobody could read, if this were set; nothing is changed.',
    allow: writePermissions,
    params: sectionParams,
    body: z.object({ fields: z.record(z.string(), FieldInput) }),
    skipsIdempotency: true,
    duringImpersonation: 'allow',
    result: SectionConflicts,
    errors: [...writeErrors, 'setting.unknownField'],
  },
  impact: {
    method: 'POST',
    path: `${path}/impact`,
    summary:
      'How many stores below there are, and how many of them would keep values from further down, if this were set; nothing is changed.',
    allow: writePermissions,
    params: sectionParams,
    body: z.object({ fields: z.record(z.string(), FieldInput) }),
    skipsIdempotency: true,
    duringImpersonation: 'allow',
    result: SectionImpact,
    errors: [...writeErrors, 'setting.unknownField'],
  },
  saveDraft: {
    method: 'PUT',
    path: `${path}/draft`,
    summary: 'Keeps what the caller is working on; it counts nowhere before it is set, and nobody else sees it.',
    allow: writePermissions,
    params: sectionParams,
    body: z.object({ fields: z.record(z.string(), FieldInput) }),
    result: SectionState,
    errors: [...writeErrors, 'setting.unknownField', 'setting.noSuchMode'],
  },
  dropDraft: {
    method: 'DELETE',
    path: `${path}/draft`,
    summary: 'Forgets what the caller was working on.',
    allow: writePermissions,
    params: sectionParams,
    result: SectionState,
    errors: writeErrors,
  },
  history: {
    method: 'GET',
    path: `${path}/history`,
    summary: 'Every change of a section at a place, the newest first, with what stood there before.',
    allow: readPermissions,
    params: sectionParams,
    query: pageQuery(['date']),
    result: SectionChange,
    page: true,
    errors: readErrors,
  },
  rollback: {
    method: 'POST',
    path: `${path}/rollback`,
    summary: 'Puts a section, or some of its fields, back to what stood there before a change, or at a moment.',
    allow: writePermissions,
    params: sectionParams,
    body: RollbackInput,
    versioned: true,
    result: SectionState,
    errors: [...writeErrors, ...valueErrors, ...sectionErrors, 'setting.unknownChange', 'record.stale'],
  },
  withdraw: {
    method: 'DELETE',
    path: `${path}/changes/{changeId}`,
    summary: 'Takes back a change that has not begun yet.',
    allow: writePermissions,
    params: z.extend(sectionParams, { changeId: z.uuid() }),
    result: SectionState,
    errors: [...writeErrors, 'setting.unknownChange', 'setting.begun'],
  },
  overrides: {
    method: 'GET',
    path: `${path}/overrides`,
    summary: 'The places below one that have set a field themselves, with what; those with one value alone if wanted.',
    allow: readPermissions,
    params: sectionParams,
    query: z.extend(pageQuery(['name']), {
      field: requiredText(64),
      /** As JSON; not for secrets. */
      value: z.optional(requiredText(8192)),
      /** Of a row-wise list: only nodes that do this to it. */
      rows: z.optional(z.enum(listActions, 'field.invalid')),
    }),
    result: Override,
    page: true,
    errors: [...readErrors, 'setting.unknownField'],
  },
  places: {
    method: 'GET',
    path: `${path}/places`,
    summary:
      'The stores at and below one place, or places of other `types`, by name, each with what counts there of a section and where that comes from.',
    allow: readPermissions,
    params: sectionParams,
    query: z.extend(pageQuery(['name']), { types: z.optional(NodeTypesParam) }),
    result: NodeValues,
    page: true,
    errors: [...readErrors, 'input.badCursor'],
  },
  export: {
    method: 'GET',
    path: `${path}/export`,
    summary:
      'What is set in a section at a place and below it, as a CSV file that can be imported again; no secrets. `every` lists the places that say nothing too.',
    allow: readPermissions,
    params: sectionParams,
    query: z.object({
      every: z.optional(z.stringbool({ truthy: ['true'], falsy: ['false'] })),
      /** A row-wise list, whose operations are exported instead of the fields. */
      list: z.optional(requiredText(64)),
    }),
    result: z.object({ fileName: z.string(), rowCount: z.int(), content: z.string() }),
    exports: 'setting',
    errors: [...readErrors, 'setting.unknownField', 'import.tooManyRows'],
  },
  radar: {
    method: 'GET',
    path: '/node-management/node/{id}/radar',
    summary:
      'Below one place, for each field: how many have set it themselves, with what, and how many stores that concerns.',
    allow: readPermissions,
    params: z.object({ id: NodeId }),
    query: z.object({ section: z.optional(SectionName) }),
    result: Radar,
    errors: ['node.unknown'],
  },
  override: {
    method: 'GET',
    path: '/node-management/node/override/{id}',
    summary: 'Which sections are a place’s own, and where the others come from.',
    allow: readPermissions,
    params: z.object({ id: NodeId }),
    result: z.array(OverrideState),
    errors: ['node.unknown'],
  },
  deleteSecret: {
    method: 'POST',
    path: '/node-management/deleteAwsSecrets',
    summary:
      'Forgets a secret of a place; `authenticationDetailsKey` names it as section and field, such as integration.secret.',
    allow: { any: ['EDIT_NODE_CONFIGURATION', 'UPDATE_ORGANISATION_CONFIG'] },
    body: z.object({
      authenticationDetailsKey: requiredText(128),
      nodeId: NodeId,
      /** The organisation, for global users; all others act in their own. */
      orgId: z.optional(z.uuid()),
    }),
    result: z.boolean(),
    errors: [...writeErrors, ...sectionErrors, 'setting.unknownField'],
  },
});
