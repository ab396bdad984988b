import {
  type ImportEndpoints,
  type ImportRow,
  type ImportRun,
  isInProgress,
  type RowOutcome,
} from '@storeward/contract/imports';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, subscribe, queryKeyOf, endpointQuery } from '../platform/api/api.ts';
import type { ColumnChoices } from './import-constant.ts';
import type { ImportSubject } from './import-subject.ts';

export type RowsFilter = { outcome?: RowOutcome | 'kept' | undefined; page?: number; size?: number };

/** The imports of a subject, newest first. */
export const importListQuery = (endpoints: ImportEndpoints, query: { page?: number; size?: number }) =>
  endpointQuery(endpoints.list, { query });

/** One import with its progress. */
const importQuery = (endpoints: ImportEndpoints, id: string) => endpointQuery(endpoints.get, { params: { id } });

export const importRowsQuery = (endpoints: ImportEndpoints, id: string, query: RowsFilter) =>
  endpointQuery(endpoints.rows, { params: { id }, query });

const rowPageSize = 1000;

/** Loads all rows with this outcome, page by page. */
export async function fetchAllRows(endpoints: ImportEndpoints, id: string, outcome: RowOutcome): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for (let page = 0; ; page += 1) {
    const query = { outcome, page, size: rowPageSize };
    const { result, total } = await call(endpoints.rows, { params: { id }, query }, { quiet: 'logged' });
    rows.push(...result);
    if (result.length < rowPageSize || rows.length >= total) return rows;
  }
}

type ImportTarget = Pick<ImportSubject, 'endpoints' | 'invalidates'>;

/** Invalidates the import's own queries and those of the records it changes. */
const invalidateChanged = (client: QueryClient, { endpoints, invalidates }: ImportTarget) =>
  Promise.all(
    [queryKeyOf(endpoints.list).slice(0, 1), ...invalidates].map((queryKey) => client.invalidateQueries({ queryKey })),
  );

/** One import, updated by server-sent events while it is in progress. */
export function useImport({ endpoints, invalidates }: ImportTarget, id: string, meta: Record<string, unknown>) {
  const client = useQueryClient();
  const query = useQuery({ ...importQuery(endpoints, id), meta });
  const { refetch } = query;
  const inProgress = query.data !== undefined && isInProgress(query.data.state);
  useEffect(() => {
    if (!inProgress) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const { queryKey } = importQuery(endpoints, id);
    const refreshIfFinished = ({ state }: ImportRun) => {
      if (!isInProgress(state)) void invalidateChanged(client, { endpoints, invalidates });
    };
    const onResult = (run: ImportRun) => {
      client.setQueryData(queryKey, run);
      refreshIfFinished(run);
    };
    // the import may have finished while the connection was lost
    const refetchAfterDisconnect = async () => {
      const { data } = await refetch();
      if (data) refreshIfFinished(data);
    };
    void (async () => {
      while (!signal.aborted) {
        await subscribe(endpoints.get, { params: { id } }, { signal, onResult }).catch(refetchAfterDisconnect);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    })();
    return () => controller.abort();
  }, [client, endpoints, invalidates, id, inProgress, refetch]);
  return query;
}

/** A file, and how its columns are read where the user has matched them. */
type Upload = { readonly file: File; readonly choices?: ColumnChoices | undefined };

/** Uploads a file; the screen shows the errors. */
export function useUpload(subject: ImportTarget) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ file, choices }: Upload): Promise<ImportRun> => {
      const query = {
        fileName: file.name.slice(0, 255),
        columns: choices?.mapping.join(','),
        constants: choices && Object.keys(choices.constants).length > 0 ? JSON.stringify(choices.constants) : undefined,
      };
      return call(subject.endpoints.create, { query, file }, { quiet: 'logged' });
    },
    onSuccess: () => invalidateChanged(client, subject),
  });
}

/** Starts (or resumes), stops, undoes or discards an import. */
export function useImportStep(subject: ImportTarget, id: string, step: 'start' | 'stop' | 'undo' | 'discard') {
  const client = useQueryClient();
  const { endpoints } = subject;
  return useMutation({
    mutationFn: (): Promise<ImportRun> => call(endpoints[step], { params: { id } }),
    onSuccess: (run) => {
      if (step !== 'discard') client.setQueryData(importQuery(endpoints, id).queryKey, run);
      return invalidateChanged(client, subject);
    },
    onError: () => client.invalidateQueries({ queryKey: importQuery(endpoints, id).queryKey }),
  });
}
