import type { NodeId } from '@storeward/contract/nodes';
import { currentSession } from './session/auth-state.ts';
import { useSession } from './session/session.ts';
import { effectiveClaims, tokens } from './theme/tokens.ts';

/**
 * The node that a screen of the structure or of an organisation works with: the one in the URL, else the root node of
 * the token. Global users have only the former, since they belong to no organisation. The server decides whether a node
 * is in scope.
 */
export function screenNodeId(idInUrl?: NodeId): NodeId | undefined {
  if (idInUrl || currentSession().level === 'GLOBAL') return idInUrl || undefined;
  const currentTokens = tokens();
  return currentTokens && (effectiveClaims(currentTokens).rootNodeId as NodeId | undefined);
}

/** The same as a hook, which renders again when the session changes. */
export function useScreenNode(idInUrl?: NodeId): NodeId | undefined {
  useSession();
  return screenNodeId(idInUrl);
}
