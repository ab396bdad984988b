import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import { deriveTokens } from '@storeward/contract/theme-tokens';
import { defaultTheme } from '@storeward/contract/settings/theme';
import { describe, expect, test } from 'vitest';
import { render } from '../../test/render.tsx';
import { useScheme } from './scheme.ts';
import { applyTheme, styleNonce } from './theme.ts';

const painted = () =>
  document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n');

function Choice() {
  const [scheme, choose] = useScheme();
  return <Button onClick={() => choose('dark')}>{scheme}</Button>;
}

describe('the theme of a host', () => {
  test('paints its colours for both schemes, with its font and size', () => {
    const theme = { ...defaultTheme, primaryColour: '#C21857', fontFamily: 'Georgia serif' as const, fontSize: '16px' };
    applyTheme(theme);
    const { light, dark } = deriveTokens(theme);
    expect(painted()).toContain(light['--primary']);
    expect(painted()).toContain(dark['--primary-text']);
    expect(painted()).toContain('Georgia');
    expect(painted()).toMatch(/--font-scale:\s*1\.14/);
  });

  test('replaces the theme before it instead of adding to it', () => {
    applyTheme({ ...defaultTheme, primaryColour: '#C21857' });
    applyTheme({ ...defaultTheme, primaryColour: '#008040' });
    expect(document.adoptedStyleSheets).toHaveLength(1);
    expect(painted()).toContain('#008040');
    expect(painted()).not.toContain('#C21857');
  });
});

describe('light and dark', () => {
  test('follow the system until somebody chooses, and the choice is kept on the device', async () => {
    const { user } = render(<Choice />);
    expect(screen.getByRole('button').textContent).toBe('auto');
    await user.click(screen.getByRole('button'));
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(JSON.parse(localStorage.getItem('APP_SETTING') ?? '{}')).toMatchObject({ appearance: 'dark' });
  });
});

test('style sheets made by the page carry the one-time word of its security policy', () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'csp-nonce', content: 'abc123' });
  document.head.append(meta);
  render(<p>Words</p>);
  expect(styleNonce()).toBe('abc123');
  expect(document.querySelector('style[data-mantine-styles]')?.getAttribute('nonce')).toBe('abc123');
});
