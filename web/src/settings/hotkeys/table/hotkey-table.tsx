import { Box, Table, Text, VisuallyHidden } from '@mantine/core';
import type { LayoutRow } from '@storeward/contract/settings/lists/hotkey-arrangement';
import type { ReactNode } from 'react';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import classes from '../form/hotkey.module.css';
import { asText } from '../../../platform/text/loose-values.ts';

type Placed<R extends LayoutRow> = { readonly row: R; readonly position: number };

type Props<R extends LayoutRow> = {
  readonly label: string;
  /** Shown if there are no rows. */
  readonly empty: string;
  readonly rows: readonly Placed<R>[];
  /** Replaces the SKU, which groups do not have. */
  readonly skuText?: (row: R) => string;
  readonly renderOrigin?: (row: R) => ReactNode;
  readonly renderActions: (placed: Placed<R>, name: string) => ReactNode;
};

/** Hotkeys by position, with SKU, display name and actions. A long table shows 21.5 rows and scrolls. */
export function HotkeyTable<R extends LayoutRow>({
  label,
  empty,
  rows,
  skuText,
  renderOrigin,
  renderActions,
}: Props<R>) {
  const t = useT();
  if (rows.length === 0)
    return (
      <Text size="label" c="dimmed" ta="center" p={24} bd="1px dashed var(--line-strong)" bdrs="md">
        {empty}
      </Text>
    );
  return (
    <Box className={classes.scroll} bg="var(--surface)" bd="1px solid var(--line)" bdrs="md">
      <Table
        className={classes.table ?? ''}
        layout="fixed"
        aria-label={label}
        data-origin={renderOrigin ? '' : undefined}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" className={classes.position}>
              {t('settings.list.position')}
            </Table.Th>
            <Table.Th scope="col" className={classes.sku}>
              {t('settings.hotkeys.keys.SKU')}
            </Table.Th>
            <Table.Th scope="col">{t('settings.hotkeys.keys.displayName')}</Table.Th>
            {renderOrigin && (
              <Table.Th scope="col" className={classes.origin}>
                {t('settings.hotkeys.origin')}
              </Table.Th>
            )}
            <Table.Th scope="col" className={classes.actions}>
              <VisuallyHidden>{t('settings.list.actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((placed) => {
            const { row, position } = placed;
            const name = asText(row.values['displayName']);
            return (
              <Table.Tr key={row.key} data-row={row.key}>
                <Table.Td className={classes.position}>{formatNumber(position)}</Table.Td>
                <Table.Td className={classes.sku}>{skuText?.(row) ?? asText(row.values['SKU'])}</Table.Td>
                <Table.Td className={classes.name}>
                  <bdi>{name}</bdi>
                </Table.Td>
                {renderOrigin && <Table.Td className={classes.origin}>{renderOrigin(row)}</Table.Td>}
                <Table.Td className={classes.actions}>{renderActions(placed, name)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
