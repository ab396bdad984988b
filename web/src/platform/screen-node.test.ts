import type { NodeType } from '@storeward/contract/access';
import { afterEach, expect, test } from 'vitest';
import { someTokens } from '../../test/person.ts';
import { nobody, put } from './auth-state.ts';
import { screenNode } from './screen-node.ts';
import { keepTokens } from './tokens.ts';

afterEach(() => put(nobody));

test.each<[NodeType | undefined, string | undefined, string | undefined]>([
  ['GLOBAL', 'node-9', 'node-9'],
  ['GLOBAL', undefined, undefined],
  ['ORGANIZATION', 'node-9', 'node-1'],
  ['STORE', undefined, 'node-1'],
  [undefined, 'node-9', 'node-1'],
])('somebody at level %s with %s in the address works at %s', (level, inAddress, node) => {
  keepTokens(someTokens(3600, 'user-1', { claims: { 'custom:rootNodeId': 'NODE::node-1' } }));
  put({ ...nobody, loggedIn: true, ...(level && { level }) });
  expect(screenNode(inAddress)).toBe(node);
});

test('somebody without a root node works nowhere', () => {
  keepTokens(someTokens());
  expect(screenNode('node-9')).toBeUndefined();
});
