import type { IconName } from '../../../ui/icon.tsx';
import type { Translate } from '../../kinds/field-view.ts';
import type { ShownRow } from '../../kinds/list/row-changes.ts';
import { asObject, asText } from '../../../platform/text/loose-values.ts';

/** The name of a key in a language; the display name in all others. */
export const keyName = ({ values }: Pick<ShownRow, 'values'>, language: string): string =>
  asText(asObject(values['names'])[language]) || asText(values['displayName']);

export type KeyState = {
  readonly name: 'inherited' | 'added' | 'replaced' | 'locked';
  readonly text: string;
  readonly icon: IconName | undefined;
};

/** The operation of this location on a key. */
export function keyState({ state, stored }: ShownRow, t: Translate): KeyState {
  if (stored?.lockedBy) return { name: 'locked', text: t('settings.designer.locked'), icon: 'lock' };
  if (state === 'inherited') return { name: state, text: t('settings.designer.inherited'), icon: undefined };
  return { name: state, text: t(`settings.designer.${state}`), icon: 'diamond' };
}
