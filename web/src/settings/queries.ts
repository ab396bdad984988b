import type { NodeId } from '@storeward/contract/nodes';
import { type BulkOrder, bulkOverrides, bulkRuns } from '@storeward/contract/settings/bulk-override';
import { nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { SectionState } from '@storeward/contract/settings/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '@storeward/contract/endpoint';
import { call, keyOf, read } from '../platform/api.ts';

/** The configuration in force at a place of the reader's own area, or above it. */
export const nodeConfiguration = (id: NodeId) => read(nodeConfigurations.get, { params: { id }, query: {} });

/** One section at one place: what counts there, and where it comes from; now, or at a moment. */
export const sectionAt = (id: NodeId, section: SectionName, at?: string) =>
  read(nodeSettings.get, { params: { id, section }, query: at ? { at } : {} });

/** Which sections are a place's own, and where the others come from. */
export const overrideStates = (id: NodeId) => read(nodeSettings.override, { params: { id } });

/** Who below a place inherits a section, and who does not. */
export const reachOf = (id: NodeId, section: SectionName) =>
  read(nodeSettings.radar, { params: { id }, query: { section } });

/** The last changes of a section at a place. */
export const sectionHistory = (id: NodeId, section: SectionName) =>
  read(nodeSettings.history, { params: { id, section }, query: { size: 50 } });

/** A change shows wherever settings are shown, and what they decide. */
function seen(client: QueryClient, saved?: SectionState) {
  if (saved) client.setQueryData(sectionAt(saved.place.id, saved.section).queryKey, saved);
  return Promise.all(
    [
      nodeSettings.get,
      nodeSettings.override,
      nodeSettings.radar,
      nodeSettings.history,
      nodeSettings.places,
      nodeConfigurations.get,
    ].map((door) => client.invalidateQueries({ queryKey: keyOf(door) })),
  );
}

type Change = CallOf<typeof nodeSettings.update>['body'] & { readonly version: number };

/** Sets some fields of a section, or has them inherit again; a form says itself what went wrong. */
export function useSaveSection(id: NodeId, section: SectionName, { inForm = true }: { inForm?: boolean } = {}) {
  const client = useQueryClient();
  return useMutation({
    ...(inForm && { meta: { quiet: true } }),
    mutationFn: ({ version, ...body }: Change): Promise<SectionState> =>
      call(nodeSettings.update, { params: { id, section }, body, version }, inForm ? { quiet: 'logged' } : {}),
    onSuccess: (saved) => seen(client, saved),
  });
}

/** Who below a place would be left with values that do not go together, if it said this. */
export const clashesBelow = (id: NodeId, section: SectionName, fields: Change['fields']) =>
  queryOptions({
    queryKey: [...keyOf(nodeSettings.clashes), id, section, fields],
    queryFn: ({ signal }) =>
      call(nodeSettings.clashes, { params: { id, section }, body: { fields } }, { signal, quiet: 'logged' }),
    staleTime: 30_000,
  });

/** Puts back what was before a change, some of its fields or all. */
export function useRollback({ place: { id }, section, version }: Pick<SectionState, 'place' | 'section' | 'version'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallOf<typeof nodeSettings.rollback>['body']): Promise<SectionState> =>
      call(nodeSettings.rollback, { params: { id, section }, body, version }),
    onSuccess: (saved) => seen(client, saved),
    onError: () => seen(client),
  });
}

/** Takes back a change that has not begun. */
export function useWithdraw(id: NodeId, section: SectionName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changeId: string): Promise<SectionState> =>
      call(nodeSettings.withdraw, { params: { id, section, changeId } }),
    onSuccess: (saved) => seen(client, saved),
    onError: () => seen(client),
  });
}

/** Keeps values for later without their counting anywhere. */
export function useSaveDraft(id: NodeId, section: SectionName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: CallOf<typeof nodeSettings.saveDraft>['body']['fields'] | undefined): Promise<SectionState> =>
      fields
        ? call(nodeSettings.saveDraft, { params: { id, section }, body: { fields } })
        : call(nodeSettings.dropDraft, { params: { id, section } }),
    onSuccess: (saved) => seen(client, saved),
  });
}

/** Forgets a secret of a place. */
export function useDeleteSecret(nodeId: NodeId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (authenticationDetailsKey: string) =>
      call(nodeSettings.deleteSecret, { body: { authenticationDetailsKey, nodeId } }),
    onSuccess: () => seen(client),
  });
}

/** Who inherits and who does not, below one place. */
export const radarAt = (id: NodeId) => read(nodeSettings.radar, { params: { id }, query: {} });

/** What counts at the stores below a place of one section, page by page. */
export const valuesBelow = (
  id: NodeId,
  section: SectionName,
  query: { search?: string; page?: number; size?: number },
) => read(nodeSettings.places, { params: { id, section }, query });

/** The places below one that have set a field themselves. */
export const overridesOf = (
  id: NodeId,
  section: SectionName,
  query: { field: string; search?: string; page?: number; size?: number },
) => read(nodeSettings.overrides, { params: { id, section }, query });

/** The bulk overrides of the reader's own area, newest first. */
export const bulkList = (query: { page?: number; size?: number }) => read(bulkRuns.list, { query });

/** What a bulk override is asked to do, as it is sent. */
export type BulkWish = Omit<BulkOrder, 'storesOnly'> & { storesOnly?: boolean };

/** Asks what a bulk override would do; the screen says itself what is wrong with it. */
export const useBulkPreview = () =>
  useMutation({
    meta: { quiet: true },
    mutationFn: (body: BulkWish) => call(bulkOverrides.preview, { body }, { quiet: 'logged' }),
  });

/** Begins a bulk override; the screen says itself why it cannot. */
export function useBulkOverride() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: BulkWish) => call(bulkOverrides.create, { body }, { quiet: 'logged' }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(bulkOverrides.list) }),
  });
}
