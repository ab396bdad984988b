import { Text } from '@mantine/core';
import type { BulkPreview } from '@storeward/contract/settings/bulk-override';
import { isRowWise } from '@storeward/contract/settings/kinds/list';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { formatNumber, useT } from '../platform/i18n.ts';
import { fieldLabel } from '../platform/setting-labels.ts';
import classes from './bulk-differences.module.css';
import { valueText } from './kinds/registry.ts';
import { fieldDefinition } from './section-labels.ts';

type Props = Pick<BulkPreview, 'differences'> & { otherDifferences?: number; storesAffected?: number | null };

/** The values before and after a change, at how many nodes, and how many stores it affects. */
export function BulkDifferences({ differences, otherDifferences = 0, storesAffected }: Props) {
  const t = useT();
  const countParams = (count: number) => ({ count, shown: formatNumber(count) });
  return (
    <>
      {differences.length > 0 && (
        <ul className={classes.list} aria-label={t('settings.bulk.confirm.differences')}>
          {differences.map((difference) => (
            <li key={JSON.stringify(difference)}>
              <DifferenceText {...difference} />
              <span className={classes.count}>× {formatNumber(difference.count)}</span>
            </li>
          ))}
          {otherDifferences > 0 && (
            <li>{t('settings.bulk.confirm.otherDifferences', countParams(otherDifferences))}</li>
          )}
        </ul>
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

function DifferenceText({ section, field, before, after }: Omit<BulkPreview['differences'][number], 'count'>) {
  const t = useT();
  const definition = fieldDefinition(section, field);
  const label = fieldLabel(section, field, t);
  if (isSecret(definition)) return <span>{label}</span>;
  const textOf = (value: unknown) =>
    value === null && isRowWise(definition) ? t('settings.override.inherited') : valueText(definition, value, t);
  const [one, other] = [textOf(before), textOf(after)];
  return (
    <span>
      {label}: {one}
      {one !== other && (
        <>
          {' → '}
          <strong>{other}</strong>
        </>
      )}
    </span>
  );
}
