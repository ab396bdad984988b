import { SimpleGrid, Select } from '@mantine/core';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import type { DesignerEditing } from '../engine/hotkey-editing.ts';
import { type Container, containersOf, keysIn, pageIndexOf, takes } from '../engine/hotkey-layout.ts';
import { keyName } from '../engine/hotkey-text.ts';
import type { ShownRow } from '../../kinds/list/row-changes.ts';

type Props = {
  readonly editing: DesignerEditing;
  readonly row: ShownRow;
  readonly language: string;
};

const nameOf = ({ type, key }: Container) => `${type} ${key ?? ''}`;

/** Moves a key to another page, group or position without dragging it. */
export function DesignerPosition({ editing, row, language }: Props) {
  const t = useT();
  const { layout, container, keys } = editing;
  const containers = containersOf(layout).filter((to) => takes(to, row));
  const index = keys.findIndex(({ key }) => key === row.key);

  function labelOf(to: Container): string {
    const shown = layout.rows.find(({ key }) => key === to.key);
    if (!shown) return t('settings.designer.page', { number: formatNumber(pageIndexOf(layout, to) + 1) });
    return t(to.type === 'page' ? 'settings.designer.onPage' : 'settings.designer.inGroup', {
      name: keyName(shown, language),
    });
  }

  function moveTo(to: Container, position: number) {
    editing.move(new Set([row.key]), to, position);
    editing.open(to);
    editing.setActive(row.key);
  }

  return (
    <SimpleGrid autoFlow="auto-fit" minColWidth="7rem" spacing="xs">
      <Select
        label={t('settings.hotkeys.keys.parentId')}
        data={containers.map((to) => ({ value: nameOf(to), label: labelOf(to) }))}
        value={nameOf(container)}
        disabled={containers.length < 2}
        allowDeselect={false}
        onChange={(name) => {
          const to = containers.find((one) => nameOf(one) === name);
          if (to && name !== nameOf(container)) moveTo(to, keysIn(layout, to).length);
        }}
      />
      <Select
        label={t('settings.list.position')}
        data={keys.map((_, position) => ({ value: String(position), label: formatNumber(position + 1) }))}
        value={String(index)}
        disabled={keys.length < 2}
        allowDeselect={false}
        onChange={(position) => {
          if (position !== null && Number(position) !== index) moveTo(container, Number(position));
        }}
      />
    </SimpleGrid>
  );
}
