import { render as renderPlain } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { ThemeRoot } from '../src/platform/theme-root.tsx';

/** Draws a part of the portal dressed as in the app, with somebody at the keyboard and the mouse. */
export function render(part: ReactElement) {
  const user = userEvent.setup();
  return { ...renderPlain(part, { wrapper: Dressed }), user };
}

function Dressed({ children }: { children: ReactNode }) {
  return <ThemeRoot still>{children}</ThemeRoot>;
}
