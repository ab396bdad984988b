import type { Plugin } from 'vite';
import { redirects } from './src/platform/api/redirects.ts';
import { screens } from './src/platform/site-map.ts';

/** Writes the paths of all screens into the build, for the server: any other path is answered with 404. */
export function emitPaths(): Plugin {
  return {
    name: 'paths',
    generateBundle() {
      const paths = [...Object.keys(redirects), ...screens.map(({ path }) => path)];
      this.emitFile({ type: 'asset', fileName: '.vite/paths.json', source: JSON.stringify(paths) });
    },
  };
}
