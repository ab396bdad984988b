import * as z from 'zod/mini';
import { languages } from '../../reference.ts';
import { HotkeyLayout, toHotkeyLayout } from '../lists/hotkey-layout.ts';
import { hotkeyColours, hotkeyIcons, HotkeyNames, maxHotkeyName } from '../lists/hotkey-looks.ts';
import { hotkeyTypes, mayContain } from '../kinds/hotkeys.ts';
import type { ColumnField } from '../kinds/registry.ts';
import { listOf } from '../lists/list-field.ts';
import { RowId } from '../lists/list-state.ts';
import { defineSection } from '../engine/section.ts';

const nameIn: ColumnField & { readonly kind: 'text' } = { kind: 'text', maxLength: maxHotkeyName, defaultValue: '' };

/**
 * The keys of tills: hotkeys, which sell a product, groups of hotkeys, and the pages on which both are. The order of the
 * rows is that of the keys; positions are computed.
 */
export const hotkeys = defineSection({
  name: 'hotkeys',
  area: 'module',
  group: 'ebasket',
  fields: {
    keys: {
      ...listOf({
        columns: {
          type: { kind: 'choice', required: true, choices: hotkeyTypes, defaultValue: 'hotkey' },
          SKU: { kind: 'product', defaultValue: null },
          displayName: { kind: 'text', maxLength: maxHotkeyName, defaultValue: '' },
          names: {
            kind: 'object',
            schema: HotkeyNames,
            properties: Object.fromEntries(languages.map((language) => [language, nameIn])),
            defaultValue: {},
            isDetail: true,
          },
          image: { kind: 'image', defaultValue: null, isDetail: true },
          // the row that contains this one: a group or a page; a key without a parent is on the first page
          parentId: { kind: 'text', schema: z.nullable(RowId), defaultValue: null, isDetail: true },
          colour: { kind: 'choice', choices: hotkeyColours, defaultValue: null, isDetail: true },
          icon: { kind: 'choice', choices: hotkeyIcons, defaultValue: null, isDetail: true },
        },
        inheritance: 'rows',
        maxRows: 1000,
      }),
      kind: 'hotkeys',
      nameColumn: 'displayName',
      parentColumn: 'parentId',
      mayContain,
    },
  },
  readAs: { schema: HotkeyLayout, from: ({ keys }) => toHotkeyLayout(keys) },
});
