import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadPortalPhrases, loadStartPhrases } from './catalogues.ts';
import { applyUserLanguage, completePhrases, initLanguage, t, type PhraseKey } from './i18n.ts';

const source = join(import.meta.dirname, '../..');
const startDomains = ['app', 'dashboard', 'errors', 'messages', 'records', 'sessions', 'ui', 'users'];

/** The modules of the portal whose phrases a module shows without waiting for all phrases, including the module itself. */
function importedModules(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  const text = readFileSync(entry, 'utf8');
  const imports = [...text.matchAll(/^(?:import|export) .*?from '(\.[^']+)'/gms)];
  const parts = [...text.matchAll(/lazyComponent\(\s*async \(\) => \(await import\('([^']+)'\)/g)];
  for (const [, path = ''] of [...imports, ...parts]) {
    const file = join(dirname(entry), path);
    if (/\.tsx?$/.test(file) && existsSync(file)) importedModules(file, found);
  }
  return found;
}

describe('phrases', () => {
  test('phrases that are shown before all have loaded belong to the domains of the first screens', () => {
    const modules = [...importedModules(join(source, 'main.tsx'))];
    const keys = modules.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*['`]([a-z]\w*)\./gi)].map(([, domain = '']) => domain),
    );
    expect(modules.length).toBeGreaterThan(50);
    const late = keys.filter((domain) => !startDomains.includes(domain));
    expect([...new Set(late)]).toEqual([]);
  });

  test('phrases of later screens are added to the first ones, in the language of the user', async () => {
    const late: PhraseKey = 'settings.section.basket';
    await initLanguage(loadStartPhrases, 'de', loadPortalPhrases);
    expect(t(late)).toBe(`TRANSLATION MISSING: ${late}`);
    await completePhrases();
    expect(t(late)).toBe('Warenkorb');
    await applyUserLanguage('fr');
    expect(t(late)).toBe('Panier');
  });

  test('phrases of a language that is chosen while those of another load are complete', async () => {
    const german = Promise.withResolvers<void>();
    await initLanguage(loadStartPhrases, 'de', async (language) => {
      if (language === 'de') await german.promise;
      return loadPortalPhrases(language);
    });
    const completed = completePhrases();
    await applyUserLanguage('nl');
    german.resolve();
    await completed;
    expect(t('settings.section.basket')).toBe('Winkelmand');
  });
});
