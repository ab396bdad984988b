import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tearDownPortal, menuLinks, openPortal as open, setUpPortal } from '../../../test/open-portal.tsx';
import { updateAppSettings } from '../../platform/app-settings.ts';

beforeEach(setUpPortal);
afterEach(tearDownPortal);

describe('the header', () => {
  test('shows the organisation and the signed-in user', async () => {
    const { user } = await open('/dashboard');
    expect(screen.getByRole('link', { name: 'Kestrel Sports' }).getAttribute('href')).toBe('/dashboard');
    await user.click(screen.getByRole('button', { name: 'Your menu' }));
    const sheet = within(await screen.findByRole('dialog'));
    await sheet.findByText('Welcome');
    expect(
      ['Welcome', 'Priya Raman', 'Company administrator'].map((text) => sheet.getByText(text).textContent),
    ).toHaveLength(3);
    await user.click(sheet.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/login'));
  });

  test('shows the organisation’s logo instead of its name, which stays the accessible name', async () => {
    updateAppSettings({ theme: { ...defaultTheme, logoURL: '/files/logo.svg' } });
    await open('/dashboard');
    const home = screen.getByRole('link', { name: 'Kestrel Sports' });
    expect(within(home).getByRole('img').getAttribute('src')).toBe('/files/logo.svg');
    expect(home.textContent).toBe('');
  });

  test.each([
    [
      'the theme’s landscape logo',
      { logoURL: '/files/wide.svg', logoURLPortrait: '/files/tall.svg' },
      '/files/wide.svg',
    ],
    [
      'the portrait logo if there is no landscape one',
      { logoURL: null, logoURLPortrait: '/files/tall.svg' },
      '/files/tall.svg',
    ],
    ['the default logo if the theme has none', { logoURL: null, logoURLPortrait: null }, undefined],
  ])('shows %s in the header', async (_which, logos, expectedSrc) => {
    updateAppSettings({ theme: { ...defaultTheme, ...logos } });
    await open('/dashboard');
    const home = screen.getByRole('link', { name: 'Kestrel Sports' });
    expect(home.querySelector('img')?.getAttribute('src')).toBe(expectedSrc);
    expect(home.querySelector('svg') !== null).toBe(expectedSrc === undefined);
  });

  test('changes the language of menu, page and document title at once', async () => {
    const { user } = await open('/users');
    await user.selectOptions(screen.getByLabelText('Language'), 'Français');
    await waitFor(() => expect(document.title).toBe('Liste des utilisateurs'));
    expect(menuLinks()).toEqual([
      'Tableau de bord',
      'Liste des utilisateurs',
      'Clés API',
      'Hiérarchie',
      'Comparer',
      'Calendrier des modifications',
      'Journal d’audit',
    ]);
  });
});
