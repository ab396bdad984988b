import type { Plugin } from 'vite';
import { modulePath, modulesWithPage, redirects } from './src/platform/api/redirects.ts';
import { screens } from './src/platform/site-map.ts';

/** Writes the paths of all screens and modules into the build, for the server: any other path is answered with 404. */
export function emitPaths(): Plugin {
  return {
    name: 'paths',
    generateBundle() {
      const paths = [...Object.keys(redirects), ...modulesWithPage.map(modulePath), ...screens.map(({ path }) => path)];
      this.emitFile({ type: 'asset', fileName: '.vite/paths.json', source: JSON.stringify(paths) });
    },
  };
}
