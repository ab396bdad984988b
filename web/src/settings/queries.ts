import type { NodeId } from '@storeward/contract/nodes';
import { type BulkOrder, bulkOverrides, bulkRuns } from '@storeward/contract/settings/bulk-override';
import { nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { SectionInput } from '@storeward/contract/settings/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, read } from '../platform/api.ts';

/** The configuration in force at a place of the reader's own area, or above it. */
export const nodeConfiguration = (id: NodeId) => read(nodeConfigurations.get, { params: { id } });

/** One section at one place, as it stands now. */
export const sectionAt = (id: NodeId, section: SectionName) =>
  read(nodeSettings.get, { params: { id, section }, query: {} });

/** Who inherits and who does not, below one place. */
export const radarAt = (id: NodeId) => read(nodeSettings.radar, { params: { id }, query: {} });

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

/** Changes some fields of a section at a place, starting from the version that was read. */
export function useSaveSection(id: NodeId, section: SectionName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, version }: Pick<SectionInput, 'fields'> & { version: number }) =>
      call(nodeSettings.update, { params: { id, section }, body: { fields }, version }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(nodeSettings.radar).slice(0, 1) }),
  });
}
