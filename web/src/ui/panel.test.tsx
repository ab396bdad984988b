import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { render } from '../../test/render.tsx';
import { Panel } from './panel.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Show history
      </button>
      {open && (
        <Panel title="History" closeLabel="Close history" onClose={() => setOpen(false)}>
          <p>Renamed on Monday</p>
        </Panel>
      )}
    </>
  );
}

afterEach(() => {
  window.happyDOM?.setViewport({ width: 1440 });
});

describe('the side panel', () => {
  test('is shown beside the page, and Escape closes it and restores the focus', async () => {
    window.happyDOM?.setViewport({ width: 1440 });
    const { user } = render(<Page />);
    await user.click(screen.getByRole('button', { name: 'Show history' }));
    expect(screen.getByRole('complementary', { name: 'History' })).toBe(document.activeElement);
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Renamed on Monday')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show history' }));
  });

  test('is a drawer over the page in narrow windows', async () => {
    window.happyDOM?.setViewport({ width: 1000 });
    const { user } = render(<Page />);
    await user.click(screen.getByRole('button', { name: 'Show history' }));
    expect(await screen.findByRole('dialog', { name: 'History' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close history' }));
    expect(screen.queryByRole('dialog', { name: 'History' })).toBeNull();
  });
});
