import { listOf } from '@storeward/contract/settings/lists/list-field';
import { defineSection } from '@storeward/contract/settings/engine/section';

const title = { kind: 'text', required: true, defaultValue: '' } as const;

/** A section with a list that is changed row by row, and one that is inherited as a whole. */
export const listSection = defineSection({
  name: 'sample',
  area: 'configuration',
  fields: {
    reasons: listOf({
      columns: {
        code: { ...title, maxLength: 10 },
        label: title,
        limit: { kind: 'number', min: 0, defaultValue: null },
      },
      keyColumns: ['code'],
      inheritance: 'rows',
      maxRows: 4,
    }),
    slides: listOf({ columns: { title }, inheritance: 'whole' }),
  },
});

/** The phrases of the section. */
export const listPhrases: Readonly<Record<string, string>> = {
  'settings.section.sample': 'Sample',
  'settings.sample.reasons': 'Reasons',
  'settings.sample.reasons.code': 'Code',
  'settings.sample.reasons.label': 'Label',
  'settings.sample.reasons.limit': 'Limit',
  'settings.sample.slides': 'Slides',
  'settings.sample.slides.title': 'Title',
};
