import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const phraseFile = /\/src\/phrases\/.+\.json$/;

/** Compiles ICU messages at build time, so that the browser needs no message parser. */
export function compilePhrases(): Plugin {
  return {
    name: 'phrases',
    enforce: 'pre',
    transform: {
      filter: { id: phraseFile },
      handler: (text) => {
        const entries = Object.entries(JSON.parse(text) as Record<string, string>);
        return {
          code: JSON.stringify(Object.fromEntries(entries.map(([key, phrase]) => [key, compileMessage(phrase)]))),
          map: null,
        };
      },
    },
  };
}

const startDomains = ['app', 'dashboard', 'records', 'ui', 'users'];

/**
 * The chunk of a phrase file: per language one for sign-in, one for password recovery, one for the first screens of the
 * portal and one for all others.
 */
export function phraseChunk(id: string): string | null {
  const [, language, domain = ''] = /\/src\/phrases\/([\w-]+)\/(\w+)\.json$/.exec(id) ?? [];
  if (!language) return null;
  if (domain === 'sessions' || domain === 'errors') return `sign-in-${language}`;
  if (domain === 'passwords' || domain === 'messages') return `recovery-${language}`;
  return startDomains.includes(domain) ? `start-${language}` : `screens-${language}`;
}
