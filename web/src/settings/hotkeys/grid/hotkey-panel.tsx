import { Box, Select, Stack, Text, TextInput } from '@mantine/core';
import { hotkeyColours, hotkeyIcons, maxHotkeyName } from '@storeward/contract/settings/lists/hotkey-looks';
import type { NodeId } from '@storeward/contract/nodes';
import type { RowValues } from '@storeward/contract/settings/kinds/list';
import { languages } from '@storeward/contract/reference';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { languageName } from '../../../platform/text/display-names.ts';
import { currentLanguage, formatNumber, useT } from '../../../platform/text/i18n.ts';
import { ProductPicker } from '../../../products/product-picker.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useDelayed } from '../../../ui/page/skeleton.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import type { DesignerEditing } from '../engine/hotkey-editing.ts';
import { DesignerPosition } from './hotkey-position.tsx';
import { keyName, keyState } from '../engine/hotkey-text.ts';
import classes from './hotkey-designer.module.css';
import { HotkeyPicture } from '../form/hotkey-look.tsx';
import { valuesOfProduct } from '../engine/hotkey-values.ts';
import { rowUsesQuery } from '../../queries.ts';
import type { ShownRow } from '../../kinds/list/row-changes.ts';
import { choiceText } from '../../../platform/text/setting-labels.ts';
import { asObject, asText } from '../../../platform/text/loose-values.ts';

type Props = {
  readonly editing: DesignerEditing;
  readonly row: ShownRow;
  readonly language: string;
  readonly problem: string | undefined;
  readonly disabled: boolean;
  /** The node that the layout belongs to. */
  readonly owner: string;
  /** The node for whose stores the uses of the key are counted. */
  readonly usesOf: NodeId | undefined;
  readonly onEdit: (values: RowValues) => void;
  readonly onRestore: (() => void) | undefined;
};

/** The values of one key, and where they differ from what it inherits. */
export function DesignerPanel(props: Props) {
  const { editing, row, language, problem, disabled, owner, usesOf, onEdit, onRestore } = props;
  const t = useT();
  const [showsNames, setShowsNames] = useState(false);
  const { values, stored } = row;
  const names = asObject(values['names']);
  const inherited = stored?.inherited;
  const choices = (all: readonly string[]) => all.map((choice) => ({ value: choice, label: choiceText(choice, t) }));
  const isReadOnly = disabled || Boolean(stored?.lockedBy);
  return (
    <Box
      component="section"
      className={classes.panel}
      p="sm"
      bd="1px solid var(--line)"
      bdrs="md"
      aria-label={t('settings.designer.panel', { name: keyName(row, language) })}
    >
      <Text fw="var(--weight-medium)">{keyName(row, language)}</Text>
      <Text size="xs" c="dimmed">
        {[asText(values['SKU']), keyState(row, t).text].filter(Boolean).join(' · ')}
      </Text>
      {usesOf && stored && <KeyUses id={usesOf} row={row.key} />}
      {problem && (
        <Text size="xs" c="var(--warn-text)">
          <Icon name="alert" size={14} /> {problem}
        </Text>
      )}
      <Stack gap="xs" mt="xs">
        {values['type'] === 'hotkey' && !isReadOnly && (
          <ProductPicker
            label={t('settings.designer.chooseProduct')}
            onChange={(product) => onEdit(valuesOfProduct(product))}
          />
        )}
        <TextInput
          label={t('settings.hotkeys.keys.displayName')}
          data-designer-name
          value={asText(values['displayName'])}
          maxLength={maxHotkeyName}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onEdit({ displayName: currentTarget.value })}
        />
        {inherited && asText(inherited['displayName']) !== asText(values['displayName']) && (
          <Text size="xs" c="dimmed">
            {t('settings.designer.inheritedName', { name: asText(inherited['displayName']) })}
          </Text>
        )}
        <TextButton
          label={t('settings.designer.names', { count: formatNumber(Object.keys(names).length) })}
          onClick={() => setShowsNames(!showsNames)}
        >
          {t('settings.designer.names', { count: formatNumber(Object.keys(names).length) })}
        </TextButton>
        {showsNames &&
          languages.map((code) => (
            <TextInput
              key={code}
              size="xs"
              label={languageName(code, currentLanguage())}
              value={asText(names[code])}
              maxLength={maxHotkeyName}
              disabled={isReadOnly}
              onChange={({ currentTarget }) => {
                const { [code]: _, ...others } = names;
                const text = currentTarget.value;
                onEdit({ names: text ? { ...others, [code]: text } : others });
              }}
            />
          ))}
        <HotkeyPicture
          value={values['image']}
          owner={owner}
          id={row.key}
          disabled={isReadOnly}
          onChange={(image) => onEdit({ image })}
        />
        <Select
          label={t('settings.hotkeys.keys.colour')}
          data={choices(hotkeyColours)}
          value={asText(values['colour']) || null}
          clearable
          disabled={isReadOnly}
          onChange={(colour) => onEdit({ colour })}
        />
        <Select
          label={t('settings.hotkeys.keys.icon')}
          data={choices(hotkeyIcons)}
          value={asText(values['icon']) || null}
          clearable
          disabled={isReadOnly}
          onChange={(icon) => onEdit({ icon })}
        />
        {!isReadOnly && <DesignerPosition editing={editing} row={row} language={language} />}
        {onRestore && !isReadOnly && (
          <TextButton label={t('settings.designer.restore')} onClick={onRestore}>
            {t('settings.designer.restore')}
          </TextButton>
        )}
      </Stack>
    </Box>
  );
}

/** How many stores have a key, and how many of them replace or hide it. */
function KeyUses({ id, row }: { id: NodeId; row: string }) {
  const t = useT();
  // not for each key that the arrow keys pass
  const enabled = useDelayed(true, 300);
  const { data } = useQuery({ ...rowUsesQuery(id, 'hotkeys', 'keys', row), enabled, meta: { quiet: true } });
  return (
    <Text size="xs" c="dimmed" mih="1.25rem">
      {data &&
        t(data.storesApart > 0 ? 'settings.designer.usedExcept' : 'settings.designer.usedBy', {
          count: data.storeCount - data.storesApart,
          shown: formatNumber(data.storeCount - data.storesApart),
          apart: formatNumber(data.storesApart),
        })}
    </Text>
  );
}
