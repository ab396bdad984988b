import type { NodeType } from '@storeward/contract/access';
import { errors } from '@storeward/contract/errors';
import { type NodeId, nodes, type PlaceChoice, typesAbove } from '@storeward/contract/nodes';
import { users } from '@storeward/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, type Heard } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { restore } from '../platform/session.ts';
import { keepTokens } from '../platform/tokens.ts';
import { levelsTo } from './place-levels.ts';
import { PlacePicker } from './place-picker.tsx';

const idOf = (number: number) => `0199b000-0000-7000-8000-${String(number).padStart(12, '0')}` as NodeId;
type Planted = Omit<PlaceChoice, 'path' | 'code'> & { above: number };
const plant = (number: number, above: number, nodeType: NodeType, name: string): Planted => ({
  nodeId: idOf(number),
  above,
  nodeType,
  name,
});

const planted = [
  plant(1, 0, 'ORGANIZATION', 'Kestrel Sports'),
  plant(2, 1, 'COMPANY', 'Kestrel UK'),
  plant(3, 1, 'COMPANY', 'Kestrel USA'),
  plant(4, 2, 'TRADING_REGION', 'North'),
  plant(5, 2, 'TRADING_REGION', 'South'),
  plant(6, 4, 'STORE_GROUP', 'Yorkshire'),
  plant(7, 6, 'SUB_STORE_GROUP', 'Kiosks'),
  plant(8, 6, 'STORE', 'Leeds Briggate'),
  plant(9, 4, 'STORE', 'Carlisle'),
  ...Array.from({ length: 120 }, (_, at) => plant(100 + at, 3, 'TRADING_REGION', `State ${1000 + at}`)),
];
const named = (name: string) => planted.find((place) => place.name === name)!;
const wayTo = ({ above }: Planted): PlaceChoice['path'] => {
  const parent = planted.find(({ nodeId }) => nodeId === idOf(above));
  return parent ? [...wayTo(parent), { id: parent.nodeId, name: parent.name, nodeType: parent.nodeType }] : [];
};
const toChoice = ({ above, ...place }: Planted): PlaceChoice => ({
  ...place,
  code: `C-${place.nodeId.slice(-3)}`,
  path: wayTo({ above, ...place }),
});

let heard: Heard[];

beforeEach(async () => {
  heard = await startPortal();
  answer(nodes.choices, ({ query }) => {
    const [nodeId, parentId] = [query.get('nodeId'), query.get('parentId')];
    const found = planted
      .map(toChoice)
      .filter((place) => (nodeId ? place.nodeId === nodeId : place.nodeType === query.get('nodeType')))
      .filter(({ path }) => !parentId || path.some(({ id }) => id === parentId))
      .filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''));
    const [page, size] = [Number(query.get('page') ?? 0), Number(query.get('size') ?? 10)];
    return { result: found.slice(page * size, (page + 1) * size), total: found.length };
  });
});

let chosen: NodeId | '';

function Asking({ targets, start = '' }: { targets: readonly NodeType[]; start?: NodeId | '' }) {
  const [value, setValue] = useState<NodeId | ''>(start);
  const take = (id: NodeId | '') => {
    chosen = id;
    setValue(id);
  };
  return <PlacePicker targets={targets} value={value} onChange={take} error="This field is required" />;
}

/** Draws the picker for somebody who stands at a place. */
async function draw(at: string, targets: readonly NodeType[], start?: NodeId) {
  const { nodeId: rootNodeId, nodeType: rootNode } = named(at);
  chosen = start ?? '';
  answer(users.get, aPerson({ may: ['CREATE_USER'], rootNodeId, rootNode }));
  keepTokens(someTokens());
  await restore();
  const drawn = await renderAt('/users', <Asking targets={targets} {...(start && { start })} />);
  await waitFor(() => expect(heard.some(({ query }) => query.get('nodeId') === rootNodeId)).toBe(true));
  return drawn;
}

const level = (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name: new RegExp(`^${name}`) });
const textOf = async (name: string) => (await level(name)).value;
const isOpen = async (name: string) => !(await level(name)).disabled;
const choose = async (user: Awaited<ReturnType<typeof draw>>['user'], name: string, words: string) => {
  const field = await level(name);
  await waitFor(() => expect(field.disabled).toBe(false));
  await user.clear(field);
  await user.type(field, words);
  await user.click(await screen.findByRole('option', { name: new RegExp(words, 'i') }));
};

describe('the levels that are asked for until a store is chosen', () => {
  const four = ['COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'STORE'];
  test.for([
    ['ORGANIZATION', []],
    ['COMPANY', four.slice(0, 1)],
    ['TRADING_REGION', four.slice(0, 2)],
    ['STORE_GROUP', four.slice(0, 3)],
    ['STORE', four],
  ] as const)('are the four, of which whoever stands at %s has these settled: %s', ([own, settled]) => {
    const levels = levelsTo(['STORE'], own);
    expect(levels.map(({ type }) => type)).toEqual(four);
    expect(levels.filter(({ fixed }) => fixed).map(({ type }) => type)).toEqual(settled);
  });

  test('are none for those above all organisations', () => {
    expect(levelsTo(['STORE'], 'GLOBAL')).toEqual([]);
  });

  test.for([
    ['COMPANY', [], []],
    ['TRADING_REGION', ['COMPANY'], []],
    ['STORE_GROUP', ['COMPANY', 'TRADING_REGION'], []],
    ['SUB_STORE_GROUP', ['COMPANY', 'TRADING_REGION', 'STORE_GROUP'], []],
    ['STORE', ['COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP'], ['STORE_GROUP', 'SUB_STORE_GROUP']],
  ] as const)('above a new %s are %s; these may be left out: %s', ([type, asked, optional]) => {
    const levels = levelsTo(typesAbove(type), 'ORGANIZATION');
    expect(levels.map((one) => one.type)).toEqual(asked);
    expect(levels.filter((one) => one.optional).map((one) => one.type)).toEqual(optional);
  });
});

describe('choosing a place', () => {
  test('goes from level to level, each open once the one above it is chosen', async () => {
    const { user } = await draw('Kestrel Sports', ['STORE']);
    await waitFor(async () => expect(await isOpen('Company')).toBe(true));
    for (const name of ['Trading region', 'Store group', 'Store$']) expect(await isOpen(name)).toBe(false);
    await choose(user, 'Company', 'uk');
    expect(await isOpen('Store$')).toBe(false);
    await choose(user, 'Trading region', 'north');
    expect(await isOpen('Store group')).toBe(true);
    expect(chosen).toBe('');
    await choose(user, 'Store$', 'briggate');
    expect(chosen).toBe(named('Leeds Briggate').nodeId);
    expect(await textOf('Store group')).toBe('Yorkshire');
  });

  test('empties what lies below a level that is chosen anew', async () => {
    const { user } = await draw('Kestrel Sports', ['STORE'], named('Leeds Briggate').nodeId);
    await waitFor(async () => expect(await textOf('Store$')).toBe('Leeds Briggate'));
    await choose(user, 'Trading region', 'south');
    expect(await textOf('Store group')).toBe('');
    expect(await textOf('Store$')).toBe('');
    expect(chosen).toBe('');
    await choose(user, 'Company', 'usa');
    expect(await textOf('Trading region')).toBe('');
  });

  test('ends at the last level that was chosen where the lower ones may be left out, also when one is emptied again', async () => {
    const { user } = await draw('Kestrel Sports', typesAbove('STORE'));
    await choose(user, 'Company', 'uk');
    await choose(user, 'Trading region', 'north');
    expect(chosen).toBe(named('North').nodeId);
    await choose(user, 'Store group', 'yorkshire');
    expect(chosen).toBe(named('Yorkshire').nodeId);
    await user.clear(await level('Store group'));
    await user.tab();
    expect(chosen).toBe(named('North').nodeId);
    await choose(user, 'Sub store group', 'kiosks');
    await user.click(screen.getByRole('button', { name: 'Clear Sub store group', hidden: true }));
    expect(chosen).toBe(named('Yorkshire').nodeId);
  });

  test('keeps the level above one that is emptied with Enter where nothing was chosen', async () => {
    const { user } = await draw('Kestrel Sports', typesAbove('STORE'), named('North').nodeId);
    await waitFor(async () => expect(await textOf('Trading region')).toBe('North'));
    const field = await level('Store group');
    await user.type(field, 'x');
    await user.clear(field);
    await user.keyboard('{Enter}');
    await user.tab();
    expect(await textOf('Trading region')).toBe('North');
    expect(chosen).toBe(named('North').nodeId);
  });

  test('shows what the chooser’s own place settles, locked', async () => {
    await draw('Yorkshire', ['STORE']);
    await screen.findByText('Kestrel UK');
    for (const name of ['North', 'Yorkshire']) screen.getByText(name);
    expect(screen.getAllByRole('combobox')).toHaveLength(1);
    expect(await isOpen('Store$')).toBe(true);
  });

  test('is done at once where all is settled', async () => {
    await draw('Yorkshire', typesAbove('SUB_STORE_GROUP'));
    await waitFor(() => expect(chosen).toBe(named('Yorkshire').nodeId));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('says what is lacking at the level that lacks it', async () => {
    const { user } = await draw('Kestrel Sports', ['STORE']);
    await choose(user, 'Company', 'uk');
    expect((await level('Trading region')).getAttribute('aria-invalid')).toBe('true');
    expect((await level('Company')).getAttribute('aria-invalid')).toBeNull();
  });
});

describe('a place that is chosen already and cannot be read', () => {
  const away = named('Leeds Briggate').nodeId;

  /** Has the server answer otherwise when it is asked for that one place. */
  function fail(status: number, told: object) {
    const served = fetch;
    vi.stubGlobal('fetch', async (address: string, request?: RequestInit) => {
      const answered = await served(address, request);
      return address.includes(`nodeId=${away}`) ? new Response(JSON.stringify(told), { status }) : answered;
    });
  }

  test('gives way to what the chooser’s own place settles where nobody knows it', async () => {
    fail(errors['node.unknown'].status, { messageCode: 'node.unknown' });
    await draw('Kestrel UK', ['STORE'], away);
    await waitFor(() => expect(chosen).toBe(''));
  });

  test('stays chosen where the server could not be asked', async () => {
    fail(503, {});
    const { user } = await draw('Kestrel UK', ['STORE'], away);
    await waitFor(() => expect(heard.some(({ query }) => query.get('nodeId') === away)).toBe(true));
    for (let pause = 0; pause < 3; pause += 1) await user.tab();
    expect(chosen).toBe(away);
  });
});

describe('the list of one level', () => {
  test('is asked for once the typing pauses, and only below what is chosen', async () => {
    const { user } = await draw('Kestrel Sports', ['TRADING_REGION'], named('South').nodeId);
    const field = await level('Trading region');
    await waitFor(() => expect(field.value).toBe('South'));
    await user.clear(field);
    await user.type(field, 'nor');
    await screen.findByText('1 to choose from');
    const asked = heard.map(({ query }) => query).filter((query) => query.has('search'));
    expect(asked.map((query) => query.get('search'))).toEqual(['nor']);
    expect(asked[0]!.get('parentId')).toBe(named('Kestrel UK').nodeId);
  });

  test('goes on beyond the first fifty for whoever walks down it, and says how many there are', async () => {
    const { user } = await draw('Kestrel USA', ['TRADING_REGION']);
    const field = await level('Trading region');
    await waitFor(() => expect(field.disabled).toBe(false));
    await user.click(field);
    await screen.findByText('120 to choose from');
    expect(screen.getAllByRole('option')).toHaveLength(50);
    await user.keyboard('{ArrowDown>45/}');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(100));
  });

  test('goes on as long as its pages are full where not all are counted, and says so', async () => {
    const pages: number[] = [];
    const many = Array.from({ length: 120 }, (_, at) => toChoice(plant(300 + at, 3, 'TRADING_REGION', `County ${at}`)));
    answer(nodes.choices, ({ query }) => {
      if (query.has('nodeId')) return { result: [toChoice(named('Kestrel USA'))], total: 1 };
      const page = Number(query.get('page'));
      pages.push(page);
      return { result: many.slice(page * 50, (page + 1) * 50), total: 40, totalIsEstimate: true as const };
    });
    const { user } = await draw('Kestrel USA', ['TRADING_REGION']);
    const field = await level('Trading region');
    await waitFor(() => expect(field.disabled).toBe(false));
    await user.click(field);
    await screen.findByText('More than 10,000 to choose from');
    await user.keyboard('{ArrowDown>45/}');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(100));
    await user.keyboard('{ArrowDown>50/}');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(120));
    await user.keyboard('{ArrowDown>20/}');
    expect(pages).toEqual([0, 1, 2]);
  });

  test('takes the only place that is found on Enter, and sends nothing', async () => {
    const { user } = await draw('Kestrel Sports', ['COMPANY']);
    const field = await level('Company');
    await waitFor(() => expect(field.disabled).toBe(false));
    await user.type(field, 'usa');
    await screen.findByText('1 to choose from');
    await user.keyboard('{Enter}');
    expect(chosen).toBe(named('Kestrel USA').nodeId);
    expect(field.value).toBe('Kestrel USA');
  });

  test('keeps what was chosen when something is typed and nothing taken', async () => {
    const { user } = await draw('Kestrel Sports', ['COMPANY'], named('Kestrel UK').nodeId);
    const field = await level('Company');
    await waitFor(() => expect(field.value).toBe('Kestrel UK'));
    await user.clear(field);
    await user.type(field, 'zzz');
    await screen.findByText('Nothing found');
    await user.tab();
    expect(field.value).toBe('Kestrel UK');
    expect(chosen).toBe(named('Kestrel UK').nodeId);
  });
});
