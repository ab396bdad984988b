import type { NodeId } from '@storeward/contract/nodes';
import { changeCalendars } from '@storeward/contract/settings/endpoints/change-calendar';
import { bulkOverrides, bulkRuns } from '@storeward/contract/settings/endpoints/bulk-override';
import { connectionTests } from '@storeward/contract/settings/endpoints/connection-test';
import { nodeConfigurations } from '@storeward/contract/settings/endpoints/node-configuration';
import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import type { SettingArea } from '@storeward/contract/settings/engine/section';
import type { SectionName } from '@storeward/contract/settings/sections';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '@storeward/contract/endpoint';
import { call, queryKeyOf, endpointQuery } from '../platform/api/api.ts';

/** One section of a node's settings with effective values and origins; now, or at a local time. */
export const sectionQuery = (id: NodeId, section: SectionName, at?: string) =>
  endpointQuery(nodeSettings.get, { params: { id, section }, query: at ? { at } : {} });

/** The sections of an area of a node's settings; now, or at a local time. */
export const areaQuery = (id: NodeId, area: SettingArea, at?: string) =>
  endpointQuery(nodeSettings.readArea, { params: { id }, query: at ? { area, at } : { area } });

/** How many descendants inherit or override the fields of a section. */
export const sectionReachQuery = (id: NodeId, section: SectionName) =>
  endpointQuery(nodeSettings.radar, { params: { id }, query: { section } });

/** How many stores below a node have a row of a list, and how many replace or hide it. */
export const rowUsesQuery = (id: NodeId, section: SectionName, field: string, row: string) =>
  endpointQuery(nodeSettings.rowUses, { params: { id, section, row }, query: { field } });

/** The last 50 changes of a section at a node. */
export const sectionHistoryQuery = (id: NodeId, section: SectionName) =>
  endpointQuery(nodeSettings.history, { params: { id, section }, query: { size: 50 } });

/** Updates the saved section in the cache and invalidates all queries that depend on settings. */
function refreshSettings(client: QueryClient, saved?: SectionState) {
  if (saved) client.setQueryData(sectionQuery(saved.place.id, saved.section).queryKey, saved);
  return Promise.all(
    [
      nodeSettings.get,
      nodeSettings.readArea,
      nodeSettings.override,
      nodeSettings.radar,
      nodeSettings.rowUses,
      nodeSettings.history,
      nodeSettings.places,
      nodeConfigurations.get,
      changeCalendars.get,
    ].map((endpoint) => client.invalidateQueries({ queryKey: queryKeyOf(endpoint) })),
  );
}

type Change = RequestOf<typeof nodeSettings.update>['body'] & { readonly version: number };

/** Sets fields of a section or removes their overrides; with `inForm` the form shows the errors. */
export function useSaveSection(id: NodeId, section: SectionName, { inForm = true }: { inForm?: boolean } = {}) {
  const client = useQueryClient();
  return useMutation({
    ...(inForm && { meta: { quiet: true } }),
    mutationFn: ({ version, ...body }: Change): Promise<SectionState> =>
      call(nodeSettings.update, { params: { id, section }, body, version }, inForm ? { quiet: 'logged' } : {}),
    onSuccess: (saved) => refreshSettings(client, saved),
  });
}

/** Sets fields of several sections of an area together; the form shows the errors. */
export function useSaveArea(id: NodeId, area: SettingArea) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: RequestOf<typeof nodeSettings.updateArea>['body']): Promise<SectionState[]> =>
      call(nodeSettings.updateArea, { params: { id }, body }, { quiet: 'logged' }),
    onSuccess: (saved) => {
      client.setQueryData(areaQuery(id, area).queryKey, (states: SectionState[] | undefined) =>
        states?.map((state) => saved.find(({ section }) => section === state.section) ?? state),
      );
      return refreshSettings(client);
    },
  });
}

/** Sets fields of several sections of a node, with values copied from another. The screen shows the errors. */
export function useCopyValues() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ id, body }: { id: NodeId; body: RequestOf<typeof nodeSettings.updateArea>['body'] }) =>
      call(nodeSettings.updateArea, { params: { id }, body }, { quiet: 'logged' }),
    onSettled: () => refreshSettings(client),
  });
}

/** Descendants whose effective values would conflict after this change. */
export const conflictsBelowQuery = (id: NodeId, section: SectionName, fields: Change['fields']) =>
  queryOptions({
    queryKey: [...queryKeyOf(nodeSettings.clashes), id, section, fields],
    queryFn: ({ signal }) =>
      call(nodeSettings.clashes, { params: { id, section }, body: { fields } }, { signal, quiet: 'logged' }),
    staleTime: 30_000,
  });

/** Changed fields by section. */
export type AreaFields = RequestOf<typeof nodeSettings.areaImpact>['body']['sections'];

/** How many stores this change of several sections would affect. */
export const impactQuery = (id: NodeId, sections: AreaFields) =>
  queryOptions({
    queryKey: [...queryKeyOf(nodeSettings.areaImpact), id, sections],
    queryFn: ({ signal }) =>
      call(nodeSettings.areaImpact, { params: { id }, body: { sections } }, { signal, quiet: 'logged' }),
    staleTime: 30_000,
  });

/** Restores the values from before a change, for some of its fields or all. */
export function useRollback({ place: { id }, section, version }: Pick<SectionState, 'place' | 'section' | 'version'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof nodeSettings.rollback>['body']): Promise<SectionState> =>
      call(nodeSettings.rollback, { params: { id, section }, body, version }),
    onSuccess: (saved) => refreshSettings(client, saved),
    onError: () => refreshSettings(client),
  });
}

/** Withdraws a planned change that has not started. */
export function useWithdraw(id: NodeId, section: SectionName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changeId: string): Promise<SectionState> =>
      call(nodeSettings.withdraw, { params: { id, section, changeId } }),
    onSuccess: (saved) => refreshSettings(client, saved),
    onError: () => refreshSettings(client),
  });
}

/** Saves or deletes the draft of a section; a draft has no effect. */
export function useSaveDraft(id: NodeId, section: SectionName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (
      fields: RequestOf<typeof nodeSettings.saveDraft>['body']['fields'] | undefined,
    ): Promise<SectionState> =>
      fields
        ? call(nodeSettings.saveDraft, { params: { id, section }, body: { fields } })
        : call(nodeSettings.dropDraft, { params: { id, section } }),
    onSuccess: (saved) => refreshSettings(client, saved),
  });
}

/** Tests the connection of a section with these changes; the form shows result and errors. */
export const useTestConnection = (id: NodeId, section: SectionName) =>
  useMutation({
    meta: { quiet: true },
    mutationFn: (body: RequestOf<typeof connectionTests.run>['body']) =>
      call(connectionTests.run, { params: { id, section }, body }, { quiet: 'logged' }),
  });

/** Deletes a node's secret. */
export function useDeleteSecret(nodeId: NodeId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (authenticationDetailsKey: string) =>
      call(nodeSettings.deleteSecret, { body: { authenticationDetailsKey, nodeId } }),
    onSuccess: () => refreshSettings(client),
  });
}

/** The override radar of a node: all sections. */
export const radarQuery = (id: NodeId) => endpointQuery(nodeSettings.radar, { params: { id }, query: {} });

/** Effective values of a section at the stores below a node, one page. */
export const storeValuesQuery = (
  id: NodeId,
  section: SectionName,
  query: { search?: string; page?: number; size?: number },
) => endpointQuery(nodeSettings.places, { params: { id, section }, query });

/** Descendants that override a field, one page. */
export const fieldOverridesQuery = (
  id: NodeId,
  section: SectionName,
  query: RequestOf<typeof nodeSettings.overrides>['query'],
) => endpointQuery(nodeSettings.overrides, { params: { id, section }, query });

/** Bulk overrides of the user's scope, newest first. */
export const bulkOverrideListQuery = (query: { page?: number; size?: number }) =>
  endpointQuery(bulkRuns.list, { query });

/** Request body of a bulk override; fields with a default are optional. */
export type BulkOverrideRequest = RequestOf<typeof bulkOverrides.create>['body'];

/** Previews a bulk override; the screen shows the errors. */
export const useBulkPreview = () =>
  useMutation({
    meta: { quiet: true },
    mutationFn: (body: BulkOverrideRequest) => call(bulkOverrides.preview, { body }, { quiet: 'logged' }),
  });

/** Starts a bulk override; the screen shows the errors. */
export function useBulkOverride() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: BulkOverrideRequest) => call(bulkOverrides.create, { body }, { quiet: 'logged' }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyOf(bulkOverrides.list) }),
  });
}
