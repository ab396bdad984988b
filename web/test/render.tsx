import { render as renderElement } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { ThemeRoot } from '../src/platform/theme-root.tsx';

/** Renders an element inside the theme, with a `user` for events. */
export function render(element: ReactElement) {
  const user = userEvent.setup();
  return { ...renderElement(element, { wrapper: ThemeWrapper }), user };
}

function ThemeWrapper({ children }: { children: ReactNode }) {
  return <ThemeRoot reducedMotion>{children}</ThemeRoot>;
}
