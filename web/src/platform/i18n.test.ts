import { languages } from '@storeward/contract/reference';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rememberSettings } from './app-settings.ts';
import { loadPortalPhrases, loadSignInPhrases } from './catalogues.ts';
import { formatDay, formatMoment, formatNumber, sayError, speakFor, startSpeaking, t } from './i18n.ts';

const browserSpeaks = (...wishes: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(wishes);

beforeEach(() => {
  browserSpeaks('en-GB');
});

describe('which language', () => {
  test('the browser’s own tongue, where the portal speaks it', async () => {
    browserSpeaks('pt-BR', 'de-AT', 'fr');
    await startSpeaking(loadSignInPhrases);
    expect([t('sessions.login.submit'), document.documentElement.lang]).toEqual(['Anmelden', 'de']);
  });

  test('English, where it does not', async () => {
    browserSpeaks('pt-BR');
    await startSpeaking(loadSignInPhrases);
    expect(t('sessions.login.submit')).toBe('Login');
  });

  test('the person’s own before the browser’s', async () => {
    await startSpeaking(loadSignInPhrases, 'nl');
    expect(t('sessions.login.submit')).toBe('Inloggen');
  });

  test('the one chosen on this device before all others', async () => {
    rememberSettings({ language: 'it' });
    await startSpeaking(loadSignInPhrases, 'nl');
    await speakFor('fr');
    expect(t('sessions.login.submit')).toBe('Accedi');
  });

  test('the one wished for last, though the words of an earlier one come later', async () => {
    const held = Promise.withResolvers<void>();
    const earlier = startSpeaking(async (language) => {
      if (language === 'de') await held.promise;
      return loadSignInPhrases(language);
    }, 'de');
    await speakFor('fr');
    held.resolve();
    await earlier;
    expect([t('sessions.login.submit'), document.documentElement.lang]).toEqual(['Se connecter', 'fr']);
  });
});

describe('the words', () => {
  test.each(languages)('%s has every phrase of the portal, compiled', async (language) => {
    const [own, english] = await Promise.all([loadPortalPhrases(language), loadPortalPhrases('en')]);
    expect(Object.keys(own).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  test('count and name what they are given', async () => {
    await startSpeaking(loadPortalPhrases);
    expect([1, 2].map((count) => t('ui.form.unsaved', { count }))).toEqual(['1 unsaved change', '2 unsaved changes']);
  });

  test('a missing phrase says which one', async () => {
    await startSpeaking(loadPortalPhrases);
    expect(t('app.nothing.here' as never)).toBe('TRANSLATION MISSING: app.nothing.here');
  });

  test('a refusal is told in the reader’s language, and in the server’s words where it has no name here', async () => {
    await startSpeaking(loadPortalPhrases, 'fr');
    expect(sayError('signIn.wrong')).toBe('Nom d’utilisateur ou mot de passe incorrect.');
    expect(sayError('newer.thanThis', 'The till is shut')).toBe('The till is shut');
    expect(sayError('unknown')).toMatch(/portail/);
  });
});

describe('days and figures', () => {
  test('are written the British way in English', async () => {
    await startSpeaking(loadPortalPhrases);
    expect(formatDay('2026-01-05T08:00:00Z')).toBe('5 Jan 2026');
    expect(formatMoment('2026-01-05T08:00:00Z')).toMatch(/^5 Jan 2026, \d\d:\d\d$/);
    expect(formatNumber(60_012)).toBe('60,012');
  });

  test('say the time for today', async () => {
    await startSpeaking(loadPortalPhrases);
    expect(formatDay(new Date().toISOString())).toMatch(/^Today, \d\d:\d\d$/);
  });

  test('follow the language', async () => {
    await startSpeaking(loadPortalPhrases, 'de');
    expect([formatDay('2026-01-05T12:00:00Z'), formatNumber(60_012)]).toEqual(['5. Jan. 2026', '60.012']);
  });
});
