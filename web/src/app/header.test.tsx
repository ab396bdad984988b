import { defaultTheme } from '@storeward/contract/settings/theme';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clearAll, entries, openPortal as open, startAll } from '../../test/opened.tsx';
import { rememberSettings } from '../platform/app-settings.ts';

beforeEach(startAll);
afterEach(clearAll);

describe('the header', () => {
  test('says whose portal this is, and who is signed in', async () => {
    const { user } = await open('/dashboard');
    expect(screen.getByRole('link', { name: 'Kestrel Sports' }).getAttribute('href')).toBe('/dashboard');
    await user.click(screen.getByRole('button', { name: 'Your menu' }));
    const sheet = within(await screen.findByRole('dialog'));
    expect(
      ['Welcome', 'Priya Raman', 'Company administrator'].map((words) => sheet.getByText(words).textContent),
    ).toHaveLength(3);
    await user.click(sheet.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/login'));
  });

  test('wears the organisation’s logo in place of its name, and is still called by it', async () => {
    rememberSettings({ theme: { ...defaultTheme, logoURL: '/files/logo.svg' } });
    await open('/dashboard');
    const home = screen.getByRole('link', { name: 'Kestrel Sports' });
    expect(within(home).getByRole('img').getAttribute('src')).toBe('/files/logo.svg');
    expect(home.textContent).toBe('');
  });

  test.each([
    ['the theme’s logo', { logoURL: '/files/wide.svg', logoURLPortrait: '/files/tall.svg' }, '/files/wide.svg'],
    ['else its portrait one', { logoURL: null, logoURLPortrait: '/files/tall.svg' }, '/files/tall.svg'],
    ['else ours', { logoURL: null, logoURLPortrait: null }, undefined],
  ])('shows %s', async (_which, logos, shown) => {
    rememberSettings({ theme: { ...defaultTheme, ...logos } });
    await open('/dashboard');
    const home = screen.getByRole('link', { name: 'Kestrel Sports' });
    expect(home.querySelector('img')?.getAttribute('src')).toBe(shown);
    expect(home.querySelector('svg') !== null).toBe(shown === undefined);
  });

  test('changes the language of menu, page and title at once', async () => {
    const { user } = await open('/users');
    await user.selectOptions(screen.getByLabelText('Language'), 'Français');
    await waitFor(() => expect(document.title).toBe('Liste des utilisateurs'));
    expect(entries()).toEqual(['Tableau de bord', 'Liste des utilisateurs', 'Hiérarchie', 'Journal d’audit']);
  });
});
