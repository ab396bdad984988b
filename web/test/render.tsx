import { render as renderElement } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { ThemeRoot } from '../src/platform/theme/theme-root.tsx';

/** Renders an element inside the theme, with a `user` for events. */
export function render(element: ReactElement) {
  const user = userEvent.setup();
  return { ...renderElement(element, { wrapper: ThemeWrapper }), user };
}

/** Renders an element of the sign-in page, which does without the component library and its provider. */
export function renderPlain(element: ReactElement) {
  const user = userEvent.setup();
  return { ...renderElement(element), user };
}

function ThemeWrapper({ children }: { children: ReactNode }) {
  return <ThemeRoot reducedMotion>{children}</ThemeRoot>;
}
