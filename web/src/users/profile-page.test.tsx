import { notifications } from '@mantine/notifications';
import type { NodeId } from '@storeward/contract/nodes';
import { profiles, type ProfileInput } from '@storeward/contract/profiles';
import { type User, type UserId, users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, answerRaw, type Heard, refuse, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { renderAt } from '../../test/render-at.tsx';
import { loadPortalPhrases } from '../platform/catalogues.ts';
import { startSpeaking } from '../platform/i18n.ts';
import { currentSession, restore } from '../platform/session.ts';
import { keepTokens } from '../platform/tokens.ts';
import { openPicture } from './picture-square.ts';
import { ProfilePage } from './profile-page.tsx';

const id = '0199a000-0000-7000-8000-000000000001' as UserId;
const me = (wishes: Partial<User> = {}): User =>
  aPerson({
    id,
    may: ['VIEW_PROFILE'],
    emailId: 'priya@kestrelsports.com',
    path: [{ id: '0199a000-0000-7000-8000-000000000101' as NodeId, name: 'Kestrel UK', nodeType: 'COMPANY' }],
    version: 7,
    ...wishes,
  });

const saved = (heard: Heard[]) => heard.filter(({ method }) => method === 'PUT');
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const secret = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' });
const saveButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save changes' });

let heard: Heard[];
let stored: User;

beforeEach(async () => {
  window.happyDOM?.setViewport({ width: 1440 });
  heard = startServer();
  stored = me();
  answer(users.get, () => stored);
  answer(profiles.get, () => stored);
  await startSpeaking(loadPortalPhrases);
  keepTokens(someTokens());
  await restore();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  notifications.clean();
});

const open = () => renderAt('/profile', <ProfilePage>more</ProfilePage>);
type Hand = Awaited<ReturnType<typeof open>>['user'];
async function typeOver(user: Hand, name: string, words: string) {
  const input = await field(name);
  await user.clear(input);
  await user.paste(words);
}
async function paste(user: Hand, input: HTMLElement, words: string) {
  await user.click(input);
  await user.paste(words);
}
const saves = () =>
  answer(profiles.update, ({ body }) => {
    const { secretWord, pin, password: _, ...filled } = body as ProfileInput;
    return (stored = me({
      ...filled,
      hasSecretWord: stored.hasSecretWord || secretWord != null,
      hasPin: pin != null,
      version: 8,
    }));
  });

describe('the own profile', () => {
  it('shows what is stored, and locks place, role and user name', async () => {
    await open();
    expect((await field('E-mail')).value).toBe('priya@kestrelsports.com');
    const place = within(screen.getByRole('region', { name: 'Place and role' }));
    for (const words of ['Kestrel UK', 'Company administrator', 'company.admin@kestrelsports.com'])
      expect(place.getByText(words)).toBeTruthy();
    expect(place.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });

  it('saves names, birthday and wishes without a password, and the session learns of it', async () => {
    saves();
    const { user } = await open();
    await typeOver(user, 'First name', 'Priyanka');
    const born = screen.getByLabelText('Date of birth optional');
    await user.type(born, '03/02/1990');
    await user.click(screen.getByRole('checkbox', { name: 'By text message (SMS)' }));
    expect(screen.getByText('3 unsaved changes')).toBeTruthy();
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await user.click(await saveButton());
    expect(await screen.findByText('Your profile is saved')).toBeTruthy();
    const [request] = saved(heard);
    expect(request?.headers.get('if-match')).toBe('"7"');
    expect(request?.body).toMatchObject({
      firstName: 'Priyanka',
      dateOfBirth: '1990-02-03',
      communicationSms: true,
      secretWord: null,
      pin: null,
    });
    await waitFor(() => expect(currentSession().user?.firstName).toBe('Priyanka'));
    expect(screen.queryByText('3 unsaved changes')).toBeNull();
  });

  it.each([
    ['E-mail', 'new@kestrelsports.com', 'emailId'],
    ['Phone optional', '+44 113 496 0127', 'phoneNumber'],
  ])('asks for the password in place when the way to reach somebody changes: %s', async (label, words, name) => {
    saves();
    const { user } = await open();
    await typeOver(user, label, words);
    const password = await secret('Your password');
    expect(screen.getByText(/^Needed for the change of: /)).toBeTruthy();
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    await user.click(await saveButton());
    expect(await screen.findByText('Enter your password to make this change.')).toBeTruthy();
    expect(saved(heard)).toHaveLength(0);
    await paste(user, password, 'Demo-portal-26');
    await user.click(await saveButton());
    await waitFor(() => expect(saved(heard)).toHaveLength(1));
    expect(saved(heard)[0]?.body).toMatchObject({ [name]: words, password: 'Demo-portal-26' });
    await waitFor(() => expect(screen.queryByLabelText('Your password')).toBeNull());
  });

  it('that was saved is read anew with the rights of all modules', async () => {
    const inModule = (shortName: string, name: string) => ({
      shortName,
      accessRights: [{ shortName: name.toLowerCase(), associatePermission: name }],
    });
    const modules = [inModule('om', 'VIEW_PROFILE'), inModule('sotk', 'LIST_SETTING')];
    answer(users.get, () => ({ ...stored, userRole: [{ id: 'role-1', name: 'Store manager', modules }] }));
    saves();
    const { user } = await open();
    await typeOver(user, 'First name', 'Ingeborg');
    await user.click(await saveButton());
    await waitFor(() => expect(currentSession().permissions).toContain('LIST_SETTING'));
  });

  it('replaces the secret word with the password, the PIN without, and shows neither', async () => {
    saves();
    const { user } = await open();
    const secrets = within(await screen.findByRole('region', { name: 'Secret word and PIN' }));
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
    expect(await screen.findByText('A secret word has at least six characters')).toBeTruthy();
    await paste(user, word, ' juice');
    await user.click(await saveButton());
    await waitFor(() => expect(saved(heard)).toHaveLength(1));
    expect(saved(heard)[0]?.body).toMatchObject({ secretWord: 'five5 juice', pin: '4711', password: 'Demo-portal-26' });
    expect(await secrets.findByRole('button', { name: 'Replace: PIN' })).toBeTruthy();
    expect(document.body.innerHTML).not.toMatch(/five5|4711|Demo-portal/);
  });

  it('leaves a secret as it is when somebody thinks better of it', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Replace: Secret word' }));
    await paste(user, await secret('Secret word'), 'orange');
    await user.click(screen.getByRole('button', { name: 'Leave as it is: Secret word' }));
    expect(screen.getByRole('button', { name: 'Replace: Secret word' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });

  it('counts no secret that was opened and left empty, and does not stand in the way of other changes', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Replace: Secret word' }));
    await user.click(await screen.findByRole('button', { name: /: PIN$/ }));
    expect(screen.getByText(/for the devices in a store/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    expect(screen.queryByLabelText('Your password', { selector: 'input' })).toBeNull();
    await typeOver(user, 'First name', 'Priyanka');
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    saves();
    await user.click(await saveButton());
    await waitFor(() => expect(saved(heard)).toHaveLength(1));
    expect(saved(heard)[0]?.body).toMatchObject({ firstName: 'Priyanka', secretWord: null, pin: null });
  });

  it('asks for the password and goes to it when one is needed', async () => {
    const { user } = await open();
    await typeOver(user, 'E-mail', 'new@kestrelsports.com');
    await user.click(await saveButton());
    expect(await screen.findByText('Enter your password to make this change.')).toBeTruthy();
    const password = await secret('Your password');
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(saved(heard)).toHaveLength(0);
  });

  it('puts a wrong password to its field, and keeps what was typed', async () => {
    refuse(profiles.update, 'password.oldWrong');
    const { user } = await open();
    await typeOver(user, 'E-mail', 'new@kestrelsports.com');
    await paste(user, await secret('Your password'), 'wrong');
    await user.click(await saveButton());
    expect(await screen.findByText('This password is not right.')).toBeTruthy();
    const password = await secret('Your password');
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(password.getAttribute('aria-invalid')).toBe('true');
    expect((await field('E-mail')).value).toBe('new@kestrelsports.com');
    expect((await saveButton()).disabled).toBe(false);
  });

  it.each([
    ['500', () => answerRaw(profiles.update, 500)],
    ['no answer', () => answerRaw(profiles.update, 502)],
    ['a pause', () => refuse(profiles.update, 'service.unavailable')],
  ])('tells nobody of a failure of ours, and what was typed can be saved again: %s', async (_, fail) => {
    fail();
    const { user } = await open();
    await typeOver(user, 'First name', 'Priyanka');
    await user.click(await saveButton());
    await waitFor(() => expect(saved(heard).length).toBeGreaterThan(0));
    await waitFor(async () => expect((await saveButton()).dataset['loading']).toBeUndefined());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    expect((await field('First name')).value).toBe('Priyanka');
    saves();
    await user.click(await saveButton());
    expect(await screen.findByText('Your profile is saved')).toBeTruthy();
  });

  it('says in place that too many wrong passwords were tried', async () => {
    refuse(profiles.update, 'signIn.locked');
    const { user } = await open();
    await typeOver(user, 'E-mail', 'new@kestrelsports.com');
    await paste(user, await secret('Your password'), 'right');
    await user.click(await saveButton());
    expect((await screen.findByRole('alert')).textContent).toContain('User Lock! Please contact Administrator');
  });

  it('shows both versions when an administrator was faster', async () => {
    const newer = me({ firstName: 'Pria', version: 8, updatedDate: '2026-11-20T14:02:00Z' });
    refuse(profiles.update, 'record.stale', { current: newer });
    const { user } = await open();
    await typeOver(user, 'First name', 'Priyanka');
    await user.click(await saveButton());
    const question = await screen.findByRole('region', { name: 'Somebody else was faster' });
    const first = within(question).getByRole('radiogroup', { name: 'First name' });
    expect(
      within(first)
        .getAllByRole('radio')
        .map((side) => side.textContent),
    ).toEqual(['YoursPriyanka', 'TheirsPria']);
    saves();
    await user.click(await saveButton());
    await waitFor(() => expect(saved(heard)[1]?.headers.get('if-match')).toBe('"8"'));
  });
});

describe('the own picture', () => {
  const file = (size: number, type: string, name = 'me.png') => {
    const chosen = new File(['x'], name, { type });
    Object.defineProperty(chosen, 'size', { value: size });
    return chosen;
  };

  it.each([
    ['of six megabytes', file(6_291_456, 'image/png'), 'Please add image of size below 6MB'],
    ['that is a text', file(10, 'text/plain', 'me.txt'), 'Invalid file format'],
    ['that is a drawing', file(10, 'image/svg+xml', 'me.svg'), 'Invalid file format'],
  ])('is not taken from a file %s, and nothing is sent', async (_, chosen, words) => {
    const { user, container } = await open();
    await screen.findByRole('button', { name: 'Choose picture' });
    const input = container.querySelector<HTMLInputElement>('input[type=file]')!;
    input.removeAttribute('accept');
    await user.upload(input, chosen);
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(screen.getByText('JPEG, PNG, BMP or WebP, below 6 MB')).toBeTruthy();
    expect(heard.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('can be taken away where there is one', async () => {
    stored = me({ profilePicture: '/files/me.webp' });
    answer(profiles.removePicture, () => {
      stored = me({ profilePicture: null, version: 8 });
      return { removed: true };
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Remove picture' }));
    expect(await screen.findByText('Your picture is removed')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull());
  });

  it('is not taken from what does not open as one', async () => {
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('no picture'));
    expect(await openPicture(file(10, 'image/png'))).toBe('field.imageFormat');
  });
});
