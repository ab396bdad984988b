import type * as z from 'zod/mini';
import type { ErrorCode } from '../../errors.ts';
import { defineKind } from './field-kind.ts';
import { listKind, type RowValues } from './list.ts';

/** What a row of a hotkey layout is. Pages contain groups and hotkeys, groups contain hotkeys. */
export const hotkeyTypes = ['hotkey', 'group', 'page'] as const;
export type HotkeyType = (typeof hotkeyTypes)[number];

/** The errors of one row whose columns are valid, by column. */
export function hotkeyErrors({ type, SKU, displayName, parentId }: RowValues): { column: string; code: ErrorCode }[] {
  const isHotkey = type === 'hotkey';
  return [
    ...(isHotkey && (SKU ?? '') === '' ? [{ column: 'SKU', code: 'field.required' as const }] : []),
    ...(!isHotkey && SKU ? [{ column: 'SKU', code: 'field.invalid' as const }] : []),
    ...((displayName ?? '') === '' ? [{ column: 'displayName', code: 'field.required' as const }] : []),
    ...(type === 'page' && parentId ? [{ column: 'parentId', code: 'field.nested' as const }] : []),
  ];
}

/** Whether a page or group may contain another row. */
export const mayContain = ({ type: parent }: RowValues, { type: child }: RowValues): boolean =>
  parent === 'page' ? child !== 'page' : parent === 'group' && child === 'hotkey';

/** A list of hotkeys, groups and pages. */
export const hotkeysKind = defineKind({
  ...listKind,
  schema: (options, columnSchema) =>
    (listKind.schema(options, columnSchema) as z.ZodMiniType<readonly RowValues[] | null>).check((context) => {
      for (const [index, row] of (context.value ?? []).entries())
        for (const { column, code } of hotkeyErrors(row))
          context.issues.push({ code: 'custom', message: code, path: [index, column], input: context.value });
    }),
});
