import { currentSession } from './auth-state.ts';
import { claimsOf, tokens } from './tokens.ts';

/** The node a screen works at: for global people the one in its address, for everybody else their own root node, as the token names it. */
export function screenNode(idInAddress: string | undefined): string | undefined {
  if (currentSession().level === 'GLOBAL') return idInAddress || undefined;
  const held = tokens();
  return held && claimsOf(held).rootNodeId;
}
