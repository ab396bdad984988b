import { Box, Flex, Text } from '@mantine/core';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import type { DesignerLayout } from '../engine/hotkey-layout.ts';
import { keyName } from '../engine/hotkey-text.ts';
import type { InactiveRow } from '../../kinds/list/row-changes.ts';
import { asText } from '../../../platform/text/loose-values.ts';

type Props = {
  readonly layout: DesignerLayout;
  readonly hiddenCount: number;
  /** The hidden keys that the grid does not show. */
  readonly hidden: readonly InactiveRow[];
  readonly language: string;
  readonly hasOwnOrder: boolean;
  /** How many stores have this layout, and how many of them with changes of their own. */
  readonly usage: string | undefined;
  readonly disabled: boolean;
  readonly onShow: (key: string) => void;
};

/** How the layout differs from the one above it. */
export function DesignerDifference(props: Props) {
  const { layout, hiddenCount, hidden, language, hasOwnOrder, usage, disabled, onShow } = props;
  const t = useT();
  const added = layout.rows.filter(({ state }) => state === 'added');
  const replaced = layout.rows.filter(({ state }) => state === 'replaced');
  const counts = [
    { name: 'inherited', count: layout.rows.length - added.length - replaced.length },
    { name: 'added', count: added.length },
    { name: 'replaced', count: replaced.length },
    { name: 'hidden', count: hiddenCount },
  ] as const;
  return (
    <Box component="section" miw={0} fz="label" aria-label={t('settings.designer.difference')}>
      <Flex component="p" wrap="wrap" gap="4px 16px">
        {counts.map(({ name, count }) => (
          <span key={name}>
            <b>{formatNumber(count)}</b> {t(`settings.designer.count.${name}`)}
          </span>
        ))}
        {hasOwnOrder && <span>{t('settings.designer.ownOrder')}</span>}
        {usage && <span>{usage}</span>}
      </Flex>
      {replaced.length + hidden.length > 0 && (
        <Box component="ul" mt="xs" ps="1.25rem">
          {replaced.map((row) => (
            <li key={row.key}>
              {t('settings.designer.replacedName', {
                before: asText((row.stored?.inherited ?? row.stored?.values)?.['displayName']),
                after: keyName(row, language),
              })}
            </li>
          ))}
          {hidden.map((row) => (
            <li key={row.key}>
              <Text span inherit td="line-through" c="dimmed">
                {keyName(row, language)}
              </Text>{' '}
              {!disabled && row.isOwn && (
                <TextButton
                  label={`${keyName(row, language)}: ${t('settings.list.show')}`}
                  onClick={() => onShow(row.key)}
                >
                  {t('settings.list.show')}
                </TextButton>
              )}
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}
