import type { NodeId } from '@storeward/contract/nodes';
import { currentSession } from './auth-state.ts';
import { useSession } from './session.ts';
import { effectiveClaims, tokens } from './tokens.ts';

/**
 * The node that a screen of the structure or of an organisation works with: the one in the URL, else the root node of the token. A
 * global user has only the former, since no organisation is theirs; whether a node is within reach is decided by the server.
 */
export function screenNodeId(idInUrl?: string): NodeId | undefined {
  if (idInUrl || currentSession().level === 'GLOBAL') return (idInUrl || undefined) as NodeId | undefined;
  const currentTokens = tokens();
  return currentTokens && (effectiveClaims(currentTokens).rootNodeId as NodeId | undefined);
}

/** The same for a component, which is rendered again when the session changes. */
export function useScreenNode(idInUrl?: string): NodeId | undefined {
  useSession();
  return screenNodeId(idInUrl);
}
