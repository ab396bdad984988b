import { type Node, type NodeId, type NodeRow, nodes } from '@storeward/contract/nodes';
import { screen, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockResponse, type RecordedRequest } from '../../../test/mock-server.ts';
import { render } from '../../../test/render.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { NodeTree } from './node-tree.tsx';
import { childPageQuery, useMoveNode } from '../queries.ts';

const idOf = (number: number) => `0199b000-0000-7000-8000-${String(number).padStart(12, '0')}` as NodeId;
const row = (number: number, parent: number | null, name: string, childCount: number): NodeRow => ({
  nodeId: idOf(number),
  parentId: parent === null ? null : idOf(parent),
  name,
  code: `C-${number}`,
  nodeType: 'TRADING_REGION',
  status: true,
  isOverride: false,
  region: [],
  childCount,
  storeCount: 1,
});
const [root, north, south] = [row(1, null, 'Kestrel', 2), row(2, 1, 'North', 2), row(3, 1, 'South', 1)];
const [durham, lancashire, sussex] = [row(4, 2, 'Durham', 0), row(5, 2, 'Lancashire', 0), row(6, 3, 'Sussex', 0)];

/** The tree on the server. */
let rows: readonly NodeRow[];
/** The parents whose children the server does not return yet. */
let held: readonly NodeId[];
const moveOnServer = () => {
  rows = [root, north, south, durham, { ...lancashire, parentId: south.nodeId }, sussex];
};

const toNode = (node: NodeRow): Node => ({
  ...node,
  path: [],
  address: null,
  country: null,
  inheritedCountry: null,
  timeZone: null,
  latitude: null,
  longitude: null,
  phoneNumber: '',
  emailId: '',
  can: { view: true, edit: true, add: true, move: true, enable: true, delete: true },
  userCount: 0,
  deviceCount: 0,
  children: [],
  createdDate: '2024-03-04T10:00:00Z',
  createdBy: null,
  updatedDate: '2024-03-04T10:00:00Z',
  updatedBy: null,
  version: 1,
});

const idIn = ({ path }: RecordedRequest) => path.split('/')[3] as NodeId;

beforeEach(async () => {
  // happy-dom has no layout, so the virtualised tree needs a size
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(432);
  await startPortal();
  [rows, held] = [[root, north, south, durham, lancashire, sussex], []];
  mockResponse(nodes.get, (request) => toNode(rows.find(({ nodeId }) => nodeId === idIn(request))!));
  mockResponse(nodes.children, async (request) => {
    const id = idIn(request);
    if (held.includes(id)) await new Promise<never>(() => undefined);
    const result = rows.filter(({ parentId }) => parentId === id);
    return { result, total: result.length };
  });
  mockResponse(nodes.move, () => {
    moveOnServer();
    return toNode({ ...lancashire, parentId: south.nodeId });
  });
});

function Buttons() {
  const client = useQueryClient();
  const move = useMoveNode(toNode(lancashire));
  return (
    <>
      <button type="button" onClick={() => move.mutate(south.nodeId)}>
        Move
      </button>
      <button type="button" onClick={() => void client.refetchQueries(childPageQuery(south.nodeId, 0))}>
        Load South
      </button>
    </>
  );
}

/** The tree with both parents open, as the names of its rows. */
async function renderTree() {
  const { user } = render(
    <QueryClientProvider client={new QueryClient()}>
      <NodeTree root={root.nodeId} selected={root.nodeId} onSelect={() => undefined} />
      <Buttons />
    </QueryClientProvider>,
  );
  await screen.findByRole('treeitem', { name: /South/ });
  screen.getByRole('tree').focus();
  await user.keyboard('{ArrowDown}*');
  await screen.findByRole('treeitem', { name: /Sussex/ });
  await waitFor(() => expect(names()).toEqual(['Kestrel', 'North', 'Durham', 'Lancashire', 'South', 'Sussex']));
  return user;
}

const names = () => screen.getAllByRole('treeitem').map((item) => item.textContent?.match(/[A-Z][a-z]+/)?.[0]);
const moved = ['Kestrel', 'North', 'Durham', 'South', 'Lancashire', 'Sussex'];

test.each([
  ['its former parent', north],
  ['its new parent', south],
])('a moved node is shown once, at its new place, while the children of %s are still loading', async (_, slow) => {
  const user = await renderTree();
  held = [slow.nodeId];
  await user.click(screen.getByText('Move'));
  await waitFor(() => expect(names()).toEqual(moved));
});

test('a node that somebody else moved is shown once, at its new place, as soon as that is known', async () => {
  const user = await renderTree();
  moveOnServer();
  await user.click(screen.getByText('Load South'));
  await waitFor(() => expect(names()).toEqual(moved));
});
