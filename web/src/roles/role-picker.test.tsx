import type { NodeType } from '@storeward/contract/access';
import { type RoleChoice, type RoleId, roles } from '@storeward/contract/roles';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { answer, type Heard } from '../../test/answer.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { RolePicker } from './role-picker.tsx';

const aRole = (number: number, name: string): RoleChoice => ({
  id: `0199b000-0000-7000-8000-${String(number).padStart(12, '0')}` as RoleId,
  name,
  description: number === 1 ? 'Opens the doors' : '',
  level: 'STORE',
  rightCount: number,
});
const there = [aRole(1, 'Keeper'), ...Array.from({ length: 60 }, (_, at) => aRole(at + 2, `Deputy ${at + 10}`))];

let heard: Heard[];
let chosen: RoleChoice | undefined;

beforeEach(async () => {
  chosen = undefined;
  heard = await startPortal();
  answer(roles.choices, ({ query }) => {
    const found = there.filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''));
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))];
    return { result: found.slice(page * size, (page + 1) * size), total: found.length };
  });
});

function Asking({ placeType }: { placeType: NodeType | undefined }) {
  const [value, setValue] = useState<RoleChoice>();
  const take = (role: RoleChoice) => {
    chosen = role;
    setValue(role);
  };
  return <RolePicker label="Role" placeType={placeType} value={value} onChange={take} />;
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Role' });
const asked = () => heard.filter(({ path }) => path === roles.choices.path);

test('a role is found by a part of its name among those that can be given at the place, and told by level and rights', async () => {
  const { user } = await renderAt('/users', <Asking placeType="STORE" />);
  await user.click(input());
  const first = await screen.findByRole('option', { name: /^Keeper/ });
  expect(first.textContent).toContain('Store · 1 right · Opens the doors');
  expect(screen.getByText('61 to choose from')).toBeTruthy();
  await user.type(input(), 'deputy 42');
  await screen.findByText('1 to choose from');
  await user.keyboard('{Enter}');
  expect([chosen?.name, input().value]).toEqual(['Deputy 42', 'Deputy 42']);
  expect(asked().every(({ query }) => query.get('givableAt') === 'STORE')).toBe(true);
});

test('the list goes on as far as one walks, by the keyboard alone', async () => {
  const { user } = await renderAt('/users', <Asking placeType="STORE" />);
  await user.click(input());
  await screen.findByRole('option', { name: /^Keeper/ });
  for (let down = 0; down < 20; down += 1) await user.keyboard('{ArrowDown}');
  await screen.findByRole('option', { name: /^Deputy 40/ });
  await user.keyboard('{Enter}');
  expect(chosen?.name).toMatch(/^Deputy/);
});

test('without a place there is nothing to choose, and nothing is asked', async () => {
  await renderAt('/users', <Asking placeType={undefined} />);
  expect([input().disabled, input().placeholder]).toEqual([true, 'First choose a place']);
  expect(asked()).toHaveLength(0);
});
