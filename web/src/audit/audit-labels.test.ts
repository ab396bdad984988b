import { expect, test } from 'vitest';
import { loadPortalPhrases } from '../platform/text/catalogues.ts';
import { initLanguage, t } from '../platform/text/i18n.ts';
import { localizedChanges, reasonText } from './audit-labels.ts';

test('the reason of an entry is the text that a user gave, or that of an error or of a change without a version', async () => {
  await initLanguage(loadPortalPhrases, 'de');
  expect(reasonText('Audit finding 12')).toBe('Audit finding 12');
  expect(reasonText('signIn.wrong')).toBe('Benutzername oder Passwort ist falsch.');
  expect(reasonText('record.unversioned')).toMatch(/^Es wurde keine Version angegeben/);
});

test('a choice of a setting is named as in its form, and the same text of another field is left as it is', async () => {
  await initLanguage(loadPortalPhrases, 'de');
  const after = {
    'basket.taxMode': 'INCLUDED_IN_PRICE',
    'dates.dateLocale': 'en-US',
    'ebasketDisplay.displayName': 'default',
    name: 'default',
  };
  const changes = localizedChanges({ entity: 'node', before: null, after }, 'de', t);
  expect(changes.map((change) => change.after)).toEqual([
    'Im Preis enthalten',
    'Monat zuerst (MM/TT/JJJJ)',
    'default',
    'default',
  ]);
});
