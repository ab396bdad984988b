import type { NodeId } from '@storeward/contract/nodes';
import { type User, type UserId, type UserInput, users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, type Heard, refuse } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { drop, restore } from '../platform/session.ts';
import { keepTokens } from '../platform/tokens.ts';
import { UserPage } from './user-page.tsx';

const id = '0199a000-0000-7000-8000-000000000042' as UserId;
const place = (number: number, name: string, nodeType: 'ORGANIZATION' | 'COMPANY' | 'STORE') => ({
  id: `0199a000-0000-7000-8000-00000000010${number}` as NodeId,
  name,
  nodeType,
});

const amelia = (wishes: Partial<User> = {}): User =>
  aPerson({
    id,
    userName: 'amelia.hartley',
    firstName: 'Amelia',
    lastName: 'Hartley',
    emailId: 'amelia.hartley@kestrelsports.com',
    phoneNumber: '+44 113 496 0127',
    path: [
      place(1, 'Kestrel Sports', 'ORGANIZATION'),
      place(2, 'Kestrel UK', 'COMPANY'),
      place(3, 'Leeds Headrow', 'STORE'),
    ],
    rootNode: 'STORE',
    may: ['VIEW_USER', 'EDIT_USER'],
    version: 7,
    ...wishes,
  });

const saved = (heard: Heard[]) => heard.filter(({ method }) => method === 'PUT');
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const saveButton = () => screen.findByRole('button', { name: 'Save changes' });

let heard: Heard[];

beforeEach(async () => {
  heard = await startPortal();
});

describe('looking at a user', () => {
  const view = () => renderAt(`/user/${id}/view`, <UserPage id={id} mode="view" />);

  it('tells person, place with its path, rights by module and how they sign in', async () => {
    answer(users.get, amelia({ hasPin: false, hasSecretWord: true, lastActive: null }));
    await view();
    expect(await screen.findByRole('heading', { level: 1, name: 'Amelia Hartley' })).toBeTruthy();
    const said = (title: string) => screen.getByRole('region', { name: title }).textContent;
    expect(said('Person')).toContain('Phone+44 113 496 0127LanguageEnglish (en)Time zoneEurope/London (GMT');
    expect(said('Person')).toContain('CountryUnited KingdomDate of birthNot given');
    expect(said('Place and role')).toContain('PlaceKestrel Sports › Kestrel UK › Leeds HeadrowLevelStore');
    expect(said('Place and role')).toContain('RoleCompany administrator2 rights in 1 moduleOM · 2');
    expect(said('Sign-in')).toContain('User nameamelia.hartley');
    expect(said('Sign-in')).toContain('Secret wordSetPINNot setLast activeNever signed in');
    expect(document.title).toBe('Amelia Hartley · View User');
  });

  it('tells by which ways they want to hear of offers to those alone whose role says so, and asks nobody else', async () => {
    answer(users.get, amelia({ communicationEmail: true }));
    const first = await view();
    await screen.findByRole('heading', { level: 1, name: 'Amelia Hartley' });
    expect(screen.queryByText('Marketing')).toBeNull();
    first.unmount();
    answer(users.get, aPerson({ may: ['VIEW_USER', 'ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE'] }));
    keepTokens(someTokens());
    await restore();
    answer(users.get, amelia({ communicationEmail: true }));
    await view();
    expect(await screen.findByText('Marketing')).toBeTruthy();
    drop();
  });

  it('offers to edit only where the server allows it', async () => {
    answer(users.get, amelia());
    const first = await view();
    expect((await screen.findByRole('link', { name: 'Edit' })).getAttribute('href')).toBe(`/user/${id}/edit`);
    first.unmount();
    answer(users.get, amelia({ can: { view: true, edit: false, enable: false, delete: false, seeAs: false } }));
    await view();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it('says the same of a user who does not exist and of one outside the own area', async () => {
    refuse(users.get, 'user.unknown');
    await view();
    expect(await screen.findByRole('heading', { name: 'No user at this address' })).toBeTruthy();
    expect(screen.getByText('This user does not exist, or lies outside your area.')).toBeTruthy();
  });

  it('tries again after a failure', async () => {
    refuse(users.get, 'service.busy');
    const { user } = await view();
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer(users.get, amelia());
    await user.click(again);
    expect(await screen.findByRole('heading', { level: 1, name: 'Amelia Hartley' })).toBeTruthy();
  });
});

describe('changing a user', () => {
  const edit = () => renderAt(`/user/${id}/edit`, <UserPage id={id} mode="edit" />);
  const typeOver = async (user: Awaited<ReturnType<typeof edit>>['user'], name: string, words: string) => {
    const input = await field(name);
    await user.clear(input);
    await user.paste(words);
  };

  it('saves what was typed with the version it started from, and says so', async () => {
    let stored = amelia();
    answer(users.get, () => stored);
    answer(users.update, ({ body }) => (stored = amelia({ ...(body as UserInput), version: 8 })));
    const { user } = await edit();
    await typeOver(user, 'Last name', 'Hartley-Okonkwo');
    expect(await screen.findByText('1 unsaved change')).toBeTruthy();
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Amelia Hartley-Okonkwo is saved')).toBeTruthy();
    const [request] = saved(heard);
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

  it('keeps the focus on the form when the bar goes after saving', async () => {
    answer(users.get, amelia());
    answer(users.update, ({ body }) => amelia({ ...(body as UserInput), version: 8 }));
    const { user } = await edit();
    await typeOver(user, 'Last name', 'Stone');
    await user.click(await saveButton());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Edit User' })));
    await user.tab();
    expect(document.activeElement).toBe(await field('First name'));
  });

  it('refuses a faulty address before anything is sent, and leads to it', async () => {
    answer(users.get, amelia());
    const { user } = await edit();
    await typeOver(user, 'E-mail', 'amelia@kestrelsports');
    await user.click(await saveButton());
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    expect(screen.getByText('1 field needs attention')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'E-mail' })));
    expect(saved(heard)).toHaveLength(0);
  });

  it('puts what the server refuses to the field it is about', async () => {
    answer(users.get, amelia());
    refuse(users.update, 'input.invalid', {
      errors: [{ path: 'phoneNumber', messageCode: 'field.phone', message: '' }],
    });
    const { user } = await edit();
    await typeOver(user, 'Last name', 'Stone');
    await user.click(await saveButton());
    expect(await screen.findByText(/Enter the number with its country code/)).toBeTruthy();
    expect((await field('Last name')).value).toBe('Stone');
  });

  it.each([
    ['user.ownContact', 'Your own contact data, secret word and PIN are changed in your profile.'],
    [
      'user.beyondYourOwn',
      'This user holds rights that you do not hold, so only somebody who does can make this change.',
    ],
  ] as const)('says in place why a change is refused: %s', async (code, words) => {
    answer(users.get, amelia());
    refuse(users.update, code);
    const { user } = await edit();
    await typeOver(user, 'E-mail', 'a@kestrelsports.com');
    await user.click(await saveButton());
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect((await field('E-mail')).value).toBe('a@kestrelsports.com');
    expect(await saveButton()).toBeTruthy();
  });

  it('locks the user name, and shows level and role as they are, to be chosen anew', async () => {
    answer(users.get, amelia());
    await edit();
    expect((await screen.findByLabelText<HTMLInputElement>('Role')).value).toBe('Company administrator');
    expect(screen.getByText('amelia.hartley')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'User name' })).toBeNull();
  });

  it('only shows a user whose rights go beyond the own ones', async () => {
    answer(users.get, amelia({ can: { view: true, edit: false, enable: false, delete: false, seeAs: false } }));
    await edit();
    expect((await screen.findByRole('alert')).textContent).toContain('holds rights that you do not hold');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('drops what was typed when it is discarded', async () => {
    answer(users.get, amelia());
    const { user } = await edit();
    await typeOver(user, 'First name', 'Amy');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect((await field('First name')).value).toBe('Amelia');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  it('asks before it leaves with something unsaved', async () => {
    answer(users.get, amelia());
    const { user, address } = await edit();
    await typeOver(user, 'First name', 'Amy');
    await user.click(screen.getByRole('link', { name: 'View' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(question.textContent).toContain('1 unsaved change is lost, and the draft on this device with it.');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep editing'));
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe(`/user/${id}/edit`);
    expect((await field('First name')).value).toBe('Amy');

    await user.click(screen.getByRole('link', { name: 'View' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe(`/user/${id}/view`));
  });

  describe('when somebody else was faster', () => {
    const theirs = () =>
      amelia({ firstName: 'Amélie', phoneNumber: '+44 113 496 0999', version: 8, updatedDate: '2026-11-20T14:02:00Z' });

    async function conflict() {
      answer(users.get, amelia());
      refuse(users.update, 'record.stale', { current: theirs() });
      const drawn = await edit();
      await typeOver(drawn.user, 'First name', 'Amy');
      await typeOver(drawn.user, 'Last name', 'Stone');
      await drawn.user.click(await saveButton());
      const question = await screen.findByRole('region', { name: 'Somebody else was faster' });
      answer(users.update, ({ body }) => amelia({ ...(body as UserInput), version: 9 }));
      const choice = (name: string) => within(within(question).getByRole('radiogroup', { name })).getAllByRole('radio');
      return { ...drawn, question, choice };
    }

    it('shows both versions of each field the other has changed, says what of yours is kept, and loses nothing', async () => {
      const { choice, question } = await conflict();
      expect(choice('First name').map((side) => side.textContent)).toEqual(['YoursAmy', 'TheirsAmélie']);
      expect(within(question).queryByRole('radiogroup', { name: 'Last name' })).toBeNull();
      expect(question.textContent).toContain('Kept as you typed: Last name.');
      expect((await field('Last name')).value).toBe('Stone');
      expect(choice('Phone').map((side) => side.getAttribute('aria-checked'))).toEqual(['false', 'true']);
      expect(within(question).queryByRole('radiogroup', { name: 'Country' })).toBeNull();
      expect((await field('First name')).value).toBe('Amy');
      expect((await field('Phone optional')).value).toBe('+44 113 496 0999');
      await waitFor(() => expect(document.activeElement).toBe(question));
    });

    it('saves with the new version what was chosen field by field', async () => {
      const { user, choice, question } = await conflict();
      await user.click(choice('First name')[1]!);
      expect((await field('First name')).value).toBe('Amélie');
      expect(await screen.findByText('1 unsaved change')).toBeTruthy();
      await user.click(await saveButton());
      await waitFor(() => expect(saved(heard)).toHaveLength(2));
      expect(saved(heard)[1]?.headers.get('if-match')).toBe('"8"');
      expect(saved(heard)[1]?.body).toMatchObject({
        firstName: 'Amélie',
        lastName: 'Stone',
        phoneNumber: '+44 113 496 0999',
      });
      await waitFor(() => expect(question.isConnected).toBe(false));
    });

    it('asks nothing where the two have changed different things, says so, and saves at the next try', async () => {
      answer(users.get, amelia());
      refuse(users.update, 'record.stale', { current: amelia({ status: false, version: 8 }) });
      const { user } = await edit();
      await typeOver(user, 'Last name', 'Stone');
      await user.click(await saveButton());
      expect(await screen.findByText(/What you typed is kept: Last name\. Save once more/)).toBeTruthy();
      expect(screen.queryByRole('region', { name: 'Somebody else was faster' })).toBeNull();
      answer(users.update, ({ body }) => amelia({ ...(body as UserInput), version: 9 }));
      await user.click(await saveButton());
      await waitFor(() => expect(saved(heard)).toHaveLength(2));
      expect(saved(heard)[1]?.headers.get('if-match')).toBe('"8"');
      expect(saved(heard)[1]?.body).toMatchObject({ firstName: 'Amelia', lastName: 'Stone' });
    });

    it('takes back a choice without losing what was typed', async () => {
      const { user, choice } = await conflict();
      await user.click(choice('First name')[1]!);
      await user.click(choice('First name')[0]!);
      expect((await field('First name')).value).toBe('Amy');
    });
  });
});
