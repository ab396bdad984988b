import { Box, Flex } from '@mantine/core';
import { ListSetting } from '@storeward/contract/settings/lists/list-state';
import type { FieldChange } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { useT } from '../../platform/text/i18n.ts';
import {
  type ListOfRows,
  type RowChangeText,
  rowChangeTexts,
  wholeListChanges,
} from '../../platform/text/setting-changes.ts';
import { fieldLabel } from '../../platform/text/setting-labels.ts';
import { orderTexts, rowChangesText } from '../../platform/text/setting-lists.ts';
import { valueText } from '../../platform/text/setting-values.ts';
import { fieldDefinition, modeText } from '../section/section-labels.ts';

/** How many rows of a list a change lists. */
const maxListedChanges = 20;

type Props = {
  readonly section: SectionName;
  readonly changes: readonly FieldChange[];
  /** The name of a row of a list that its change does not name. */
  readonly rowNameOf?: (field: string, row: string) => string | undefined;
};

/** The stored values before and after a change, by field. */
export const FieldDifferences = ({ changes, ...props }: Props) => (
  <Flex component="dl" direction="column" gap={6} w="100%" fz="label">
    {[...Map.groupBy(changes, ({ field }) => field)].map(([field, ofField]) => (
      <FieldDifference key={field} {...props} field={field} changes={ofField} />
    ))}
  </Flex>
);

/** `changes`: one change, or those of the rows of a list and of its order. */
type DifferenceProps = Props & { readonly field: string };

function FieldDifference({ section, field, changes, rowNameOf }: DifferenceProps) {
  const t = useT();
  const definition = fieldDefinition(section, field);
  const list: ListOfRows = { section, field, definition, nameOf: (row) => rowNameOf?.(field, row) };
  const modeOf = (stored: FieldChange['before']) =>
    stored && stored.mode !== 'free' ? modeText(definition, stored.mode, t) : '';
  const modeChange = (changedRow: string) => {
    const modes = changes.find(({ row }) => row === changedRow);
    const [before, after] = [modes?.before, modes?.after].map((stored) =>
      modeText(definition, stored?.mode ?? 'free', t),
    );
    return before === after ? [] : [{ label: t('settings.mode.title'), before: before ?? '', after: after ?? '' }];
  };
  const stateText = (stored: FieldChange['before']) =>
    stored === null
      ? t('settings.field.inherits')
      : [valueText(definition, stored.value, t), modeOf(stored)].filter(Boolean).join(', ');
  const orderChange = (before: FieldChange['before'], after: FieldChange['after']) => {
    const [from, to] = [before, after].map((stored) => ListSetting.safeParse(stored?.value).data?.order);
    return from && to && before?.mode === after?.mode
      ? orderTexts(from, to, (row) => rowNameOf?.(field, row))
      : undefined;
  };
  const ofRows = changes.flatMap(({ row, before, after }) =>
    row === undefined ? [] : [{ row, before: before?.value, after: after?.value }],
  );
  const ofWhole = changes.flatMap(({ row, before, after }) =>
    row === undefined && Array.isArray(before?.value) && Array.isArray(after?.value)
      ? wholeListChanges(definition, before.value, after.value, t)
      : [],
  );
  const rows = [...ofRows, ...ofWhole];
  return (
    <div>
      <Box component="dt" c="dimmed" fz="xs">
        {fieldLabel(section, field, t)}
      </Box>
      {ofRows.length > 0 && <dd>{rowChangesText(changes, t)}</dd>}
      {changes
        .filter(({ row }) => row === undefined)
        .map(({ before, after }) => (
          <dd key="value">
            <Change {...(orderChange(before, after) ?? { before: stateText(before), after: stateText(after) })} />
          </dd>
        ))}
      {rowChangeTexts(list, rows.slice(0, maxListedChanges), t).map((change) => (
        <RowDifference key={change.key} change={{ ...change, cells: [...change.cells, ...modeChange(change.key)] }} />
      ))}
      {rows.length > maxListedChanges && <dd>…</dd>}
    </div>
  );
}

const RowDifference = ({ change: { name, action, cells } }: { readonly change: RowChangeText }) => (
  <dd>
    <b>
      <bdi>{name}</bdi>
    </b>{' '}
    {action}
    <ul>
      {cells.map(({ label, before, after }) => (
        <li key={label}>
          {label}: <Change before={before} after={after} />
        </li>
      ))}
    </ul>
  </dd>
);

const Change = ({ before, after }: { readonly before: string; readonly after: string }) => (
  <>
    {before && (
      <>
        <del>{before}</del> <span aria-hidden>→</span>{' '}
      </>
    )}
    <ins>{after}</ins>
  </>
);
