import { essentialsBucket, hotkeyKey } from '@storeward/contract/media-types';
import { ensure } from '../platform/errors.ts';

/** The storage key that a client requests. */
export type RequestedKey = { readonly key?: string | undefined; readonly bucket?: string | undefined };

/** The key of a hotkey's image, and the node that the hotkey belongs to. */
export type HotkeyImage = { readonly key: string; readonly owner: string };

/**
 * The image of a hotkey by its key; undefined for any other key, which is used as a name only. A key of hotkeys in
 * another form or bucket is refused with `file.keyInvalid`.
 */
export function hotkeyImage({ key = '', bucket = essentialsBucket }: RequestedKey): HotkeyImage | undefined {
  if (!/organization[\\/]+hotkeys/i.test(key)) return undefined;
  const [stem = '', extension = ''] = key.split(/\.(?=\w+$)/);
  const canonical = `${stem}.${extension.toLowerCase()}`;
  const [, owner] = hotkeyKey.exec(canonical) ?? [];
  ensure(owner && bucket === essentialsBucket, 'file.keyInvalid');
  return { key: canonical, owner };
}
