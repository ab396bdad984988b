import { essentialsBucket, hotkeyKey } from '@storeward/contract/media-types';
import { ensure } from '../platform/errors.ts';

/** Where a client wants a file stored. */
export type RequestedKey = { readonly key?: string | undefined; readonly bucket?: string | undefined };

/** The key of a hotkey's picture, and the node that the hotkey belongs to. */
export type HotkeyPicture = { readonly key: string; readonly owner: string };

/**
 * The picture of a hotkey by its key; undefined for any other key, which is a mere name. A key that leads to hotkeys in another form or
 * bucket is refused with `file.keyInvalid`.
 */
export function hotkeyPicture({ key = '', bucket = essentialsBucket }: RequestedKey): HotkeyPicture | undefined {
  if (!/organization[\\/]+hotkeys/i.test(key)) return undefined;
  const [stem = '', extension = ''] = key.split(/\.(?=\w+$)/);
  const canonical = `${stem}.${extension.toLowerCase()}`;
  const [, owner] = hotkeyKey.exec(canonical) ?? [];
  ensure(owner && bucket === essentialsBucket, 'file.keyInvalid');
  return { key: canonical, owner };
}
