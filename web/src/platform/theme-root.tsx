import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './fonts.css';
import './tokens.css';
import './base.css';
import { componentDefaults } from './component-defaults.ts';
import { schemeKeeper } from './scheme.ts';
import { mantineTheme, resolveVariables } from './mantine-theme.ts';
import { styleNonce } from './theme.ts';

const theme = { ...mantineTheme, components: componentDefaults };

/** Dresses everything inside it: colours, font, sizes, light or dark; still leaves out all movement. */
export function ThemeRoot({ children, still = false }: { children: ReactNode; still?: boolean }) {
  // The provider sets every variable itself: the sign-in page is spared a sheet of defaults.
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      colorSchemeManager={schemeKeeper}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      deduplicateCssVariables={false}
      env={still ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  );
}
