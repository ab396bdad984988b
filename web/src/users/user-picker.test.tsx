import { type UserId, type UserRow, users } from '@storeward/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createUser } from '../../test/create-user.ts';
import { mockResponse } from '../../test/mock-server.ts';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { UserPicker } from './user-picker.tsx';
import { phrase } from '../../test/phrase.ts';

const idOf = (number: number) => `0199a000-0000-7000-8000-${String(number).padStart(12, '0')}` as UserId;
const named = (number: number, userName: string) =>
  ({ id: idOf(number), userName, firstName: 'Alex', lastName: 'Smith', emailId: `${userName}@example.com` }) as UserRow;
const found = [named(1, 'alex.smith'), named(2, 'alex.smith2'), named(3, 'alex.smith3')];

const submitted = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
const chosen = vi.fn<(id: UserId | undefined) => void>();

function PickerInForm() {
  const [value, setValue] = useState<UserId>();
  const choose = (id: UserId | undefined) => {
    chosen(id);
    setValue(id);
  };
  return (
    <form onSubmit={submitted}>
      <UserPicker label="User" value={value} onChange={choose} />
    </form>
  );
}

beforeEach(async () => {
  chosen.mockReset();
  submitted.mockClear();
  await startPortal();
  mockResponse(users.list, ({ query }) => {
    const result = found.filter(({ emailId }) => emailId.includes((query.get('search') ?? '').toLowerCase()));
    return { result, total: result.length };
  });
  mockResponse(users.get, ({ path }) => {
    const { id, userName, firstName, lastName } = found.find((row) => path.endsWith(row.id))!;
    return createUser({ id, userName, firstName, lastName });
  });
});

async function open() {
  const { user } = await renderAt('/', <PickerInForm />);
  return { user, input: await screen.findByRole<HTMLInputElement>('combobox', { name: 'User' }) };
}

describe('the picker of a user', () => {
  test.each([
    ['alex.smith', 1],
    ['ALEX.SMITH2', 2],
    ['alex.smith3@example.com', 3],
  ])('chooses on Enter who has exactly the user name or e-mail %s', async (text, number) => {
    const { user, input } = await open();
    await user.type(input, `${text}{Enter}`);
    await waitFor(() => expect(chosen.mock.calls).toEqual([[idOf(number)]]));
    expect(submitted).not.toHaveBeenCalled();
  });

  test('says on Enter that several match, and sends no form', async () => {
    const { user, input } = await open();
    await user.type(input, 'smith{Enter}{Enter}');
    expect(await screen.findByText(phrase('ui.picker.several'))).toBeDefined();
    expect(chosen).not.toHaveBeenCalled();
    expect(submitted).not.toHaveBeenCalled();
  });

  test('replaces the choice by what is typed next', async () => {
    const { user, input } = await open();
    await user.type(input, 'alex.smith2{Enter}');
    await waitFor(() => expect(input.value).toBe('Alex Smith (alex.smith2)'));
    await user.keyboard('alex.smith3{Enter}');
    await waitFor(() => expect(input.value).toBe('Alex Smith (alex.smith3)'));
  });
});
