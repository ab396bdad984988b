import { type Domain } from '@storeward/contract/organisations';
import { passwords } from '@storeward/contract/passwords';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Heard, answer, answerRaw, refuse, startServer } from '../../test/answer.ts';
import { render } from '../../test/render.tsx';
import { loadRecoveryPhrases } from '../platform/catalogues.ts';
import { startSpeaking } from '../platform/i18n.ts';
import { RecoveryPage } from './recovery-page.tsx';

const two = [
  { domainName: 'kestrelsports.com', isDefault: true },
  { domainName: 'kestrel.example', isDefault: false },
];
const one = two.slice(0, 1);
let heard: Heard[] = [];
let left: string[] = [];

beforeEach(async () => {
  heard = startServer();
  left = [];
  vi.spyOn(location, 'assign').mockImplementation((address) => void left.push(String(address)));
  answer(passwords.checkLink, { valid: true, minimum: 6, spaces: false });
  await startSpeaking(loadRecoveryPhrases);
});

function at(path: string, domains: readonly Domain[] = one) {
  history.replaceState(null, '', path);
  return render(<RecoveryPage domains={domains} />);
}

const button = (name: string) => screen.getByRole('button', { name });
const sent = (method: string, part: string) =>
  heard.filter((asked) => asked.method === method && asked.path.includes(part)).map(({ body }) => body);
const redWords = async () => (await screen.findByRole('alert')).textContent;

test('a forgotten password offers two ways, each at an address of its own', async () => {
  const { user } = at('/forgot-password');
  expect(document.title).toBe('Forgot Password');
  expect(screen.getByRole('heading', { name: 'Forgot Password' })).toBeDefined();
  await user.click(button('Email'));
  expect([location.pathname, document.title]).toEqual(['/forgot-password/email', 'Email']);
  history.replaceState(null, '', '/forgot-password');
  fireEvent.popState(window);
  await user.click(await screen.findByRole('button', { name: 'Secret Word' }));
  expect([location.pathname, document.title]).toEqual(['/forgot-password/secret-word', 'Secret Word']);
});

describe('by e-mail', () => {
  const open = (domains?: readonly Domain[]) => {
    const { user } = at('/forgot-password/email', domains);
    const send = async (typed: string) => {
      const field = screen.getByLabelText('Email');
      await user.clear(field);
      if (typed) await user.type(field, typed);
      await user.click(button('Next'));
    };
    return { user, send };
  };

  test('asks for an address, well formed and without spaces', async () => {
    const { user, send } = open();
    await send('');
    expect(screen.getByText('Email is mandatory field')).toBeDefined();
    await send('a@');
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    const field = screen.getByLabelText<HTMLInputElement>('Email');
    await user.clear(field);
    await user.type(field, 'a b@shop.example');
    expect(field.value).toBe('ab@shop.example');
    await user.clear(field);
    await user.click(field);
    await user.paste(' ab@shop.example');
    await user.click(button('Next'));
    expect(field.value).toBe(' ab@shop.example');
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    expect(heard).toEqual([]);
  });

  test('has the link sent, says so, and offers the way to the sign-in form in place of going on', async () => {
    answer(passwords.forgotten, { userId: 'flow' });
    answer(passwords.sendMail, { sent: true });
    const { user, send } = open();
    await send('ann@shop.example');
    expect((await screen.findByRole('status')).textContent).toBe(
      'A password reset link has been generated and sent to your registered email. Please contact your administrator if you do not receive it.',
    );
    expect(sent('POST', 'validate-email-id')).toEqual([
      { emailId: 'ann@shop.example', domainName: 'kestrelsports.com' },
    ]);
    expect(heard.at(-1)).toMatchObject({ method: 'PUT', path: '/user-management/send-email/flow', body: undefined });
    expect(heard.every(({ headers }) => headers.get('X-Skip-Interceptor') === 'true')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    await user.click(button('Login'));
    expect(left).toEqual(['/login']);
  });

  test('looks in the domain that is chosen where there are several', async () => {
    answer(passwords.forgotten, { userId: 'flow' });
    const { user, send } = open(two);
    await user.selectOptions(screen.getByLabelText('Domain'), '@kestrel.example');
    await send('ann@shop.example');
    await waitFor(() => expect(sent('POST', 'validate')).toMatchObject([{ domainName: 'kestrel.example' }]));
  });

  test.each([{ message: 'UserNotFoundException: 404: Not in the pool' }, {}])(
    'says the agreed words when the address is not known: %j',
    async (told) => {
      answerRaw(passwords.forgotten, 400, told);
      const { send } = open();
      await send('ann@shop.example');
      expect(await redWords()).toBe(
        'Entered email ID does not exist or is invalid, retry or contact the administrator',
      );
    },
  );

  test('names another refusal by its own name', async () => {
    refuse(passwords.forgotten, 'signIn.tooMany');
    const { send } = open();
    await send('ann@shop.example');
    expect(await redWords()).toMatch('Too many tries');
  });

  test('shows nothing of a failure that has no words, and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answerRaw(passwords.forgotten, 400, { message: 'Exception: Message: undefined' });
    const { send } = open();
    await send('ann@shop.example');
    await waitFor(() => expect(log).toHaveBeenCalledWith('A recovery failed without words: 400 unknown'));
    expect([screen.queryByRole('alert'), screen.queryByRole('status')]).toEqual([null, null]);
  });

  test('shows nothing of a mail that could not be sent, logs it, and claims no success', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer(passwords.forgotten, { userId: 'flow' });
    refuse(passwords.sendMail, 'recovery.tooManyMails');
    const { send } = open();
    await send('ann@shop.example');
    await waitFor(() =>
      expect(log).toHaveBeenCalledWith('The mail with a reset link was not sent: 429 recovery.tooManyMails'),
    );
    expect([screen.queryByRole('alert'), screen.queryByRole('status')]).toEqual([null, null]);
    expect(button('Next')).toBeDefined();
  });
});

describe('by secret word', () => {
  const open = () => {
    const { user } = at('/forgot-password/secret-word');
    return { user, turn: () => user.click(screen.getByRole('switch')), next: () => user.click(button('Next')) };
  };

  test('asks for the word, and for the user name or the address, whichever is shown', async () => {
    const { user, turn, next } = open();
    await next();
    expect(screen.getAllByText('This field is required')).toHaveLength(2);
    expect(screen.queryByLabelText('Email')).toBeNull();
    await user.type(screen.getByLabelText('Username'), 'a<b');
    await next();
    expect(screen.getByText('Invalid character used')).toBeDefined();
    await turn();
    expect(screen.queryByLabelText('Username')).toBeNull();
    await next();
    expect(screen.getByText('Email is mandatory field')).toBeDefined();
    await user.type(screen.getByLabelText('Email'), 'a@');
    await next();
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    await turn();
    expect(screen.getByLabelText('Username')).toBeDefined();
    expect(heard).toEqual([]);
  });

  test('leads straight to the new password, and leaves no token in the address', async () => {
    answer(passwords.forgotten, { userId: 'flow', resetToken: 'token-1' });
    const { user, next } = open();
    await user.type(screen.getByLabelText('Username'), 'ann');
    await user.type(screen.getByLabelText('Secret word'), 'blue bird');
    await next();
    await waitFor(() => expect(document.title).toBe('Reset Password'));
    expect(sent('POST', 'validate-email-id')).toEqual([
      { username: 'ann', secretWord: 'blue bird', domainName: 'kestrelsports.com' },
    ]);
    await waitFor(() => expect(location.pathname).toBe('/resetPassword/-'));
    expect(heard.at(-1)?.path).toBe('/user-management/reset-password/validation/token-1');
  });

  test('sends the address alone where it is the one that is shown', async () => {
    answer(passwords.forgotten, { userId: 'flow', resetToken: 'token-1' });
    const { user, turn, next } = open();
    await user.type(screen.getByLabelText('Username'), 'ann');
    await turn();
    await user.type(screen.getByLabelText('Email'), 'ann@shop.example');
    await user.type(screen.getByLabelText('Secret word'), 'bluebird');
    await next();
    await waitFor(() => expect(sent('POST', 'validate')).toHaveLength(1));
    expect(sent('POST', 'validate')[0]).not.toHaveProperty('username');
    expect(sent('POST', 'validate')[0]).toMatchObject({ emailId: 'ann@shop.example', secretWord: 'bluebird' });
  });

  test.each([
    [{ message: 'X: recovery.wordWrong: Y', messageCode: 'recovery.wordWrong' }, /^The secret word does not match/],
    [{ message: 'NotAuthorizedException: 400: The word is another one' }, /^The word is another one$/],
    [{ message: 'Two parts: only' }, /^Two parts: only$/],
  ])('says in red why it did not go on: %j', async (told, words) => {
    answerRaw(passwords.forgotten, 400, told);
    const { user, next } = open();
    await user.type(screen.getByLabelText('Username'), 'ann');
    await user.type(screen.getByLabelText('Secret word'), 'bluebird');
    await next();
    expect(await redWords()).toMatch(words);
  });
});
