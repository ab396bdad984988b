import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { expect, test } from 'vitest';
import phrases from '../phrases/en/settings.json';
import { loadPortalPhrases } from './catalogues.ts';
import { initLanguage, t } from './i18n.ts';
import { fieldLabel, sectionLabel } from './setting-labels.ts';

test('every setting has a label, and an unknown one gets a generic label', async () => {
  await initLanguage(loadPortalPhrases);
  for (const section of sectionNames) {
    expect(sectionLabel(section, t)).not.toContain('MISSING');
    for (const field of Object.keys(sectionOf(section).fields)) {
      expect(phrases).toHaveProperty([`settings.${section}.${field}`]);
      expect(fieldLabel(section, field, t)).not.toContain('MISSING');
    }
  }
  expect(fieldLabel('theme', 'retired', t)).toBe('Other setting');
  expect(fieldLabel('nothing', 'at all', t)).toBe('Other setting');
});
