import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { phraseChunk, phrases } from './phrases.ts';
import { precompress } from './precompress.ts';
import { signInPage } from './sign-in-page.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Addresses that the API answers; everything else is the web app's. */
const apiAddresses =
  '^/(user-management|node-management|role-management|module-management|product-management|common|transaction-management-common|notification|notfication|audit|files|health|metrics|docs|dev|openapi\\.json|[a-z0-9]+-config)(/|$|\\?)';

export default defineConfig({
  root: here('.'),
  plugins: [react(), phrases(), signInPage(), precompress()],
  build: {
    outDir: 'dist',
    manifest: true,
    // The page's security policy allows no data: addresses, so nothing is put into the style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { portal: here('index.html'), login: here('login.html') },
      output: { codeSplitting: { groups: [{ debugName: 'phrases', name: phraseChunk, test: /\/src\/phrases\// }] } },
    },
  },
  server: {
    proxy: { [apiAddresses]: { target: 'http://localhost:8080', changeOrigin: false } },
  },
});
