import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './fonts.css';
import './tokens.css';
import './base.css';
import { componentDefaults } from './component-defaults.ts';
import { colourSchemeManager } from './colour-scheme.ts';
import { mantineTheme, resolveVariables } from './mantine-theme.ts';
import { styleNonce } from './theme.ts';

const theme = { ...mantineTheme, components: componentDefaults };

/** Mantine provider with the portal's fonts, tokens and colour scheme. `reducedMotion` turns all transitions off. */
export function ThemeRoot({ children, reducedMotion = false }: { children: ReactNode; reducedMotion?: boolean }) {
  // The provider sets every variable itself, so the sign-in page needs no style sheet of defaults.
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      colorSchemeManager={colourSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      deduplicateCssVariables={false}
      // in the head, because an element beside its box would match :first-child and :nth-child
      deduplicateInlineStyles
      env={reducedMotion ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  );
}
