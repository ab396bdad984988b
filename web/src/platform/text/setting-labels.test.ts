import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { expect, test } from 'vitest';
import phrases from '../../phrases/en/settings.json';
import { loadPortalPhrases } from './catalogues.ts';
import { initLanguage, t } from './i18n.ts';
import { fieldLabel, sectionLabel } from './setting-labels.ts';

test('every setting, column and property has a label and its hint, and an unknown setting gets a generic label', async () => {
  await initLanguage(loadPortalPhrases);
  for (const section of sectionNames) {
    expect(sectionLabel(section, t)).not.toContain('MISSING');
    for (const [field, definition] of Object.entries(sectionOf(section).fields)) {
      const { columns = {}, properties = {}, hint } = definition;
      expect(phrases).toHaveProperty([`settings.${section}.${field}`]);
      if (hint) expect(phrases).toHaveProperty([`settings.hint.${field}`]);
      for (const [part, { hint: partHint }] of Object.entries({ ...columns, ...properties })) {
        expect(phrases).toHaveProperty([`settings.${section}.${field}.${part}`]);
        if (partHint) expect(phrases).toHaveProperty([`settings.hint.${field}.${part}`]);
      }
      expect(fieldLabel(section, field, t)).not.toContain('MISSING');
    }
  }
  expect(fieldLabel('theme', 'retired', t)).toBe('Other setting');
  expect(fieldLabel('nothing', 'at all', t)).toBe('Other setting');
});
