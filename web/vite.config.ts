import { fileURLToPath } from 'node:url';
import { apiPathPattern } from '@storeward/contract/endpoint';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { phraseChunk, compilePhrases } from './compile-phrases.ts';
import { emitPaths } from './emit-paths.ts';
import { precompress } from './precompress.ts';
import { serveSignInPage } from './serve-sign-in-page.ts';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: resolvePath('.'),
  plugins: [react(), compilePhrases(), serveSignInPage(), emitPaths(), precompress()],
  build: {
    outDir: 'dist',
    manifest: true,
    // The content security policy forbids data: URLs, so assets are never inlined into style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The sax package works without Node's `stream`; the warning about the missing module is suppressed.
      onLog(level, log, defaultHandler) {
        if (!/"stream".*\/sax\//s.test(log.message)) defaultHandler(level, log);
      },
      input: { portal: resolvePath('index.html'), login: resolvePath('login.html') },
      output: { codeSplitting: { groups: [{ debugName: 'phrases', name: phraseChunk, test: /\/src\/phrases\// }] } },
    },
  },
  server: {
    proxy: { [apiPathPattern.source]: { target: 'http://localhost:8080', changeOrigin: false } },
  },
});
