import type { Permission } from '@storeward/contract/access';
import { type WebhookEvent, webhookEventGroups, webhookEvents } from '@storeward/contract/webhooks/webhook-events';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAt } from '../../test/render-at.tsx';
import { openPortal, setUpPortal, tearDownPortal } from '../../test/open-portal.tsx';
import { EventsField } from './events-field.tsx';
import { containing } from '../../test/phrase.ts';

beforeEach(setUpPortal);
afterEach(tearDownPortal);

/** Signs in with these permissions, and leaves the screen that opens. */
async function signIn(...grantedPermissions: Permission[]) {
  await openPortal('/dashboard', { grantedPermissions });
  cleanup();
}

async function renderField(first: readonly WebhookEvent[]) {
  const onChange = vi.fn();
  function Field() {
    const [value, setValue] = useState(first);
    return (
      <EventsField
        value={value}
        onChange={(events) => {
          onChange(events);
          setValue(events);
        }}
        configuration={<p>sections</p>}
      />
    );
  }
  await renderAt('/structure/hierarchy', <Field />);
  return onChange;
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

test('chooses all, some and none of a group, in the order of the groups', async () => {
  await signIn('VIEW_NODE', 'VIEW_USER', 'EDIT_NODE_CONFIGURATION');
  const onChange = await renderField(['node.moved']);
  expect([box('Locations').checked, box('Users').checked]).toEqual([false, false]);
  expect(screen.queryByText('sections')).toBeNull();
  fireEvent.click(box('Users'));
  expect(onChange).toHaveBeenLastCalledWith([...webhookEventGroups.users, 'node.moved']);
  fireEvent.click(within(screen.getByRole('group', { name: 'Users' })).getByRole('checkbox', { name: 'Deleted' }));
  expect(onChange).toHaveBeenLastCalledWith([
    ...webhookEventGroups.users.filter((event) => event !== 'user.deleted'),
    'node.moved',
  ]);
  fireEvent.click(box('Users')); // some: chooses all
  fireEvent.click(box('Users')); // all: chooses none
  expect(onChange).toHaveBeenLastCalledWith(['node.moved']);
  fireEvent.click(box('Settings'));
  expect(onChange).toHaveBeenLastCalledWith(['configuration.changed', 'node.moved']);
  expect(screen.getByText('sections')).toBeDefined();
});

test('names every event', async () => {
  await signIn('VIEW_NODE', 'VIEW_USER', 'EDIT_NODE_CONFIGURATION');
  await renderField(webhookEvents);
  expect(screen.getAllByRole('checkbox')).toHaveLength(
    webhookEvents.length - 1 + Object.keys(webhookEventGroups).length,
  );
  expect(document.body.textContent).not.toMatch(/audit\.|webhooks\./);
});

test('offers settings alone to a role that may not read the audit, and says why', async () => {
  await signIn('VIEW_NODE', 'EDIT_NODE_CONFIGURATION');
  await renderField(['configuration.changed']);
  expect([box('Settings').disabled, box('Users').disabled, box('Security').disabled]).toEqual([false, true, true]);
  expect(screen.getByText(containing('webhooks.events.auditOnly'))).toBeDefined();
});
