import { type User, type UserId, users } from '@storeward/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { phrase } from '../../test/phrase.ts';
import { createUser } from '../../test/create-user.ts';
import { mockResponse } from '../../test/mock-server.ts';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { UserPage } from './user-page.tsx';

const id = '0199a000-0000-7000-8000-000000000042' as UserId;
const amelia = (overrides: Partial<User> = {}): User =>
  createUser({ id, grantedPermissions: ['VIEW_USER', 'EDIT_USER'], version: 7, ...overrides });

test('shows the number that is saved for a national one, and asks for a country without one', async () => {
  const requests = await startPortal();
  const changes = () => requests.filter(({ method }) => method === 'PUT');
  mockResponse(users.get, amelia({ country: '' }));
  mockResponse(users.update, amelia());
  const { user } = await renderAt(`/user/${id}/edit`, <UserPage id={id} mode="edit" />);
  const phone = await screen.findByRole('textbox', { name: 'Phone optional' });
  await user.clear(phone);
  await user.paste('0113 496 0999');
  const save = await screen.findByRole('button', { name: 'Save changes' });
  await user.click(save);
  expect(await screen.findByText(phrase('errors.field.phoneCountry'))).toBeTruthy();
  expect(changes()).toHaveLength(0);
  await user.click(await screen.findByRole('combobox', { name: 'Country optional' }));
  await user.click(await screen.findByRole('option', { name: 'United Kingdom' }));
  const saved = { number: '+44 113 496 0999', country: 'United Kingdom' };
  expect(await screen.findByText(phrase('records.phone.savedAs', saved))).toBeTruthy();
  await user.click(save);
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(changes()[0]?.body).toMatchObject({ phoneNumber: '+44 113 496 0999', country: 'GB' });
});
