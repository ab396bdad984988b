import { emailChanges } from '@storeward/contract/users/email-changes';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockError, mockResponse, type RecordedRequest, startMockServer } from '../../test/mock-server.ts';
import { render } from '../../test/render.tsx';
import { loadRecoveryPhrases } from '../platform/text/catalogues.ts';
import { initLanguage } from '../platform/text/i18n.ts';
import { RecoveryPage } from './recovery-page.tsx';
import { containing, phrase } from '../../test/phrase.ts';

let requests: RecordedRequest[] = [];
const link = { address: 'new@mail.example', byOwner: false, countsFrom: null };

beforeEach(async () => {
  requests = startMockServer();
  await initLanguage(loadRecoveryPhrases);
});

function open() {
  history.replaceState(null, '', '/confirmEmail/token-1');
  return render(<RecoveryPage domains={[]} />).user;
}

const press = async (user: ReturnType<typeof open>, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const sent = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('opening the link to the new address changes nothing, the button confirms it', async () => {
  mockResponse(emailChanges.checkLink, { ...link, purpose: 'confirm' });
  mockResponse(emailChanges.useLink, { outcome: 'confirmed' });
  const user = open();
  await screen.findByText(phrase('passwords.confirmEmail.text', { address: 'new@mail.example' }));
  expect(sent()).toEqual([]);
  await press(user, 'Confirm address');
  expect((await screen.findByRole('status')).textContent).toMatch(containing('passwords.confirmEmail.confirmed'));
  expect(sent()).toEqual([{ decision: 'confirm' }]);
});

test.each([
  ['Accept new address', 'accept', 'counts', phrase('passwords.confirmEmail.counts', { address: 'new@mail.example' })],
  ['Keep current address', 'object', 'withdrawn', containing('passwords.decideEmail.withdrawn')],
] as const)('the link to the old address offers: %s', async (name, decision, outcome, text) => {
  mockResponse(emailChanges.checkLink, { ...link, purpose: 'decide' });
  mockResponse(emailChanges.useLink, { outcome });
  await press(open(), name);
  expect((await screen.findByRole('status')).textContent).toMatch(text);
  expect(sent()).toEqual([{ decision }]);
});

test('the owner’s own change can only be objected to at the old address', async () => {
  mockResponse(emailChanges.checkLink, { ...link, byOwner: true, purpose: 'decide' });
  open();
  await screen.findByRole('button', { name: 'Keep current address' });
  expect(screen.queryByRole('button', { name: 'Accept new address' })).toBeNull();
});

test('a link that is over says so and offers no button', async () => {
  mockError(emailChanges.checkLink, 'emailLink.expired');
  open();
  expect((await screen.findByRole('alert')).textContent).toBe(phrase('errors.emailLink.expired'));
  expect(screen.queryAllByRole('button')).toEqual([]);
});
