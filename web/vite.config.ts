import { fileURLToPath } from 'node:url';
import { apiAddresses } from '@storeward/contract/endpoint';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { phraseChunk, phrases } from './phrases.ts';
import { precompress } from './precompress.ts';
import { signInPage } from './sign-in-page.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
      // the reader of workbooks does without streams where there are none, and says so by asking for them
      onLog(level, log, tell) {
        if (!/"stream".*\/sax\//s.test(log.message)) tell(level, log);
      },
      input: { portal: here('index.html'), login: here('login.html') },
      output: { codeSplitting: { groups: [{ debugName: 'phrases', name: phraseChunk, test: /\/src\/phrases\// }] } },
    },
  },
  server: {
    proxy: { [apiAddresses.source]: { target: 'http://localhost:8080', changeOrigin: false } },
  },
});
