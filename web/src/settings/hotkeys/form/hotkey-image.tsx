import { Icon } from '../../../ui/icon.tsx';
import { HotkeyIcon } from './hotkey-icon.tsx';
import classes from '../grid/hotkey-designer.module.css';
import { isGroup } from '../engine/hotkey-layout.ts';
import type { ShownRow } from '../../kinds/list/row-changes.ts';
import { asText } from '../../../platform/text/loose-values.ts';

/** The picture of a key: its image, else its icon. */
export function HotkeyImage({ row }: { readonly row: ShownRow }) {
  const image = asText(row.values['image']);
  const icon = asText(row.values['icon']);
  return (
    <span className={classes.picture}>
      {image ? (
        <img src={image} alt="" loading="lazy" draggable={false} />
      ) : icon ? (
        <HotkeyIcon name={icon} />
      ) : (
        <Icon name={isGroup(row) ? 'sub-group' : 'package'} size={24} />
      )}
    </span>
  );
}
