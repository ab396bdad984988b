import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { SaveBar } from '../ui/form/save-bar.tsx';
import { useChangeConfirmations } from './change-confirmations.tsx';

function Changes() {
  const [count, setCount] = useState(2);
  const { discard, confirmations } = useChangeConfirmations({
    changed: count,
    onDiscard: () => setCount(0),
    origin: () => document.getElementById('form'),
  });
  return (
    <div id="form" tabIndex={-1}>
      <SaveBar
        changed={count}
        changedText={`${count} unsaved changes`}
        discard={discard}
        save={{ label: 'Save changes', onSave: () => undefined }}
      />
      {confirmations}
    </div>
  );
}

test('changes are discarded only after a question: No keeps them, Yes discards them', async () => {
  await startPortal();
  const { user } = await renderAt('/', <Changes />);
  const discard = async (choice: 'Yes' | 'No') => {
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard changes?' });
    expect(dialog.textContent).toContain('2 unsaved changes and their draft on this device are lost.');
    await user.click(within(dialog).getByRole('button', { name: choice }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await discard('No');
  expect(screen.getByText('2 unsaved changes')).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Discard');

  await discard('Yes');
  expect(screen.queryByText('2 unsaved changes')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  expect(document.activeElement?.id).toBe('form');
});
