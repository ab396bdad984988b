import {
  type ImportDoors,
  type ImportRow,
  type ImportRun,
  isMoving,
  type RowOutcome,
} from '@storeward/contract/imports';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, follow, keyOf, read } from '../platform/api.ts';
import type { ImportSubject } from './import-subject.ts';

/** Which rows of an import are wanted, and which page of them. */
export type RowsAsked = { outcome?: RowOutcome | 'kept' | undefined; page?: number; size?: number };

/** The imports of one kind, newest first. */
export const importList = (doors: ImportDoors, query: { page?: number; size?: number }) => read(doors.list, { query });

/** One import and how far it is. */
const oneImport = (doors: ImportDoors, id: string) => read(doors.get, { params: { id } });

/** A page of the rows of an import. */
export const importRows = (doors: ImportDoors, id: string, query: RowsAsked) =>
  read(doors.rows, { params: { id }, query });

const rowsAtOnce = 1000;

/** All rows of one outcome, page after page, for a file. */
export async function allRows(doors: ImportDoors, id: string, outcome: RowOutcome): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for (let page = 0; ; page += 1) {
    const query = { outcome, page, size: rowsAtOnce };
    const { result, total } = await call(doors.rows, { params: { id }, query }, { quiet: 'logged' });
    rows.push(...result);
    if (result.length < rowsAtOnce || rows.length >= total) return rows;
  }
}

/** An import's doors, and where else lies what it changes. */
type Changing = Pick<ImportSubject, 'doors' | 'touches'>;

/** What an import has changed may be shown anywhere in its part of the portal, and where else it says. */
const seen = (client: QueryClient, { doors, touches }: Changing) =>
  Promise.all([keyOf(doors.list).slice(0, 1), ...touches].map((queryKey) => client.invalidateQueries({ queryKey })));

/** One import, told of each step while it goes on by itself. */
export function useImport({ doors, touches }: Changing, id: string, meta: Record<string, unknown>) {
  const client = useQueryClient();
  const query = useQuery({ ...oneImport(doors, id), meta });
  const { refetch } = query;
  const moving = query.data !== undefined && isMoving(query.data.state);
  useEffect(() => {
    if (!moving) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const { queryKey } = oneImport(doors, id);
    const atRest = ({ state }: ImportRun) => {
      if (!isMoving(state)) void seen(client, { doors, touches });
    };
    const onResult = (run: ImportRun) => {
      client.setQueryData(queryKey, run);
      atRest(run);
    };
    // where the line broke, the end may have come meanwhile
    const askAgain = async () => {
      const { data } = await refetch();
      if (data) atRest(data);
    };
    void (async () => {
      while (!signal.aborted) {
        await follow(doors.get, { params: { id } }, { signal, onResult }).catch(askAgain);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    })();
    return () => listening.abort();
  }, [client, doors, touches, id, moving, refetch]);
  return query;
}

/** A file, and which of ours each of its columns is where somebody said so. */
type Upload = { readonly file: File; readonly columns?: readonly string[] | undefined };

/** Uploads a file; the screen says itself what is wrong with it. */
export function useUpload(subject: Changing) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ file, columns }: Upload): Promise<ImportRun> => {
      const query = { fileName: file.name.slice(0, 255), columns: columns?.join(',') };
      return call(subject.doors.create, { query, file }, { quiet: 'logged' });
    },
    onSuccess: () => seen(client, subject),
  });
}

/** Lets an import go on, stops it, takes it back, or throws it away. */
export function useImportStep(subject: Changing, id: string, step: 'start' | 'stop' | 'undo' | 'discard') {
  const client = useQueryClient();
  const { doors } = subject;
  return useMutation({
    mutationFn: (): Promise<ImportRun> => call(doors[step], { params: { id } }),
    onSuccess: (run) => {
      if (step !== 'discard') client.setQueryData(oneImport(doors, id).queryKey, run);
      return seen(client, subject);
    },
    onError: () => client.invalidateQueries({ queryKey: oneImport(doors, id).queryKey }),
  });
}
