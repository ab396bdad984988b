import { currentSession } from './auth-state.ts';
import { effectiveClaims, tokens } from './tokens.ts';

/**
 * The node id a screen works with: for global users the one in the URL, for all others their root node from the token.
 */
export function screenNodeId(idInUrl: string | undefined): string | undefined {
  if (currentSession().level === 'GLOBAL') return idInUrl || undefined;
  const currentTokens = tokens();
  return currentTokens && effectiveClaims(currentTokens).rootNodeId;
}
