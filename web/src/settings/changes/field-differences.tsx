import { Box, Flex } from '@mantine/core';
import type { FieldChange } from '@storeward/contract/settings/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { useT } from '../../platform/text/i18n.ts';
import { fieldLabel } from '../../platform/text/setting-labels.ts';
import { rowChangesText } from '../../platform/text/setting-lists.ts';
import { fieldDefinition, modeText } from '../section/section-labels.ts';
import { valueText } from '../../platform/text/setting-values.ts';

/** How many rows of a list a change lists. */
const maxListedChanges = 20;

type Props = { readonly section: SectionName; readonly changes: readonly FieldChange[] };

/** The stored values before and after a change, by field. */
export const FieldDifferences = ({ section, changes }: Props) => (
  <Flex component="dl" direction="column" gap={6} w="100%" fz="label">
    {[...Map.groupBy(changes, ({ field }) => field)].map(([field, ofField]) => (
      <FieldDifference key={field} section={section} field={field} changes={ofField} />
    ))}
  </Flex>
);

/** `changes`: one change, or those of the rows of a list and of its order. */
type DifferenceProps = Props & { readonly field: string };

function FieldDifference({ section, field, changes }: DifferenceProps) {
  const t = useT();
  const definition = fieldDefinition(section, field);
  const stateText = (value: FieldChange['before']) =>
    value === null
      ? t('settings.field.inherits')
      : [valueText(definition, value.value, t), value.mode !== 'free' && modeText(definition, value.mode, t)]
          .filter(Boolean)
          .join(', ');
  return (
    <div>
      <Box component="dt" c="dimmed" fz="xs">
        {fieldLabel(section, field, t)}
      </Box>
      {changes.some(({ row }) => row !== undefined) && <dd>{rowChangesText(changes, t)}</dd>}
      {changes.slice(0, maxListedChanges).map(({ row = '', before, after }) => (
        <dd key={row}>
          <del>{stateText(before)}</del> <span aria-hidden>→</span> <ins>{stateText(after)}</ins>
        </dd>
      ))}
      {changes.length > maxListedChanges && <dd>…</dd>}
    </div>
  );
}
