import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import { deriveTokens } from '@storeward/contract/themes/theme-tokens';
import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { describe, expect, test } from 'vitest';
import { render } from '../../../test/render.tsx';
import { useColourScheme } from './colour-scheme.ts';
import { applyTheme, styleNonce } from './theme.ts';

const appliedCss = () =>
  document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n');

function SchemeButton() {
  const [scheme, choose] = useColourScheme();
  return <Button onClick={() => choose('dark')}>{scheme}</Button>;
}

describe('applyTheme', () => {
  test('applies the colours of both schemes, the font and the font size', () => {
    const theme = { ...defaultTheme, primaryColour: '#C21857', fontFamily: 'Georgia serif' as const, fontSize: '16px' };
    applyTheme(theme);
    const { light, dark } = deriveTokens(theme);
    expect(appliedCss()).toContain(light['--primary']);
    expect(appliedCss()).toContain(dark['--primary-text']);
    expect(appliedCss()).toContain('Georgia');
    expect(appliedCss()).toMatch(/--font-scale:\s*1\.14/);
  });

  test('replaces the previous theme instead of adding to it', () => {
    applyTheme({ ...defaultTheme, primaryColour: '#C21857' });
    applyTheme({ ...defaultTheme, primaryColour: '#008040' });
    expect(document.adoptedStyleSheets).toHaveLength(1);
    expect(appliedCss()).toContain('#008040');
    expect(appliedCss()).not.toContain('#C21857');
  });
});

describe('colour scheme', () => {
  test('follows the system until one is chosen, and stores the choice on the device', async () => {
    const { user } = render(<SchemeButton />);
    expect(screen.getByRole('button').textContent).toBe('auto');
    await user.click(screen.getByRole('button'));
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(JSON.parse(localStorage.getItem('APP_SETTING') ?? '{}')).toMatchObject({ appearance: 'dark' });
  });
});

test('style elements created by scripts carry the CSP nonce', () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'csp-nonce', content: 'abc123' });
  document.head.append(meta);
  render(<p>Words</p>);
  expect(styleNonce()).toBe('abc123');
  expect(document.querySelector('style[data-mantine-styles]')?.getAttribute('nonce')).toBe('abc123');
});
