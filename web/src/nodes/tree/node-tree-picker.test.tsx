import type { NodeType } from '@storeward/contract/access';
import { type Node, type NodeId, type NodeRow, nodes } from '@storeward/contract/nodes';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mockResponse } from '../../../test/mock-server.ts';
import { storeNode } from '../../../test/node-record.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { NodeTreePicker } from './node-tree-picker.tsx';

const idOf = (number: number) => `0199b000-0000-7000-8000-${String(number).padStart(12, '0')}` as NodeId;
const fixtureNodes = [
  { number: 1, parent: 0, nodeType: 'ORGANIZATION', name: 'Kestrel' },
  { number: 2, parent: 1, nodeType: 'COMPANY', name: 'Britain' },
  { number: 3, parent: 1, nodeType: 'COMPANY', name: 'America' },
  { number: 4, parent: 2, nodeType: 'STORE', name: 'Leeds' },
  { number: 5, parent: 2, nodeType: 'STORE', name: 'York' },
  ...Array.from({ length: 150 }, (_, index) => ({
    number: 100 + index,
    parent: 3,
    nodeType: 'STORE',
    name: `Store ${index}`,
  })),
] as { number: number; parent: number; nodeType: NodeType; name: string }[];
const [root, britain, america, leeds, york] = [1, 2, 3, 4, 5].map(idOf) as [NodeId, NodeId, NodeId, NodeId, NodeId];

const rowOf = ({ number, parent, nodeType, name }: (typeof fixtureNodes)[number]): NodeRow => ({
  nodeId: idOf(number),
  parentId: parent ? idOf(parent) : null,
  name,
  code: `C-${number}`,
  nodeType,
  status: true,
  isOverride: false,
  region: [],
  childCount: fixtureNodes.filter((other) => other.parent === number).length,
  storeCount: 0,
});
const pathOf = (parentNumber: number): Node['path'] => {
  const parent = fixtureNodes.find(({ number }) => number === parentNumber);
  return parent
    ? [...pathOf(parent.parent), { id: idOf(parentNumber), name: parent.name, nodeType: parent.nodeType }]
    : [];
};
const nodeOf = (node: (typeof fixtureNodes)[number]): Node => ({
  ...storeNode,
  ...rowOf(node),
  path: pathOf(node.parent),
});

let chosen: readonly NodeId[];

function PickerHost({ start = [], locked }: { start?: NodeId[]; locked?: (row: NodeRow) => boolean }) {
  const [value, setValue] = useState<readonly NodeId[]>(start);
  const handleChange = (ids: readonly NodeId[]) => {
    chosen = ids;
    setValue(ids);
  };
  return (
    <NodeTreePicker root={root} label="Locations" value={value} onChange={handleChange} {...(locked && { locked })} />
  );
}

const renderPicker = async (props: Parameters<typeof PickerHost>[0] = {}) => {
  chosen = props.start ?? [];
  const { user } = await renderAt('/structure/hierarchy', <PickerHost {...props} />);
  await screen.findByRole('treeitem', { name: /Britain/ });
  return user;
};
const treeItem = (name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const checkStateOf = (name: string) => treeItem(name).getAttribute('aria-checked');

beforeEach(async () => {
  await startPortal();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(432);
  const nodeInPath = (path: string) => fixtureNodes.find(({ number }) => path.includes(idOf(number)))!;
  mockResponse(nodes.get, ({ path }) => nodeOf(nodeInPath(path)));
  mockResponse(nodes.children, ({ path, query }) => {
    const children = fixtureNodes.filter(({ parent }) => parent === nodeInPath(path).number).map(rowOf);
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))];
    return { result: children.slice(page * size, (page + 1) * size), total: children.length };
  });
});

describe('selecting nodes by checkboxes in the tree', () => {
  test('checks all descendants of a selected node and marks its ancestors as partly checked', async () => {
    const user = await renderPicker();
    await user.click(treeItem('Britain'));
    expect(chosen).toEqual([britain]);
    expect([checkStateOf('Kestrel'), checkStateOf('Britain'), checkStateOf('America')]).toEqual([
      'mixed',
      'true',
      'false',
    ]);
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('treeitem', { name: /Leeds/, checked: true })).toBeTruthy();
  });

  test('selects with the space bar and removes selected descendants of the selected node', async () => {
    const user = await renderPicker({ start: [leeds, america] });
    await waitFor(() => expect(checkStateOf('Britain')).toBe('mixed'));
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown} ');
    expect([...chosen].sort()).toEqual([britain, america].sort());
    await user.keyboard(' ');
    expect(chosen).toEqual([america]);
  });

  test('keeps the siblings on every level selected when a descendant of a selected node is deselected', async () => {
    const user = await renderPicker({ start: [root] });
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowRight}');
    await user.click(await screen.findByRole('treeitem', { name: /^Leeds/ }));
    expect([...chosen].sort()).toEqual([america, york].sort());
    expect([checkStateOf('Kestrel'), checkStateOf('Britain'), checkStateOf('Leeds'), checkStateOf('York')]).toEqual([
      'mixed',
      'mixed',
      'false',
      'true',
    ]);
  });

  test('loads missing siblings before a node is deselected', async () => {
    const user = await renderPicker({ start: [america] });
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    await user.click(await screen.findByRole('treeitem', { name: /^Store 0\b/ }));
    await waitFor(() => expect(chosen).toHaveLength(149));
    expect(chosen).not.toContain(idOf(100));
    expect(chosen).toContain(idOf(249));
  });

  test('keeps the check state of a locked node and marks it as disabled', async () => {
    const user = await renderPicker({ start: [britain], locked: ({ name }) => name === 'Britain' });
    expect(treeItem('Britain').getAttribute('aria-disabled')).toBe('true');
    await user.click(treeItem('Britain'));
    expect(chosen).toEqual([britain]);
    await user.click(treeItem('America'));
    expect(chosen).toEqual([britain, america]);
  });
});
