import type { NodeId } from '@storeward/contract/nodes';
import { type Organisation, organisations } from '@storeward/contract/organisations';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockResponse } from '../../test/mock-server.ts';
import { containing, phrase } from '../../test/phrase.ts';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { OrganisationInvitation } from './organisation-invitation.tsx';
import { organisationQuery } from './queries.ts';

const id = '0199b000-0000-7000-8000-000000000001' as NodeId;
const administrator = { firstName: 'Ann', lastName: 'Lee', userName: 'ann.lee', emailId: 'ann@mail.example' };
const invited = (mailRefused: NonNullable<Organisation['invited']>['mailRefused']) =>
  ({ id, can: { invite: true }, invited: { ...administrator, goodUntil: null, mailRefused } }) as Organisation;

function Invitation() {
  const { data } = useQuery(organisationQuery(id));
  return data && <OrganisationInvitation organisation={data} />;
}

test('an invitation shows that the mail server refused the address, until it is sent again', async () => {
  await startPortal();
  let stored = invited({ since: '2026-03-02T10:00:00Z', reason: '550 5.1.1' });
  mockResponse(organisations.get, () => stored);
  mockResponse(organisations.invite, () => (stored = invited(null)));
  const { user } = await renderAt('/organisation', <Invitation />);
  expect((await screen.findByText(containing('users.mail.refused'))).textContent).toMatch(
    /not be delivered on .*2026.*: the mail server refused the address \(550 5\.1\.1\)\./,
  );
  await user.click(screen.getByRole('button', { name: phrase('organisations.invitation.resend') }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByText(containing('users.mail.refused'))).toBeNull());
});
