import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const ours = /\/src\/phrases\/.+\.json$/;

/** Compiles the phrases while building, so that the browser carries no reader for their placeholders. */
export function phrases(): Plugin {
  return {
    name: 'phrases',
    enforce: 'pre',
    transform: {
      filter: { id: ours },
      handler: (text) => {
        const words = Object.entries(JSON.parse(text) as Record<string, string>);
        return {
          code: JSON.stringify(Object.fromEntries(words.map(([key, phrase]) => [key, compileMessage(phrase)]))),
          map: null,
        };
      },
    },
  };
}

/** The file that a phrase is built into: of each language one for signing in, one for a forgotten password, one for the portal. */
export function phraseChunk(id: string): string | null {
  const [, language, domain] = /\/src\/phrases\/([\w-]+)\/(\w+)\.json$/.exec(id) ?? [];
  if (!language) return null;
  if (domain === 'sessions' || domain === 'errors') return `sign-in-${language}`;
  return domain === 'passwords' || domain === 'messages' ? `recovery-${language}` : `portal-${language}`;
}
