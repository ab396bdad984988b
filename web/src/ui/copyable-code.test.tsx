import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { CopyableCode } from './copyable-code.tsx';

const labels = { copy: 'Copy', copied: 'Copied', notCopied: 'Not copied' };

test.each([
  ['took', 'Copied', () => Promise.resolve()],
  ['refused', 'Not copied', () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))],
])('a copy button says so if the clipboard %s the text', async (_, name, writeText) => {
  const { user } = render(<CopyableCode text="swk_123" labels={labels} />);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name })).toBeDefined();
});
