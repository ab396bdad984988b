import { languages } from '@storeward/contract/reference';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { updateAppSettings } from '../app-settings.ts';
import { loadPortalPhrases, loadSignInPhrases } from './catalogues.ts';
import {
  formatDateOrTime,
  formatDateTime,
  formatDateTimeIn,
  formatNumber,
  errorMessage,
  applyUserLanguage,
  initLanguage,
  t,
} from './i18n.ts';

const mockBrowserLanguages = (...preferred: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(preferred);

beforeEach(() => {
  mockBrowserLanguages('en-GB');
});

describe('language', () => {
  test('chooses the browser’s first supported language', async () => {
    mockBrowserLanguages('pt-BR', 'de-AT', 'fr');
    await initLanguage(loadSignInPhrases);
    expect([t('sessions.login.submit'), document.documentElement.lang]).toEqual(['Anmelden', 'de']);
  });

  test('falls back to English if no language of the browser is supported', async () => {
    mockBrowserLanguages('pt-BR');
    await initLanguage(loadSignInPhrases);
    expect(t('sessions.login.submit')).toBe('Login');
  });

  test('prefers the user’s language over the browser’s', async () => {
    await initLanguage(loadSignInPhrases, 'nl');
    expect(t('sessions.login.submit')).toBe('Aanmelden');
  });

  test('prefers the language chosen on this device over all others', async () => {
    updateAppSettings({ language: 'it' });
    await initLanguage(loadSignInPhrases, 'nl');
    await applyUserLanguage('fr');
    expect(t('sessions.login.submit')).toBe('Accedi');
  });

  test('applies the language requested last even if the phrases of an earlier one load later', async () => {
    const delayed = Promise.withResolvers<void>();
    const earlier = initLanguage(async (language) => {
      if (language === 'de') await delayed.promise;
      return loadSignInPhrases(language);
    }, 'de');
    await applyUserLanguage('fr');
    delayed.resolve();
    await earlier;
    expect([t('sessions.login.submit'), document.documentElement.lang]).toEqual(['Se connecter', 'fr']);
  });
});

describe('phrases', () => {
  test.each(languages)('compiles the phrases of %s, with the same keys as in English', async (language) => {
    const [own, english] = await Promise.all([loadPortalPhrases(language), loadPortalPhrases('en')]);
    expect(Object.keys(own).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  test('fills in values and plural forms', async () => {
    await initLanguage(loadPortalPhrases);
    expect([1, 2].map((count) => t('ui.form.unsaved', { count }))).toEqual(['1 unsaved change', '2 unsaved changes']);
  });

  test('shows the key of a missing phrase', async () => {
    await initLanguage(loadPortalPhrases);
    expect(t('app.nothing.here' as never)).toBe('TRANSLATION MISSING: app.nothing.here');
  });

  test('translates error codes, and shows the server’s text for unknown codes', async () => {
    await initLanguage(loadPortalPhrases, 'fr');
    expect(errorMessage('signIn.wrong')).toBe('Nom d’utilisateur ou mot de passe incorrect.');
    expect(errorMessage('newer.thanThis', 'The till is shut')).toBe('The till is shut');
    expect(errorMessage('unknown')).toMatch(/Serveur injoignable/);
  });
});

describe('dates and numbers', () => {
  test('formats English dates and numbers the British way', async () => {
    await initLanguage(loadPortalPhrases);
    expect(formatDateOrTime('2026-01-05T08:00:00Z')).toBe('5 Jan 2026');
    expect(formatDateTime('2026-01-05T08:00:00Z')).toMatch(/^5 Jan 2026, \d\d:\d\d$/);
    expect(formatNumber(60_012)).toBe('60,012');
  });

  test('names the clock of a time that clocks show twice', async () => {
    await initLanguage(loadPortalPhrases);
    expect(formatDateTimeIn('2026-10-25T00:30:00Z', 'Europe/London')).toBe('25 Oct 2026, 01:30 BST');
    expect(formatDateTimeIn('2026-10-25T01:30:00Z', 'Europe/London')).toBe('25 Oct 2026, 01:30 GMT');
    expect(formatDateTimeIn('2026-10-25T02:30:00Z', 'Europe/London')).toBe('25 Oct 2026, 02:30');
  });

  test('shows the time instead of the date for today', async () => {
    await initLanguage(loadPortalPhrases);
    expect(formatDateOrTime(new Date().toISOString())).toMatch(/^Today, \d\d:\d\d$/);
  });

  test('formats dates and numbers in the current language', async () => {
    await initLanguage(loadPortalPhrases, 'de');
    expect([formatDateOrTime('2026-01-05T12:00:00Z'), formatNumber(60_012)]).toEqual(['5. Jan. 2026', '60.012']);
  });
});
