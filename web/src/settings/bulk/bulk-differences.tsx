import { Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BulkPreview } from '@storeward/contract/settings/endpoints/bulk-override';
import { isRowWise } from '@storeward/contract/settings/kinds/list';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { fieldLabel } from '../../platform/text/setting-labels.ts';
import { BeforeAfter } from '../../records/first-changes.tsx';
import lines from '../../ui/list/lines.module.css';
import { fieldDefinition } from '../section/section-labels.ts';
import { valueText } from '../../platform/text/setting-values.ts';

type Props = Pick<BulkPreview, 'differences'> & { otherDifferences?: number; storesAffected?: number | null };

/** The values before and after a change, with the number of nodes each, and how many stores the change affects. */
export function BulkDifferences({ differences, otherDifferences = 0, storesAffected }: Props) {
  const t = useT();
  const countParams = (count: number) => ({ count, shown: formatNumber(count) });
  return (
    <>
      {differences.length > 0 && (
        <Flex component="ul" direction="column" mt="xs" mb={4} aria-label={t('settings.bulk.confirm.differences')}>
          {differences.map((difference) => (
            <Line key={JSON.stringify(difference)}>
              <DifferenceText {...difference} />
              <Text span inherit flex="none">
                × {formatNumber(difference.count)}
              </Text>
            </Line>
          ))}
          {otherDifferences > 0 && (
            <Line>{t('settings.bulk.confirm.otherDifferences', countParams(otherDifferences))}</Line>
          )}
        </Flex>
      )}
      {storesAffected !== undefined && (
        <Text inherit component="p" m={0} pt={4}>
          {storesAffected === null
            ? t('settings.bulk.confirm.notCompared')
            : t('settings.bulk.confirm.storesAffected', countParams(storesAffected))}
        </Text>
      )}
    </>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <Flex component="li" justify="space-between" gap="sm" py={4} className={lines.above ?? ''}>
    {children}
  </Flex>
);

/** The label of a field, with its value before and after unless it is secret. */
export function DifferenceText({ section, field, before, after }: Omit<BulkPreview['differences'][number], 'count'>) {
  const t = useT();
  const definition = fieldDefinition(section, field);
  const label = fieldLabel(section, field, t);
  if (isSecret(definition)) return <span>{label}</span>;
  const textOf = (value: unknown) =>
    value === null && isRowWise(definition) ? t('settings.override.inherited') : valueText(definition, value, t);
  return (
    <Text span inherit miw={0}>
      {label}: <BeforeAfter before={textOf(before)} after={textOf(after)} />
    </Text>
  );
}
