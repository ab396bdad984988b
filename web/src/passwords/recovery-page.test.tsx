import type { Domain } from '@storeward/contract/organisations';
import { passwords } from '@storeward/contract/passwords';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type RecordedRequest,
  mockResponse,
  mockRawResponse,
  mockError,
  startMockServer,
} from '../../test/mock-server.ts';
import { renderPlain } from '../../test/render.tsx';
import { loadRecoveryPhrases } from '../platform/text/catalogues.ts';
import { initLanguage } from '../platform/text/i18n.ts';
import { RecoveryPage } from './recovery-page.tsx';
import { containing, phrase } from '../../test/phrase.ts';

const twoDomains = [
  { domainName: 'kestrelsports.com', isDefault: true },
  { domainName: 'kestrel.example', isDefault: false },
];
const oneDomain = twoDomains.slice(0, 1);
let requests: RecordedRequest[] = [];
let navigations: string[] = [];

beforeEach(async () => {
  requests = startMockServer();
  navigations = [];
  vi.spyOn(location, 'assign').mockImplementation((address) => void navigations.push(String(address)));
  mockResponse(passwords.checkLink, { valid: true, minimum: 6, spaces: false });
  await initLanguage(loadRecoveryPhrases);
});

function openAt(path: string, domains: readonly Domain[] = oneDomain) {
  history.replaceState(null, '', path);
  return renderPlain(<RecoveryPage domains={domains} />);
}

const button = (name: string) => screen.getByRole('button', { name });
const bodiesOf = (method: string, pathPart: string) =>
  requests.filter((request) => request.method === method && request.path.includes(pathPart)).map(({ body }) => body);
const alertText = async () => (await screen.findByRole('alert')).textContent;

test('offers recovery by e-mail and by secret word, each at its own path', async () => {
  const { user } = openAt('/forgot-password');
  expect(document.title).toBe('Forgot Password');
  expect(screen.getByRole('heading', { name: 'Forgot Password' })).toBeDefined();
  await user.click(button('Email'));
  expect([location.pathname, document.title]).toEqual(['/forgot-password/email', 'Email']);
  history.replaceState(null, '', '/forgot-password');
  fireEvent.popState(window);
  await user.click(await screen.findByRole('button', { name: 'Secret Word' }));
  expect([location.pathname, document.title]).toEqual(['/forgot-password/secret-word', 'Secret Word']);
});

describe('recovery by e-mail', () => {
  const open = (domains?: readonly Domain[]) => {
    const { user } = openAt('/forgot-password/email', domains);
    const send = async (typed: string) => {
      const field = screen.getByLabelText('Email');
      await user.clear(field);
      if (typed) await user.type(field, typed);
      await user.click(button('Next'));
    };
    return { user, send };
  };

  test('requires a valid e-mail address without spaces', async () => {
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
    await user.paste('a b@shop.example');
    await user.click(button('Next'));
    expect(field.value).toBe('a b@shop.example');
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    expect(requests).toEqual([]);
  });

  test('sends the link, confirms it, and offers a button to the sign-in form', async () => {
    mockResponse(passwords.forgotten, { userId: 'flow', resetToken: null });
    mockResponse(passwords.sendMail, { sent: true });
    const { user, send } = open();
    await send('ann@shop.example');
    expect((await screen.findByRole('status')).textContent).toBe(
      'A password reset link has been generated and sent to your registered email. Please contact your administrator if you do not receive it.',
    );
    expect(bodiesOf('POST', 'validate-email-id')).toEqual([
      { emailId: 'ann@shop.example', domainName: 'kestrelsports.com' },
    ]);
    expect(requests.at(-1)).toMatchObject({ method: 'PUT', path: '/user-management/send-email/flow', body: undefined });
    expect(requests.every(({ headers }) => headers.get('X-Skip-Interceptor') === 'true')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    await user.click(button('Login'));
    expect(navigations).toEqual(['/login']);
  });

  test('sends the selected domain where there are several', async () => {
    mockResponse(passwords.forgotten, { userId: 'flow', resetToken: null });
    const { user, send } = open(twoDomains);
    await user.selectOptions(screen.getByLabelText('Domain'), '@kestrel.example');
    await send('ann@shop.example');
    await waitFor(() => expect(bodiesOf('POST', 'validate')).toMatchObject([{ domainName: 'kestrel.example' }]));
  });

  test.each([{ message: 'UserNotFoundException: 404: Not in the pool' }, {}])(
    'shows the specified message for an unknown address: %j',
    async (response) => {
      mockRawResponse(passwords.forgotten, 400, response);
      const { send } = open();
      await send('ann@shop.example');
      expect(await alertText()).toBe(
        'Entered email ID does not exist or is invalid, retry or contact the administrator',
      );
    },
  );

  test('shows another error by its own message', async () => {
    mockError(passwords.forgotten, 'signIn.tooMany');
    const { send } = open();
    await send('ann@shop.example');
    expect(await alertText()).toMatch('Too many attempts');
  });

  test('logs a failure without a message and shows nothing', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mockRawResponse(passwords.forgotten, 400, { message: 'Exception: Message: undefined' });
    const { send } = open();
    await send('ann@shop.example');
    await waitFor(() =>
      expect(log).toHaveBeenCalledWith('Account recovery failed without an error message: 400 unknown'),
    );
    expect([screen.queryByRole('alert'), screen.queryByRole('status')]).toEqual([null, null]);
  });

  test('logs a mail that was not sent, and shows neither error nor success', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mockResponse(passwords.forgotten, { userId: 'flow', resetToken: null });
    mockError(passwords.sendMail, 'recovery.tooManyMails');
    const { send } = open();
    await send('ann@shop.example');
    await waitFor(() =>
      expect(log).toHaveBeenCalledWith('The mail with a reset link was not sent: 429 recovery.tooManyMails'),
    );
    expect([screen.queryByRole('alert'), screen.queryByRole('status')]).toEqual([null, null]);
    expect(button('Next')).toBeDefined();
  });
});

describe('recovery by secret word', () => {
  const open = () => {
    const { user } = openAt('/forgot-password/secret-word');
    return { user, toggle: () => user.click(screen.getByRole('switch')), next: () => user.click(button('Next')) };
  };

  test('requires the secret word and the visible identifier', async () => {
    const { user, toggle, next } = open();
    await next();
    expect(screen.getAllByText(phrase('errors.field.required'))).toHaveLength(2);
    expect(screen.queryByLabelText('Email')).toBeNull();
    await user.type(screen.getByLabelText('Username'), 'a<b');
    await next();
    expect(screen.getByText('Invalid character used')).toBeDefined();
    await toggle();
    expect(screen.queryByLabelText('Username')).toBeNull();
    await next();
    expect(screen.getByText('Email is mandatory field')).toBeDefined();
    await user.type(screen.getByLabelText('Email'), 'a@');
    await next();
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    await toggle();
    expect(screen.getByLabelText('Username')).toBeDefined();
    expect(requests).toEqual([]);
  });

  test('opens the reset form directly, at the address of the token', async () => {
    mockResponse(passwords.forgotten, { userId: 'flow', resetToken: 'token-1' });
    const { user, next } = open();
    await user.type(screen.getByLabelText('Username'), 'ann');
    await user.type(screen.getByLabelText('Secret word'), 'blue bird');
    await next();
    await waitFor(() => expect(document.title).toBe('Reset Password'));
    expect(bodiesOf('POST', 'validate-email-id')).toEqual([
      { username: 'ann', secretWord: 'blue bird', domainName: 'kestrelsports.com' },
    ]);
    await waitFor(() => expect(requests.at(-1)?.path).toMatch('validation'));
    expect(location.pathname).toBe('/resetPassword/token-1');
    expect(requests.at(-1)?.path).toBe('/user-management/reset-password/validation/token-1');
  });

  test('sends only the e-mail address if it is the visible identifier', async () => {
    mockResponse(passwords.forgotten, { userId: 'flow', resetToken: 'token-1' });
    const { user, toggle, next } = open();
    await user.type(screen.getByLabelText('Username'), 'ann');
    await toggle();
    await user.type(screen.getByLabelText('Email'), 'ann@shop.example');
    await user.type(screen.getByLabelText('Secret word'), 'bluebird');
    await next();
    await waitFor(() => expect(bodiesOf('POST', 'validate')).toHaveLength(1));
    expect(bodiesOf('POST', 'validate')[0]).not.toHaveProperty('username');
    expect(bodiesOf('POST', 'validate')[0]).toMatchObject({ emailId: 'ann@shop.example', secretWord: 'bluebird' });
  });

  test.each([
    [
      { message: 'X: recovery.wordWrong: Y', messageCode: 'recovery.wordWrong' },
      containing('errors.recovery.wordWrong'),
    ],
    [{ message: 'NotAuthorizedException: 400: The word is another one' }, /^The word is another one$/],
    [{ message: 'Two parts: only' }, /^Two parts: only$/],
  ])('shows why the recovery failed as an alert: %j', async (response, text) => {
    mockRawResponse(passwords.forgotten, 400, response);
    const { user, next } = open();
    await user.type(screen.getByLabelText('Username'), 'ann');
    await user.type(screen.getByLabelText('Secret word'), 'bluebird');
    await next();
    expect(await alertText()).toMatch(text);
  });
});
