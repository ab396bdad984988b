import { setTimeout as delay } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import type { ErrorCode } from '@storeward/contract/errors';
import { importLimits, type ImportRun, isInProgress } from '@storeward/contract/imports';
import { newId } from '../../api/src/platform/database/ids.ts';
import { resultOf } from './process-state.ts';
import type { Client, ProductRequest } from './product.ts';

/** What the inputs are sent to: an administrator's session, and records that the inputs name. */
export type InputTarget = {
  readonly client: Client;
  readonly headers: Record<string, string>;
  /** A receiver of webhooks. */
  readonly receiver: string;
  /** Rows per file. */
  readonly rows: number;
  readonly organisation: string;
  readonly store: { readonly id: string; readonly code: string };
  /** The code of a node that stores can be below. */
  readonly group: string;
  readonly sku: string;
};

/** Sends one input and waits until it is processed. */
export type Input = (target: InputTarget) => Promise<undefined>;

export async function send<T>({ client, headers }: InputTarget, request: ProductRequest): Promise<T> {
  return resultOf<T>(client, { seconds: 600, ...request, headers: { ...headers, ...request.headers } });
}

export const runPaths = {
  users: '/user-management/users/import',
  userChanges: '/user-management/bulk-changes',
  nodes: '/node-management/imports',
  products: '/product-management/imports',
  settings: '/node-management/settings/imports',
  lists: '/node-management/settings/lists/imports',
  overrides: '/node-management/bulk-override',
};

async function finished(
  target: InputTarget,
  path: string,
  { id }: ImportRun,
  end: ImportRun['state'],
): Promise<ImportRun> {
  for (;;) {
    const run = await send<ImportRun>(target, { path: `${path}/${id}` });
    if (run.state === end) return run;
    if (!isInProgress(run.state)) throw new Error(`${run.state} instead of ${end}`);
    await delay(250);
  }
}

/** A file with the largest number of rows and of bytes; the last column is one that imports ignore, and is filled. */
export function largestFile(
  rows: number,
  head: readonly string[],
  cellsOf: (row: number) => readonly string[],
): Buffer {
  const header = csvLine([...head, 'remark']);
  const rowBytes = Math.floor((importLimits.bytes - 1 - header.length) / Math.max(rows, 10_000));
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = (remark: string) => csvLine([...cellsOf(row), remark]);
    return line('x'.repeat(Math.max(0, rowBytes - line('').length)));
  });
  return Buffer.from(header + lines.join(''));
}

export const checked = (path: string, fileOf: (target: InputTarget) => Buffer): Input => {
  return async (target) => {
    const headers = { 'content-type': 'text/csv' };
    const body = fileOf(target);
    const run = await send<ImportRun>(target, { path: `${path}?fileName=largest.csv`, method: 'POST', headers, body });
    const { wrong } = await finished(target, path, run, 'ready');
    if (wrong > 0) throw new Error(`${wrong} rows are wrong`);
  };
};

/** Starts the run that was checked last. */
export const written =
  (path: string): Input =>
  async (target) => {
    const [run] = await send<ImportRun[]>(target, { path });
    await send(target, { path: `${path}/${run!.id}/start`, method: 'PUT', body: {} });
    await finished(target, path, run!, 'done');
  };

export const bulkChange =
  (path: string, bodyOf: (target: InputTarget) => unknown): Input =>
  async (target) => {
    const run = await send<ImportRun>(target, { path, method: 'POST', body: bodyOf(target) });
    await finished(target, path, run, 'done');
  };

export const upload =
  (type: string, contentOf: () => Promise<Buffer> | Buffer): Input =>
  async (target) => {
    const body = await contentOf();
    await send(target, { path: '/common/uploadfile', method: 'POST', headers: { 'content-type': type }, body });
  };

export const settingsPath = ({ organisation }: InputTarget, section: string) =>
  `/node-management/node/${organisation}/settings/${section}`;

export const save =
  (section: string, fieldsOf: (target: InputTarget) => Record<string, unknown>): Input =>
  async (target) => {
    const fields: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(fieldsOf(target))) fields[field] = { value, mode: 'free' };
    await send(target, { path: settingsPath(target, section), method: 'PUT', body: { fields } });
  };

export const clear =
  (section: string, field: string): Input =>
  async (target) => {
    await send(target, { path: settingsPath(target, section), method: 'PUT', body: { fields: { [field]: null } } });
  };

/** Adds as many rows as a list may have. */
export const added = (count: number, valuesOf: (index: number) => Record<string, unknown>) => ({
  rows: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [newId(), { action: 'add', values: valuesOf(index) }]),
  ),
});

/** Reads what is there, or has the request refused by the bound of a report or file, if that is stated. */
export const read =
  (pathOf: (target: InputTarget) => string, bound?: ErrorCode): Input =>
  async (target) => {
    const { status, text } = await target.client.send({ path: pathOf(target), headers: target.headers, seconds: 600 });
    const isBounded = bound !== undefined && text.includes(`"messageCode":"${bound}"`);
    if (status !== 200 && !isBounded) throw new Error(`${status}: ${text}`);
  };
