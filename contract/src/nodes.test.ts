import { describe, expect, test } from 'vitest';
import { NodeInput } from './nodes/node-input.ts';
import { NewNode } from './nodes.ts';

const node = {
  name: 'Shop',
  code: 'S-1',
  region: [],
  street: '',
  city: '',
  state: '',
  postCode: '',
  country: '',
  timeZone: '',
  phoneNumber: '',
  emailId: '',
};

describe('a node', () => {
  test.each([
    [{ latitude: 1 }, 'longitude'],
    [{ latitude: '', longitude: '2' }, 'latitude'],
    [{ latitude: 1, longitude: null }, 'longitude'],
  ])('with %j lacks the %s', (coordinates, path) => {
    const newNode = { nodeType: 'STORE', parentId: '01890000-0000-7000-8000-000000000000' };
    for (const parsed of [
      NodeInput.safeParse({ ...node, ...coordinates }),
      NewNode.safeParse({ ...node, ...newNode, ...coordinates }),
    ])
      expect(parsed.error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([
        [path, 'field.coordinatesIncomplete'],
      ]);
  });

  test.each([{}, { latitude: null, longitude: null }, { latitude: '', longitude: '' }, { latitude: 0, longitude: 0 }])(
    'may have the coordinates %j',
    (coordinates) => {
      expect(NodeInput.safeParse({ ...node, ...coordinates }).success).toBe(true);
    },
  );

  test('has a street and a city of up to 255 characters', () => {
    const [longest, longer] = ['a'.repeat(255), 'a'.repeat(256)];
    expect(NodeInput.safeParse({ ...node, street: longest, city: longest }).success).toBe(true);
    const refused = NodeInput.safeParse({ ...node, street: longer, city: longer });
    expect(refused.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['street', 'field.tooLong'],
      ['city', 'field.tooLong'],
    ]);
  });
});
