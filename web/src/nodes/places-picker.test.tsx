import type { NodeType } from '@storeward/contract/access';
import { type Node, type NodeId, type NodeRow, nodes } from '@storeward/contract/nodes';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answer } from '../../test/answer.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { PlacesPicker } from './places-picker.tsx';

const idOf = (number: number) => `0199b000-0000-7000-8000-${String(number).padStart(12, '0')}` as NodeId;
const planted = [
  { number: 1, above: 0, nodeType: 'ORGANIZATION', name: 'Kestrel' },
  { number: 2, above: 1, nodeType: 'COMPANY', name: 'Britain' },
  { number: 3, above: 1, nodeType: 'COMPANY', name: 'America' },
  { number: 4, above: 2, nodeType: 'STORE', name: 'Leeds' },
  { number: 5, above: 2, nodeType: 'STORE', name: 'York' },
  ...Array.from({ length: 150 }, (_, at) => ({ number: 100 + at, above: 3, nodeType: 'STORE', name: `Store ${at}` })),
] as { number: number; above: number; nodeType: NodeType; name: string }[];
const [root, britain, america, leeds, york] = [1, 2, 3, 4, 5].map(idOf) as [NodeId, NodeId, NodeId, NodeId, NodeId];

const rowOf = ({ number, above, nodeType, name }: (typeof planted)[number]): NodeRow => ({
  nodeId: idOf(number),
  parentId: above ? idOf(above) : null,
  name,
  code: `C-${number}`,
  nodeType,
  status: true,
  isOverride: false,
  region: [],
  childCount: planted.filter((other) => other.above === number).length,
  storeCount: 0,
});
const pathOf = (above: number): Node['path'] => {
  const parent = planted.find(({ number }) => number === above);
  return parent ? [...pathOf(parent.above), { id: idOf(above), name: parent.name, nodeType: parent.nodeType }] : [];
};
const nodeOf = (place: (typeof planted)[number]): Node => ({
  ...rowOf(place),
  path: pathOf(place.above),
  address: null,
  country: null,
  timeZone: null,
  phoneNumber: '',
  emailId: '',
  can: { view: true, edit: true, add: true, move: true, enable: true, delete: true },
  userCount: 0,
  deviceCount: 0,
  children: [],
  createdDate: '2024-03-04T10:00:00Z',
  createdBy: null,
  updatedDate: '2026-11-18T10:00:00Z',
  updatedBy: null,
  version: 1,
});

let chosen: readonly NodeId[];

function Asking({ start = [], locked }: { start?: NodeId[]; locked?: (row: NodeRow) => boolean }) {
  const [value, setValue] = useState<readonly NodeId[]>(start);
  const take = (ids: readonly NodeId[]) => {
    chosen = ids;
    setValue(ids);
  };
  return <PlacesPicker root={root} label="Places" value={value} onChange={take} {...(locked && { locked })} />;
}

const ask = async (props: Parameters<typeof Asking>[0] = {}) => {
  chosen = props.start ?? [];
  const { user } = await renderAt('/structure/hierarchy', <Asking {...props} />);
  await screen.findByRole('treeitem', { name: /Britain/ });
  return user;
};
const line = (name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const tick = (name: string) => line(name).getAttribute('aria-checked');

beforeEach(async () => {
  await startPortal();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(432);
  const asked = (path: string) => planted.find(({ number }) => path.includes(idOf(number)))!;
  answer(nodes.get, ({ path }) => nodeOf(asked(path)));
  answer(nodes.children, ({ path, query }) => {
    const found = planted.filter(({ above }) => above === asked(path).number).map(rowOf);
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))];
    return { result: found.slice(page * size, (page + 1) * size), total: found.length };
  });
});

describe('ticking places in the tree', () => {
  test('a ticked place stands for all below it, and those above it are ticked in part', async () => {
    const user = await ask();
    await user.click(line('Britain'));
    expect(chosen).toEqual([britain]);
    expect([tick('Kestrel'), tick('Britain'), tick('America')]).toEqual(['mixed', 'true', 'false']);
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('treeitem', { name: /Leeds/, checked: true })).toBeTruthy();
  });

  test('ticks with the space bar, and what was ticked below goes into it', async () => {
    const user = await ask({ start: [leeds, america] });
    await waitFor(() => expect(tick('Britain')).toBe('mixed'));
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown} ');
    expect([...chosen].sort()).toEqual([britain, america].sort());
    await user.keyboard(' ');
    expect(chosen).toEqual([america]);
  });

  test('a place unticked below a ticked one leaves its neighbours ticked, level by level', async () => {
    const user = await ask({ start: [root] });
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowRight}');
    await user.click(await screen.findByRole('treeitem', { name: /^Leeds/ }));
    expect([...chosen].sort()).toEqual([america, york].sort());
    expect([tick('Kestrel'), tick('Britain'), tick('Leeds'), tick('York')]).toEqual([
      'mixed',
      'mixed',
      'false',
      'true',
    ]);
  });

  test('neighbours that are not loaded yet are fetched before one is unticked', async () => {
    const user = await ask({ start: [america] });
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    await user.click(await screen.findByRole('treeitem', { name: /^Store 0\b/ }));
    await waitFor(() => expect(chosen).toHaveLength(149));
    expect(chosen).not.toContain(idOf(100));
    expect(chosen).toContain(idOf(249));
  });

  test('a locked place keeps its tick and says that it is locked', async () => {
    const user = await ask({ start: [britain], locked: ({ name }) => name === 'Britain' });
    expect(line('Britain').getAttribute('aria-disabled')).toBe('true');
    await user.click(line('Britain'));
    expect(chosen).toEqual([britain]);
    await user.click(line('America'));
    expect(chosen).toEqual([britain, america]);
  });
});
