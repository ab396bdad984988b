import { createTheme, defaultVariantColorsResolver } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple, VariantColorsResolver } from '@mantine/core';

const scale = (...names: string[]) => names.map((name) => `var(--${name})`) as unknown as MantineColorsTuple;

const ramp = (names: string) => scale(...names.split(' '));

const primary = ramp(
  'primary-subtle primary-subtle-2 primary-line primary-line primary-raw primary-raw primary primary-hover primary-active primary-active',
);
// Index 6 is the text colour of menu items; filled areas use the variables below.
const danger = ramp(
  'error-subtle error-subtle error-line error-line error error error-text error-solid error-text error-text',
);
// Mantine uses these two for borders and secondary text in the light and the dark scheme.
const gray = ramp('hover pressed line line line-strong text-muted text-muted text-muted text text');
const dark = ramp('text text text-muted text-muted line-strong hover surface surface canvas canvas');

const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled') return colours;
  return { ...colours, color: input.color === 'danger' ? 'var(--on-error)' : 'var(--on-primary)' };
};

/** Mantine theme in which every colour and size is one of our design tokens. */
export const mantineTheme = createTheme({
  colors: { primary, danger, gray, dark },
  primaryColor: 'primary',
  primaryShade: 6,
  autoContrast: false,
  variantColorResolver,
  white: 'var(--on-primary)',
  black: 'var(--text)',
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: {
    fontFamily: 'var(--font-sans)',
    fontWeight: 'var(--weight-medium)',
    sizes: {
      h1: { fontSize: 'var(--text-20)', lineHeight: 'var(--line-20)' },
      h2: { fontSize: 'var(--text-16)', lineHeight: 'var(--line-16)' },
      h3: { fontSize: 'var(--text-14)', lineHeight: 'var(--line-14)' },
      h4: { fontSize: 'var(--text-13)', lineHeight: 'var(--line-13)' },
      h5: { fontSize: 'var(--text-12)', lineHeight: 'var(--line-12)' },
    },
  },
  fontWeights: { regular: 'var(--weight-regular)', medium: 'var(--weight-medium)', bold: 'var(--weight-bold)' },
  fontSizes: {
    xs: 'var(--text-12)',
    sm: 'var(--text-14)',
    md: 'var(--text-14)',
    lg: 'var(--text-16)',
    xl: 'var(--text-20)',
    label: 'var(--text-13)',
  },
  lineHeights: {
    xs: 'var(--line-12)',
    sm: '1.4286',
    md: '1.4286',
    lg: 'var(--line-16)',
    xl: 'var(--line-20)',
    label: 'var(--line-13)',
  },
  spacing: { xs: 'var(--s-2)', sm: 'var(--s-3)', md: 'var(--s-4)', lg: 'var(--s-5)', xl: 'var(--s-6)' },
  radius: {
    xs: 'var(--radius-xs)',
    sm: 'var(--radius-sm)',
    md: 'var(--radius-md)',
    lg: 'var(--radius-lg)',
    xl: 'var(--radius-lg)',
  },
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-2)',
    xl: 'var(--shadow-3)',
  },
  defaultRadius: 'sm',
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
});

const cssVariables = {
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-anchor': 'var(--primary-text)',
  '--mantine-color-error': 'var(--error-text)',
  '--mantine-color-success': 'var(--success-text)',
  '--mantine-color-placeholder': 'var(--text-muted)',
  '--mantine-color-disabled': 'var(--disabled-fill)',
  '--mantine-color-disabled-color': 'var(--text-disabled)',
  '--mantine-color-disabled-border': 'var(--disabled-fill)',
  '--mantine-primary-color-contrast': 'var(--on-primary)',
  '--mantine-color-primary-contrast': 'var(--on-primary)',
  '--mantine-color-danger-contrast': 'var(--on-error)',
  '--mantine-color-primary-filled': 'var(--primary)',
  '--mantine-color-primary-filled-hover': 'var(--primary-hover)',
  '--mantine-color-primary-text': 'var(--primary-text)',
  '--mantine-color-primary-outline': 'var(--primary-text)',
  '--mantine-color-primary-light': 'var(--primary-subtle)',
  '--mantine-color-primary-light-hover': 'var(--primary-subtle-2)',
  '--mantine-color-primary-light-color': 'var(--primary-text)',
  '--mantine-color-gray-text': 'var(--text)',
  '--mantine-color-gray-light': 'var(--hover)',
  '--mantine-color-gray-light-hover': 'var(--pressed)',
  '--mantine-color-gray-light-color': 'var(--text)',
  '--mantine-color-danger-filled': 'var(--error-solid)',
  '--mantine-color-danger-filled-hover': 'var(--error-solid)',
  '--mantine-color-danger-text': 'var(--error-text)',
  '--mantine-color-danger-light': 'var(--error-subtle)',
  '--mantine-color-danger-light-hover': 'var(--error-subtle)',
  '--mantine-color-danger-light-color': 'var(--error-text)',
};

/** Maps our design tokens to Mantine's CSS variables, for both colour schemes. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: cssVariables,
  dark: cssVariables,
});
