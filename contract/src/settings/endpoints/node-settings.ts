import * as z from 'zod/mini';
import { csvType } from '../../csv.ts';
import { endpoints } from '../../endpoint.ts';
import { requiredText } from '../../fields.ts';
import { NodeId, NodeTypesParam } from '../../nodes.ts';
import { listActions, RowId } from '../lists/list-state.ts';
import { pageQuery } from '../../paging.ts';
import { settingAreas } from '../engine/section.ts';
import { AtTimestamp } from '../engine/timestamps.ts';
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
  StoreImpact,
  NodeValues,
  SectionChange,
  RollbackInput,
  FieldInput,
} from '../engine/section-state.ts';
import { changeErrors, valueErrors, writeErrors } from '../engine/setting-errors.ts';
import { sectionErrors, SectionName } from '../sections.ts';

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
/** `setting.notShown`: module settings need `LIST_SETTING` to be listed and `VIEW_SETTING` to be read. */
const readErrors = ['node.unknown', 'setting.notShown'] as const;

/** The largest number of values below a node that its radar counts, and that a change is compared with. */
export const maxValuesBelow = 150_000;
const changeBound = { most: maxValuesBelow, of: 'values of its fields below', error: 'setting.tooManyValues' } as const;

const quiet = { skipsIdempotency: true, duringImpersonation: 'allow' } as const;
/** What a change would do to the nodes below. */
const preview = { ...quiet, method: 'POST', allow: writePermissions, lane: 'report' } as const;

/** Settings of nodes, section by section. */
export const nodeSettings = endpoints({
  get: {
    method: 'GET',
    path,
    summary:
      'One section of settings at a node: its effective values, their source and the values above; now, or as of `at`.',
    allow: readPermissions,
    params: sectionParams,
    query: z.object({ at: OptionalTimestamp }),
    result: SectionState,
    errors: readErrors,
  },
  update: {
    method: 'PUT',
    path,
    summary: 'Sets fields of a section at a node, or clears them so that they inherit; at once, or from a later time.',
    allow: writePermissions,
    params: sectionParams,
    body: SectionInput,
    versioned: true,
    takesSecret: true,
    result: SectionState,
    errors: changeErrors,
  },
  readArea: {
    method: 'GET',
    path: areaPath,
    summary: 'All sections of one area at a node, each as in the response for one section; now, or as of `at`.',
    allow: readPermissions,
    params: z.object({ id: NodeId }),
    query: z.object({ area: z.enum(settingAreas, 'field.invalid'), at: OptionalTimestamp }),
    result: z.array(SectionState),
    errors: readErrors,
  },
  updateArea: {
    method: 'PUT',
    path: areaPath,
    summary: 'Sets fields of several sections at a node in one transaction, each based on the version that it states.',
    allow: writePermissions,
    params: z.object({ id: NodeId }),
    body: AreaInput,
    versionedRecords: 'sections',
    takesSecret: true,
    result: z.array(SectionState),
    errors: changeErrors,
  },
  areaImpact: {
    ...preview,
    path: `${areaPath}/impact`,
    summary: 'How many stores are below, and how many would keep own values, if these were set; nothing changes.',
    params: z.object({ id: NodeId }),
    body: z.object({ sections: AreaFields }),
    result: SectionImpact,
    bound: changeBound,
    errors: [...writeErrors, 'setting.unknownField', 'setting.tooManyValues'],
  },
  clashes: {
    ...preview,
    path: `${path}/clashes`,
    summary:
      'The nodes below whose values would no longer be valid together, such as text without contrast, if this were set; nothing is changed.',
    params: sectionParams,
    body: z.object({ fields: z.record(z.string(), FieldInput) }),
    result: SectionConflicts,
    errors: [...writeErrors, 'setting.unknownField'],
  },
  impact: {
    ...preview,
    path: `${path}/impact`,
    summary: 'How many stores are below, and how many would keep own values, if this were set; nothing changes.',
    params: sectionParams,
    body: z.object({ fields: z.record(z.string(), FieldInput) }),
    result: SectionImpact,
    bound: changeBound,
    errors: [...writeErrors, 'setting.unknownField', 'setting.tooManyValues'],
  },
  saveDraft: {
    method: 'PUT',
    path: `${path}/draft`,
    summary:
      'Stores the current user’s draft of a section. It has no effect until it is saved, and no other user sees it.',
    allow: writePermissions,
    params: sectionParams,
    body: z.object({ fields: z.record(z.string(), FieldInput) }),
    result: SectionState,
    errors: [...writeErrors, 'setting.unknownField', 'setting.noSuchMode'],
  },
  dropDraft: {
    method: 'DELETE',
    path: `${path}/draft`,
    summary: 'Discards the current user’s draft of a section.',
    allow: writePermissions,
    params: sectionParams,
    result: SectionState,
    errors: writeErrors,
  },
  history: {
    method: 'GET',
    path: `${path}/history`,
    summary: 'The changes of a section at a node, newest first, with the values before.',
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
    summary: 'Restores a section, or some of its fields, to the values before a change or at a time.',
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
    summary: 'Cancels a planned change.',
    allow: writePermissions,
    params: z.extend(sectionParams, { changeId: z.uuid() }),
    result: SectionState,
    errors: [...writeErrors, 'setting.unknownChange', 'setting.begun'],
  },
  overrides: {
    method: 'GET',
    path: `${path}/overrides`,
    summary: 'The nodes below a node that override a field, with their values, optionally those with one value.',
    allow: readPermissions,
    params: sectionParams,
    query: z.extend(pageQuery(['name']), {
      field: requiredText(64),
      /** As JSON; not for secrets. */
      value: z.optional(requiredText(8192)),
      /** Of a row-wise list: only nodes with this operation on it. */
      rows: z.optional(z.enum(listActions, 'field.invalid')),
    }),
    result: Override,
    lane: 'report',
    page: true,
    errors: [...readErrors, 'setting.unknownField'],
  },
  places: {
    method: 'GET',
    path: `${path}/places`,
    summary:
      'The stores at and below a node, or nodes of other `types`, by name, each with the effective values of a section and their source.',
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
      'The values of a section that are set at and below a node, as a CSV file that can be imported again, without secrets. `every` includes nodes without own values.',
    allow: readPermissions,
    params: sectionParams,
    query: z.object({
      every: z.optional(z.stringbool({ truthy: ['true'], falsy: ['false'] })),
      /** A row-wise list, whose operations are exported instead of the fields. */
      list: z.optional(requiredText(64)),
    }),
    result: z.string(),
    streams: [csvType],
    exports: 'setting',
    errors: [...readErrors, 'setting.unknownField', 'import.tooManyRows', 'download.tooMany', 'file.storeSilent'],
  },
  radar: {
    method: 'GET',
    path: '/node-management/node/{id}/radar',
    summary:
      'For each field, how many nodes below a node override it, with which values, and how many stores are affected.',
    allow: readPermissions,
    params: z.object({ id: NodeId }),
    query: z.object({ section: z.optional(SectionName) }),
    lane: 'report',
    bound: { most: maxValuesBelow, of: 'values that are set below the node', error: 'setting.tooManyValues' },
    result: Radar,
    errors: ['node.unknown', 'setting.tooManyValues'],
  },
  rowUses: {
    method: 'GET',
    path: `${path}/rows/{row}/uses`,
    summary:
      'How many stores at and below a node have a row of its list, and how many of them replace or hide it further down; none for a row that the list does not have.',
    allow: readPermissions,
    params: z.extend(sectionParams, { row: RowId }),
    query: z.object({ field: requiredText(64) }),
    result: StoreImpact,
    lane: 'report',
    errors: [...readErrors, 'setting.unknownField'],
  },
  override: {
    method: 'GET',
    path: '/node-management/node/override/{id}',
    summary: 'Which sections a node overrides, and the source of the others.',
    allow: readPermissions,
    params: z.object({ id: NodeId }),
    result: z.array(OverrideState),
    errors: ['node.unknown'],
  },
  deleteSecret: {
    method: 'POST',
    path: '/node-management/deleteAwsSecrets',
    summary:
      'Deletes a secret of a node; `authenticationDetailsKey` names it as section and field, such as integration.secret.',
    allow: { any: ['EDIT_NODE_CONFIGURATION', 'UPDATE_ORGANISATION_CONFIG'] },
    body: z.object({
      authenticationDetailsKey: requiredText(128),
      nodeId: NodeId,
      /** The organisation, for global users; for all others their own applies. */
      orgId: z.optional(z.uuid()),
    }),
    result: z.boolean(),
    errors: [...writeErrors, ...sectionErrors, 'setting.unknownField'],
  },
});
