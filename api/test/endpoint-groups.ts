import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EndpointGroups } from '../src/platform/application.ts';

const source = join(import.meta.dirname, '../src');

const modules = await Promise.all(
  readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['cli', 'platform'].includes(entry.name))
    .map(({ name }) => join(source, name, 'index.ts'))
    .map(async (path) => (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Record<string, unknown>),
);

/** The endpoint groups that the `index.ts` of each domain exports, whether or not a server registers them. */
export const endpointGroups: EndpointGroups = Object.assign(
  {},
  ...modules.flatMap((exports) =>
    Object.entries(exports).flatMap(([name, groups]) => (name.endsWith('Endpoints') ? [groups] : [])),
  ),
);
