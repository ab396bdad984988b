import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { FieldState } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { formatNumber } from '../../platform/text/i18n.ts';
import { partLabel } from '../../platform/text/setting-labels.ts';
import { valueText } from '../../platform/text/setting-values.ts';
import type { Authorship, PartConflict } from '../../records/record-conflict.ts';
import type { Translate } from '../kinds/field-view.ts';
import { viewOf } from '../kinds/registry.ts';
import { type FieldInput, inheritInput } from './section-edit.ts';
import { fieldDefinition, modeText } from './section-labels.ts';

/**
 * What the user and another user have changed differently of a list that is edited row by row: rows, their order, the
 * mode of the list. Undefined for fields whose values are edited as a whole.
 */
export function listConflicts(
  section: SectionName,
  field: string,
  yours: FieldInput,
  base: FieldState,
  newer: FieldState,
  author: Authorship,
  t: Translate,
): PartConflict<FieldInput>[] | undefined {
  const definition = fieldDefinition(section, field);
  const changes = viewOf(definition).changes?.(definition);
  if (!changes) return undefined;
  const saved = newer.own;
  if (!yours.own)
    // removing all overrides also removes what the other user has changed
    return sameValue(base.list, newer.list) || !saved
      ? []
      : [
          {
            id: 'all',
            label: '',
            author: saved,
            isYours: ({ own }) => !own,
            choose: (_, side) => (side === 'yours' ? yours : { own: true, value: changes.none, mode: saved.mode }),
            texts: () => ({
              yours: t('settings.field.inherits'),
              theirs: valueText(definition, saved.value, t),
            }),
          },
        ];
  if (base.own && !saved) {
    // the other user has removed all that is stored here: without this question only the rows that were typed would come back
    const { value, rows } = changes.restore(yours.value, base);
    return [
      {
        id: 'all',
        label: '',
        author,
        isYours: ({ own }) => own,
        choose: (_, side) => (side === 'yours' ? { ...yours, value } : inheritInput(section, field)),
        texts: () => ({
          yours: t('settings.list.conflict.restore', { count: rows, shown: formatNumber(rows) }),
          theirs: t('settings.list.conflict.reverted'),
        }),
      },
    ];
  }
  const parts = { label: (part: string) => partLabel(section, field, part, t) };
  const rows = changes.conflicts(yours.value, base, newer, parts, t).map((part): PartConflict<FieldInput> => ({
    ...part,
    author: part.author ?? author,
    isYours: ({ value }) => part.isYours(value),
    choose: (input, side) => ({ ...input, value: part.choose(input.value, side) }),
    texts: ({ value }) => part.texts(value),
  }));
  const [modeBefore, mode] = [base, newer].map(({ own }) => own?.mode ?? 'free');
  if (mode === undefined || mode === modeBefore || mode === yours.mode) return rows;
  return [
    ...rows,
    {
      id: 'mode',
      label: t('settings.mode.title'),
      author,
      isYours: (input) => input.mode !== mode,
      choose: (input, side) => ({ ...input, mode: side === 'yours' ? yours.mode : mode }),
      texts: (input) => ({ yours: modeText(definition, input.mode, t), theirs: modeText(definition, mode, t) }),
    },
  ];
}
