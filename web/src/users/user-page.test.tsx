import type { NodeId } from '@storeward/contract/nodes';
import { type User, type UserId, users } from '@storeward/contract/users';
import type { UserInput } from '@storeward/contract/users/user-input';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { mockResponse, type RecordedRequest, mockError } from '../../test/mock-server.ts';
import { createUser, createTokens } from '../../test/create-user.ts';
import { startPortal } from '../../test/start-portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { resetSession, restoreSession } from '../platform/session/session.ts';
import { storeTokens } from '../platform/theme/tokens.ts';
import { UserPage } from './user-page.tsx';
import { containing, phrase } from '../../test/phrase.ts';

const id = '0199a000-0000-7000-8000-000000000042' as UserId;
const pathNode = (number: number, name: string, nodeType: 'ORGANIZATION' | 'COMPANY' | 'STORE') => ({
  id: `0199a000-0000-7000-8000-00000000010${number}` as NodeId,
  name,
  nodeType,
});

const amelia = (overrides: Partial<User> = {}): User =>
  createUser({
    id,
    userName: 'amelia.hartley',
    firstName: 'Amelia',
    lastName: 'Hartley',
    emailId: 'amelia.hartley@kestrelsports.com',
    phoneNumber: '+44 113 496 0127',
    path: [
      pathNode(1, 'Kestrel Sports', 'ORGANIZATION'),
      pathNode(2, 'Kestrel UK', 'COMPANY'),
      pathNode(3, 'Leeds Headrow', 'STORE'),
    ],
    rootNode: 'STORE',
    grantedPermissions: ['VIEW_USER', 'EDIT_USER'],
    version: 7,
    ...overrides,
  });

const putRequests = (requests: RecordedRequest[]) => requests.filter(({ method }) => method === 'PUT');
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const saveButton = () => screen.findByRole('button', { name: 'Save changes' });

let requests: RecordedRequest[];

beforeEach(async () => {
  requests = await startPortal();
});

describe('viewing a user', () => {
  const view = () => renderAt(`/user/${id}/view`, <UserPage id={id} mode="view" />);

  test('shows personal data, node path, rights by module and sign-in data', async () => {
    mockResponse(users.get, amelia({ hasPin: false, hasSecretWord: true, lastActive: null }));
    await view();
    expect(await screen.findByRole('heading', { level: 1, name: 'Amelia Hartley' })).toBeTruthy();
    const sectionText = (title: string) => screen.getByRole('region', { name: title }).textContent;
    expect(sectionText('Person')).toContain('Phone+44 113 496 0127LanguageEnglish (en)Time zoneEurope/London (GMT');
    expect(sectionText('Person')).toContain('CountryUnited KingdomDate of birthNot given');
    expect(sectionText('Location and role')).toContain('LocationKestrel Sports › Kestrel UK › Leeds HeadrowLevelStore');
    expect(sectionText('Location and role')).toContain('RoleCompany administrator2 permissions in 1 moduleOM · 2');
    expect(sectionText('Sign-in')).toContain('Usernameamelia.hartley');
    expect(sectionText('Sign-in')).toContain('Secret wordSetPINNot setLast activeNever signed in');
    expect(document.title).toBe('Amelia Hartley · View User');
  });

  test('shows the marketing opt-ins only with the permission', async () => {
    mockResponse(users.get, amelia({ communicationEmail: true }));
    const first = await view();
    await screen.findByRole('heading', { level: 1, name: 'Amelia Hartley' });
    expect(screen.queryByText('Marketing')).toBeNull();
    first.unmount();
    const me = createUser({ grantedPermissions: ['VIEW_USER', 'ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE'] });
    mockResponse(users.get, me);
    storeTokens(createTokens());
    await restoreSession();
    mockResponse(users.get, amelia({ communicationEmail: true }));
    await view();
    expect(await screen.findByText('Marketing')).toBeTruthy();
    resetSession();
  });

  test.each(['view', 'edit'] as const)('shows to %s that the mail server refused the address', async (mode) => {
    mockResponse(users.get, amelia({ mailRefused: { since: '2026-03-02T10:00:00Z', reason: '550 5.1.1' } }));
    await renderAt(`/user/${id}/${mode}`, <UserPage id={id} mode={mode} />);
    expect((await screen.findByText(containing('users.mail.refused'))).textContent).toMatch(
      /not be delivered on .*2026.*: the mail server refused the address \(550 5\.1\.1\)\. Correct the email address or send again\.$/,
    );
  });

  test('offers the edit link only where the server permits it', async () => {
    mockResponse(users.get, amelia());
    const first = await view();
    expect((await screen.findByRole('link', { name: 'Edit' })).getAttribute('href')).toBe(`/user/${id}/edit`);
    first.unmount();
    mockResponse(users.get, amelia({ can: { view: true, edit: false, enable: false, delete: false, seeAs: false } }));
    await view();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  test('shows the same message for a missing user and for one out of scope', async () => {
    mockError(users.get, 'user.unknown');
    await view();
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeTruthy();
    expect(screen.getByText(phrase('errors.user.unknown'))).toBeTruthy();
  });

  test('retries after a failure', async () => {
    mockError(users.get, 'service.busy');
    const { user } = await view();
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    mockResponse(users.get, amelia());
    await user.click(retryButton);
    expect(await screen.findByRole('heading', { level: 1, name: 'Amelia Hartley' })).toBeTruthy();
  });
});

describe('editing a user', () => {
  const edit = () => renderAt(`/user/${id}/edit`, <UserPage id={id} mode="edit" />);
  const typeOver = async (user: Awaited<ReturnType<typeof edit>>['user'], name: string, text: string) => {
    const input = await field(name);
    await user.clear(input);
    await user.paste(text);
  };

  test('saves the typed values with If-Match of the loaded version, and confirms it', async () => {
    let stored = amelia();
    mockResponse(users.get, () => stored);
    mockResponse(users.update, ({ body }) => (stored = amelia({ ...(body as UserInput), version: 8 })));
    const { user } = await edit();
    await typeOver(user, 'Last name', 'Hartley-Okonkwo');
    expect(await screen.findByText('1 unsaved change')).toBeTruthy();
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Amelia Hartley-Okonkwo saved')).toBeTruthy();
    const [request] = putRequests(requests);
    expect(request?.headers.get('if-match')).toBe('"7"');
    expect(request?.body).toMatchObject({
      firstName: 'Amelia',
      lastName: 'Hartley-Okonkwo',
      language: 'en',
      country: 'GB',
    });
    expect(screen.queryByText('1 unsaved change')).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Amelia Hartley-Okonkwo' })).toBeTruthy();
  });

  test('moves the focus to the form when the save bar disappears', async () => {
    mockResponse(users.get, amelia());
    mockResponse(users.update, ({ body }) => amelia({ ...(body as UserInput), version: 8 }));
    const { user } = await edit();
    await typeOver(user, 'Last name', 'Stone');
    await user.click(await saveButton());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Edit User' })));
    await user.tab();
    expect(document.activeElement).toBe(await field('First name'));
  });

  test('rejects an invalid e-mail address before sending and focuses the field', async () => {
    mockResponse(users.get, amelia());
    const { user } = await edit();
    await typeOver(user, 'Email', 'amelia@kestrelsports');
    await user.click(await saveButton());
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    expect(screen.getByText('1 field needs attention')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' })));
    expect(putRequests(requests)).toHaveLength(0);
  });

  test('shows a server validation error at its field', async () => {
    mockResponse(users.get, amelia());
    mockError(users.update, 'input.invalid', {
      errors: [{ path: 'phoneNumber', messageCode: 'field.phone', message: '' }],
    });
    const { user } = await edit();
    await typeOver(user, 'Last name', 'Stone');
    await user.click(await saveButton());
    expect(await screen.findByText(containing('errors.field.phone'))).toBeTruthy();
    expect((await field('Last name')).value).toBe('Stone');
  });

  test.each([
    ['user.ownContact', phrase('errors.user.ownContact')],
    ['user.beyondYourOwn', phrase('errors.user.beyondYourOwn')],
  ] as const)('shows an alert with the reason of a refused change: %s', async (code, text) => {
    mockResponse(users.get, amelia());
    mockError(users.update, code);
    const { user } = await edit();
    await typeOver(user, 'Email', 'a@kestrelsports.com');
    await user.click(await saveButton());
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect((await field('Email')).value).toBe('a@kestrelsports.com');
    expect(await saveButton()).toBeTruthy();
  });

  test('shows the user name read-only, and level and role as editable fields', async () => {
    mockResponse(users.get, amelia());
    await edit();
    expect((await screen.findByLabelText<HTMLInputElement>('Role')).value).toBe('Company administrator');
    expect(screen.getByText('amelia.hartley')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Username' })).toBeNull();
  });

  test('shows a user with more rights than the own ones read-only', async () => {
    mockResponse(users.get, amelia({ can: { view: true, edit: false, enable: false, delete: false, seeAs: false } }));
    await edit();
    expect((await screen.findByRole('alert')).textContent).toMatch(containing('errors.user.beyondYourOwn'));
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('asks for confirmation before leaving with unsaved changes', async () => {
    mockResponse(users.get, amelia());
    const { user, currentUrl: address } = await edit();
    await typeOver(user, 'First name', 'Amy');
    await user.click(screen.getByRole('link', { name: 'View' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(dialog.textContent).toContain('1 unsaved change and its draft on this device are lost.');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('No'));
    await user.click(within(dialog).getByRole('button', { name: 'No' }));
    expect(address()).toBe(`/user/${id}/edit`);
    expect((await field('First name')).value).toBe('Amy');

    await user.click(screen.getByRole('link', { name: 'View' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(address()).toBe(`/user/${id}/view`));
  });

  describe('an edit conflict', () => {
    const currentVersion = () =>
      amelia({ firstName: 'Amélie', phoneNumber: '+44 113 496 0999', version: 8, updatedDate: '2026-11-20T14:02:00Z' });

    async function openConflict() {
      mockResponse(users.get, amelia());
      mockError(users.update, 'record.stale', { current: currentVersion() });
      const view = await edit();
      await typeOver(view.user, 'First name', 'Amy');
      await typeOver(view.user, 'Last name', 'Stone');
      await view.user.click(await saveButton());
      const dialog = await screen.findByRole('region', { name: phrase('records.form.conflictTitle') });
      mockResponse(users.update, ({ body }) => amelia({ ...(body as UserInput), version: 9 }));
      const radiosOf = (name: string) => within(within(dialog).getByRole('radiogroup', { name })).getAllByRole('radio');
      return { ...view, dialog, radiosOf };
    }

    test('shows both versions of conflicting fields, names the kept fields, and loses no value', async () => {
      const { radiosOf, dialog } = await openConflict();
      expect(radiosOf('First name').map((option) => option.textContent)).toEqual(['YoursAmy', 'TheirsAmélie']);
      expect(within(dialog).queryByRole('radiogroup', { name: 'Last name' })).toBeNull();
      expect(dialog.textContent).toContain(phrase('records.form.keptFields', { fields: 'Last name' }));
      expect((await field('Last name')).value).toBe('Stone');
      expect(radiosOf('Phone').map((option) => option.getAttribute('aria-checked'))).toEqual(['false', 'true']);
      expect(within(dialog).queryByRole('radiogroup', { name: 'Country' })).toBeNull();
      expect((await field('First name')).value).toBe('Amy');
      expect((await field('Phone optional')).value).toBe('+44 113 496 0999');
      await waitFor(() => expect(document.activeElement).toBe(dialog));
    });

    test('saves the chosen values with If-Match of the new version', async () => {
      const { user, radiosOf, dialog } = await openConflict();
      await user.click(radiosOf('First name')[1]!);
      expect((await field('First name')).value).toBe('Amélie');
      expect(await screen.findByText('1 unsaved change')).toBeTruthy();
      await user.click(await saveButton());
      await waitFor(() => expect(putRequests(requests)).toHaveLength(2));
      expect(putRequests(requests)[1]?.headers.get('if-match')).toBe('"8"');
      expect(putRequests(requests)[1]?.body).toMatchObject({
        firstName: 'Amélie',
        lastName: 'Stone',
        phoneNumber: '+44 113 496 0999',
      });
      await waitFor(() => expect(dialog.isConnected).toBe(false));
    });

    test('merges changes of different fields without asking, says so, and saves on the next attempt', async () => {
      mockResponse(users.get, amelia());
      mockError(users.update, 'record.stale', { current: amelia({ status: false, version: 8 }) });
      const { user } = await edit();
      await typeOver(user, 'Last name', 'Stone');
      await user.click(await saveButton());
      expect(await screen.findByText(/Your input is kept: Last name\. Save again/)).toBeTruthy();
      expect(screen.queryByRole('region', { name: phrase('records.form.conflictTitle') })).toBeNull();
      mockResponse(users.update, ({ body }) => amelia({ ...(body as UserInput), version: 9 }));
      await user.click(await saveButton());
      await waitFor(() => expect(putRequests(requests)).toHaveLength(2));
      expect(putRequests(requests)[1]?.headers.get('if-match')).toBe('"8"');
      expect(putRequests(requests)[1]?.body).toMatchObject({ firstName: 'Amelia', lastName: 'Stone' });
    });

    test('switches back to the own value without losing it', async () => {
      const { user, radiosOf } = await openConflict();
      await user.click(radiosOf('First name')[1]!);
      await user.click(radiosOf('First name')[0]!);
      expect((await field('First name')).value).toBe('Amy');
    });
  });
});
