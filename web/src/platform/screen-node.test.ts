import type { NodeType } from '@storeward/contract/access';
import { afterEach, expect, test } from 'vitest';
import { createTokens } from '../../test/create-user.ts';
import { signedOutState, setSession } from './session/auth-state.ts';
import { screenNodeId } from './screen-node.ts';
import { storeTokens } from './theme/tokens.ts';

afterEach(() => setSession(signedOutState));

test.each<[NodeType | undefined, string | undefined, string | undefined]>([
  ['GLOBAL', 'node-9', 'node-9'],
  ['GLOBAL', undefined, undefined],
  ['ORGANIZATION', 'node-9', 'node-9'],
  ['STORE', undefined, 'node-1'],
  [undefined, undefined, 'node-1'],
])('a user at level %s with %s in the URL works with node %s', (level, idInUrl, node) => {
  storeTokens(createTokens(3600, 'user-1', { claims: { 'custom:rootNodeId': 'NODE::node-1' } }));
  setSession({ ...signedOutState, loggedIn: true, ...(level && { level }) });
  expect(screenNodeId(idInUrl as never)).toBe(node);
});

test('a user without a root node works with no node', () => {
  storeTokens(createTokens());
  expect(screenNodeId()).toBeUndefined();
});
