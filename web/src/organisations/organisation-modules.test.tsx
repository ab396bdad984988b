import type { NodeId } from '@storeward/contract/nodes';
import { nodeConfigurations } from '@storeward/contract/settings/endpoints/node-configuration';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockResponse } from '../../test/mock-server.ts';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { OrganisationModules } from './organisation-modules.tsx';

test('the modules of an organisation show the name that it gives its e-basket, not that of the reader’s own', async () => {
  await startPortal();
  const organisation = '0199b000-0000-7000-8000-000000000001' as NodeId;
  const displaySettings = { displayLogo: null, displayName: 'Kestrel Basket' };
  mockResponse(nodeConfigurations.get, ({ path }) =>
    path.includes(organisation) ? ({ eBasketMgmtSettings: [{ displaySettings }] } as never) : ({} as never),
  );
  await renderAt('/organisation', <OrganisationModules organisation={organisation} />);
  await screen.findByText('Kestrel Basket');
  expect(screen.queryByText('eBasket')).toBeNull();
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(5);
});
