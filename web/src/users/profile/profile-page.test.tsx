import { notifications } from '@mantine/notifications';
import type { NodeId } from '@storeward/contract/nodes';
import { profiles, type ProfileInput } from '@storeward/contract/users/profiles';
import { type User, type UserId, users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  mockResponse,
  mockRawResponse,
  type RecordedRequest,
  mockError,
  startMockServer,
} from '../../../test/mock-server.ts';
import { createUser, createTokens } from '../../../test/create-user.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { loadPortalPhrases } from '../../platform/text/catalogues.ts';
import { initLanguage } from '../../platform/text/i18n.ts';
import { currentSession, restoreSession } from '../../platform/session/session.ts';
import { storeTokens } from '../../platform/theme/tokens.ts';
import { loadImage } from './image-file.ts';
import { ProfilePage } from './profile-page.tsx';
import { containing, phrase } from '../../../test/phrase.ts';

const id = '0199a000-0000-7000-8000-000000000001' as UserId;
const me = (overrides: Partial<User> = {}): User =>
  createUser({
    id,
    grantedPermissions: ['VIEW_PROFILE'],
    emailId: 'priya@kestrelsports.com',
    path: [{ id: '0199a000-0000-7000-8000-000000000101' as NodeId, name: 'Kestrel UK', nodeType: 'COMPANY' }],
    version: 7,
    ...overrides,
  });

const putRequests = (requests: RecordedRequest[]) => requests.filter(({ method }) => method === 'PUT');
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const secret = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' });
const saveButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save changes' });

let requests: RecordedRequest[];
let stored: User;

beforeEach(async () => {
  window.happyDOM?.setViewport({ width: 1440 });
  requests = startMockServer();
  stored = me();
  mockResponse(users.get, () => stored);
  mockResponse(profiles.get, () => stored);
  await initLanguage(loadPortalPhrases);
  storeTokens(createTokens());
  await restoreSession();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  notifications.clean();
});

const open = () => renderAt('/profile', <ProfilePage>more</ProfilePage>);
type UserEvent = Awaited<ReturnType<typeof open>>['user'];
async function typeOver(user: UserEvent, name: string, text: string) {
  const input = await field(name);
  await user.clear(input);
  await user.paste(text);
}
const paste = (user: UserEvent, input: HTMLElement, text: string) => user.click(input).then(() => user.paste(text));
const acceptSaves = () =>
  mockResponse(profiles.update, ({ body }) => {
    const { secretWord, pin, password: _, ...values } = body as ProfileInput;
    return (stored = me({
      ...values,
      hasSecretWord: stored.hasSecretWord || secretWord != null,
      hasPin: pin != null,
      version: 8,
    }));
  });

describe('the own profile', () => {
  test('shows the stored values, with node, role and user name read-only', async () => {
    await open();
    expect((await field('Email')).value).toBe('priya@kestrelsports.com');
    const nodeSection = within(screen.getByRole('region', { name: 'Location and role' }));
    for (const text of ['Kestrel UK', 'Company administrator', 'company.admin@kestrelsports.com'])
      expect(nodeSection.getByText(text)).toBeTruthy();
    expect(nodeSection.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });

  test('saves names, date of birth and marketing opt-ins without a password, and updates the session', async () => {
    acceptSaves();
    const { user } = await open();
    await typeOver(user, 'First name', 'Priyanka');
    await user.type(screen.getByLabelText('Date of birth optional'), '03/02/1990');
    await user.click(screen.getByRole('checkbox', { name: phrase('profile.marketing.sms') }));
    expect(screen.getByText('3 unsaved changes')).toBeTruthy();
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await user.click(await saveButton());
    expect(await screen.findByText('Profile saved')).toBeTruthy();
    const [request] = putRequests(requests);
    expect(request?.headers.get('if-match')).toBe('"7"');
    const secrets = { secretWord: null, pin: null };
    const changes = { firstName: 'Priyanka', dateOfBirth: '1990-02-03', communicationSms: true };
    expect(request?.body).toMatchObject({ ...changes, ...secrets });
    await waitFor(() => expect(currentSession().user?.firstName).toBe('Priyanka'));
    expect(screen.queryByText('3 unsaved changes')).toBeNull();
  });

  test.each([
    ['Email', 'new@kestrelsports.com', 'emailId'],
    ['Phone optional', '+44 113 496 0127', 'phoneNumber'],
  ])('asks for the password beside changed contact data: %s', async (label, text, name) => {
    acceptSaves();
    const { user } = await open();
    await typeOver(user, label, text);
    const password = await secret('Your password');
    expect(screen.getByText(/^Required to change: /)).toBeTruthy();
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    await user.click(await saveButton());
    expect(await screen.findByText(phrase('errors.password.needed'))).toBeTruthy();
    expect(putRequests(requests)).toHaveLength(0);
    await paste(user, password, 'Demo-portal-26');
    await user.click(await saveButton());
    await waitFor(() => expect(putRequests(requests)).toHaveLength(1));
    expect(putRequests(requests)[0]?.body).toMatchObject({ [name]: text, password: 'Demo-portal-26' });
    await waitFor(() => expect(screen.queryByLabelText('Your password')).toBeNull());
  });

  test('reloads the session with the rights of all modules after saving', async () => {
    const createModule = (shortName: string, name: string) => ({
      shortName,
      accessRights: [{ shortName: name.toLowerCase(), associatePermission: name }],
    });
    const modules = [createModule('om', 'VIEW_PROFILE'), createModule('sotk', 'LIST_SETTING')];
    mockResponse(users.get, () => ({ ...stored, userRole: [{ id: 'role-1', name: 'Store manager', modules }] }));
    acceptSaves();
    const { user } = await open();
    await typeOver(user, 'First name', 'Ingeborg');
    await user.click(await saveButton());
    await waitFor(() => expect(currentSession().permissions).toContain('LIST_SETTING'));
  });

  test('requires the password for a new secret word but not for a new PIN, and shows neither', async () => {
    acceptSaves();
    const { user } = await open();
    const secrets = within(await screen.findByRole('region', { name: phrase('profile.section.secrets') }));
    expect(secrets.getByText('Not set')).toBeTruthy();
    await user.click(secrets.getByRole('button', { name: 'Set: PIN' }));
    await paste(user, await secret('PIN'), '4711');
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await user.click(secrets.getByRole('button', { name: 'Replace: Secret word' }));
    const word = await secret('Secret word');
    await waitFor(() => expect(document.activeElement).toBe(word));
    await paste(user, word, 'five5');
    await paste(user, await secret('Your password'), 'Demo-portal-26');
    await user.click(await saveButton());
    expect(await screen.findByText(phrase('errors.field.secretWordTooShort'))).toBeTruthy();
    await paste(user, word, ' juice');
    await user.click(await saveButton());
    await waitFor(() => expect(putRequests(requests)).toHaveLength(1));
    expect(putRequests(requests)[0]?.body).toMatchObject({
      secretWord: 'five5 juice',
      pin: '4711',
      password: 'Demo-portal-26',
    });
    expect(await secrets.findByRole('button', { name: 'Replace: PIN' })).toBeTruthy();
    expect(document.body.innerHTML).not.toMatch(/five5|4711|Demo-portal/);
  });

  test('keeps a secret when its replacement is cancelled', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Replace: Secret word' }));
    await paste(user, await secret('Secret word'), 'orange');
    await user.click(screen.getByRole('button', { name: 'Keep unchanged: Secret word' }));
    expect(screen.getByRole('button', { name: 'Replace: Secret word' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });

  test('ignores a secret field left empty, and saves other changes', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Replace: Secret word' }));
    await user.click(await screen.findByRole('button', { name: /: PIN$/ }));
    expect(screen.getByText(containing('profile.secret.pinHint'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    expect(screen.queryByLabelText('Your password', { selector: 'input' })).toBeNull();
    await typeOver(user, 'First name', 'Priyanka');
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    acceptSaves();
    await user.click(await saveButton());
    await waitFor(() => expect(putRequests(requests)).toHaveLength(1));
    expect(putRequests(requests)[0]?.body).toMatchObject({ firstName: 'Priyanka', secretWord: null, pin: null });
  });

  test('shows a required error at the password and focuses it', async () => {
    const { user } = await open();
    await typeOver(user, 'Email', 'new@kestrelsports.com');
    await user.click(await saveButton());
    expect(await screen.findByText(phrase('errors.password.needed'))).toBeTruthy();
    const password = await secret('Your password');
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(putRequests(requests)).toHaveLength(0);
  });

  test('shows a wrong password at its field and keeps the typed values', async () => {
    mockError(profiles.update, 'password.oldWrong');
    const { user } = await open();
    await typeOver(user, 'Email', 'new@kestrelsports.com');
    await paste(user, await secret('Your password'), 'wrong');
    await user.click(await saveButton());
    expect(await screen.findByText(phrase('errors.password.oldWrong'))).toBeTruthy();
    const password = await secret('Your password');
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(password.getAttribute('aria-invalid')).toBe('true');
    expect((await field('Email')).value).toBe('new@kestrelsports.com');
    expect((await saveButton()).disabled).toBe(false);
  });

  test.each([
    ['500', () => mockRawResponse(profiles.update, 500)],
    ['no response', () => mockRawResponse(profiles.update, 502)],
    ['a 503', () => mockError(profiles.update, 'service.unavailable')],
  ])('shows no alert for a server failure and keeps the values for another attempt: %s', async (_, fail) => {
    fail();
    const { user } = await open();
    await typeOver(user, 'First name', 'Priyanka');
    await user.click(await saveButton());
    await waitFor(() => expect(putRequests(requests).length).toBeGreaterThan(0));
    await waitFor(async () => expect((await saveButton()).dataset['loading']).toBeUndefined());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    expect((await field('First name')).value).toBe('Priyanka');
    acceptSaves();
    await user.click(await saveButton());
    expect(await screen.findByText('Profile saved')).toBeTruthy();
  });

  test('shows an alert after too many wrong passwords', async () => {
    mockError(profiles.update, 'signIn.locked');
    const { user } = await open();
    await typeOver(user, 'Email', 'new@kestrelsports.com');
    await paste(user, await secret('Your password'), 'right');
    await user.click(await saveButton());
    expect((await screen.findByRole('alert')).textContent).toContain('User Lock! Please contact Administrator');
  });

  test('shows both versions when an administrator has changed the profile meanwhile', async () => {
    const newer = me({ firstName: 'Pria', version: 8, updatedDate: '2026-11-20T14:02:00Z' });
    mockError(profiles.update, 'record.stale', { current: newer });
    const { user } = await open();
    await typeOver(user, 'First name', 'Priyanka');
    await user.click(await saveButton());
    const conflictRegion = await screen.findByRole('region', { name: phrase('records.form.conflictTitle') });
    const group = within(conflictRegion).getByRole('radiogroup', { name: 'First name' });
    const options = within(group).getAllByRole('radio');
    expect(options.map(({ textContent }) => textContent)).toEqual(['YoursPriyanka', 'TheirsPria']);
    acceptSaves();
    await user.click(await saveButton());
    await waitFor(() => expect(putRequests(requests)[1]?.headers.get('if-match')).toBe('"8"'));
  });
});

describe('the own profile picture', () => {
  const createFile = (size: number, type: string, name = 'me.png') => {
    const file = new File(['x'], name, { type });
    Object.defineProperty(file, 'size', { value: size });
    return file;
  };

  test.each([
    ['of 6 MB', createFile(6_291_456, 'image/png'), 'Please add image of size below 6MB'],
    ['that is text', createFile(10, 'text/plain', 'me.txt'), 'Invalid file format'],
    ['that is an SVG', createFile(10, 'image/svg+xml', 'me.svg'), 'Invalid file format'],
  ])('rejects a file %s, and sends nothing', async (_, file, text) => {
    const { user, container } = await open();
    await screen.findByRole('button', { name: 'Choose picture' });
    const input = container.querySelector<HTMLInputElement>('input[type=file]')!;
    input.removeAttribute('accept');
    await user.upload(input, file);
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(screen.getByText(phrase('profile.picture.formats'))).toBeTruthy();
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('can be removed', async () => {
    stored = me({ profilePicture: '/files/me.webp' });
    mockResponse(profiles.removePicture, () => {
      stored = me({ profilePicture: null, version: 8 });
      return { removed: true };
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Remove picture' }));
    expect(await screen.findByText('Picture removed')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull());
  });

  test('rejects a file that cannot be decoded', async () => {
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('no picture'));
    expect(await loadImage(createFile(10, 'image/png'))).toBe('field.imageFormat');
  });
});
