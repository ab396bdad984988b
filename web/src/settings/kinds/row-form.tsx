import { Button, Group, Stack } from '@mantine/core';
import type { SettingField } from '@storeward/contract/settings/section';
import type { KeyboardEvent } from 'react';
import { useT } from '../../platform/i18n.ts';
import type { FieldParts } from './field-view.ts';
import { PartControl } from './part-control.tsx';
import classes from './list-control.module.css';
import type { RowActions } from './row-actions.ts';
import type { ShownRow } from './row-changes.ts';
import { rowName } from './row-text.ts';

type Props = {
  readonly row: ShownRow;
  readonly index: number;
  readonly definition: SettingField;
  readonly parts: FieldParts;
  readonly errors: FieldParts['errors'] | undefined;
  readonly actions: RowActions;
};

/** The form of one row, in its place in the list. Enter is done, Escape puts back what was there before. */
export function RowForm({ row, index, definition, parts, errors = {}, actions }: Props) {
  const t = useT();
  const errorOf = (name: string) => errors[`${row.key}.${name}`] ?? errors[`${index}.${name}`];

  function handleKeyDown(event: KeyboardEvent) {
    const isInDropdown = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    const isText = event.target instanceof HTMLInputElement;
    if (event.defaultPrevented || isInDropdown || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' || (event.key === 'Enter' && isText)) {
      event.preventDefault();
      event.stopPropagation();
      actions.close(row, event.key === 'Enter');
    }
  }

  return (
    <Stack
      gap="md"
      role="group"
      aria-label={t('settings.list.edit', { name: rowName(definition, parts, row, index, t) })}
      onKeyDown={handleKeyDown}
    >
      <div className={classes.formFields}>
        {Object.entries(definition.columns ?? {}).map(([name, column]) => (
          <PartControl
            key={name}
            name={name}
            definition={column}
            parts={parts}
            value={row.values[name] ?? column.defaultValue}
            error={errorOf(name)}
            disabled={false}
            onChange={(value) => actions.edit(row, { ...row.values, [name]: value })}
          />
        ))}
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => actions.close(row, true)}>
          {t('settings.list.done')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={() => actions.close(row, false)}>
          {t('settings.list.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
