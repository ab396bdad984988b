import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { columnKey, errorColumn, type ImportColumn, type ImportHeader } from '@storeward/contract/imports';
import { isFirstOfSeries } from '@storeward/contract/imports/numbering';
import { entryOf, namesIn } from '@storeward/contract/imports/column-mapping';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import classes from './import-columns-form.module.css';
import { ImportColumnField } from './import-column-field.tsx';
import { type ColumnChoices, missingForNew } from './import-constant.ts';
import type { ImportSubject } from './import-subject.ts';

type Props = {
  subject: ImportSubject;
  fileName: string;
  head: ImportHeader;
  busy: boolean;
  onCancel: () => void;
  onCheck: (choices: ColumnChoices) => void;
};

const introKeys = {
  known: 'imports.columns.incomplete',
  remembered: 'imports.columns.remembered',
  guessed: 'imports.columns.text',
} as const;

/** The index of the column that fills each known column. */
const indexByName = (mapping: readonly string[]): ReadonlyMap<string, number> =>
  new Map(mapping.flatMap((entry, index) => namesIn(entry).map((name) => [name, index] as const)));

/** Matches the columns of a file to the known columns; unmatched columns are ignored. */
export function ImportColumnsForm({ subject, fileName, head, busy, onCancel, onCheck }: Props) {
  const t = useT();
  const id = useId();
  const { columns } = head;
  const [indexes, setIndexes] = useState(() => indexByName(head.mapping));
  const [constants, setConstants] = useState(head.constants);
  const [submitCount, setSubmitCount] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);
  // the previous step is removed, so the focus moves to the title and screen readers announce it
  useEffect(() => title.current?.focus(), []);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  const knownNames = new Set(subject.columns.map(({ name }) => name));
  const extraNames = head.mapping.flatMap(namesIn).filter((name) => !knownNames.has(name));
  const targetColumns: readonly ImportColumn[] = [
    ...subject.columns,
    ...extraNames.map((name) => ({ name, sample: '' })),
  ];
  const mapping = columns.map((_, index) => entryOf([...indexes].flatMap(([name, of]) => (of === index ? name : []))));
  const isMissing = (name: string) => !indexes.has(name);
  const headings = columns.map((column, index) => ({
    value: String(index),
    label: column.trim() || t('imports.columns.unnamed', { number: index + 1 }),
  }));
  const ignoredColumns = headings.filter(
    ({ label }, index) => !mapping[index] && columns[index]?.trim() && columnKey(label) !== errorColumn,
  );

  const assignColumn = (name: string, index: number | undefined) => {
    setConstants((previous) => Object.fromEntries(Object.entries(previous).filter(([column]) => column !== name)));
    setIndexes((previous) => {
      const others = [...previous].filter(([other]) => other !== name);
      return new Map(index === undefined ? others : [...others, [name, index]]);
    });
  };
  const setConstant = (name: string, value: string) => {
    assignColumn(name, undefined);
    setConstants((previous) => ({ ...previous, [name]: value }));
  };
  const missing = subject.constantInput ? missingForNew(subject.columns, { mapping, constants }) : [];
  const labelOf = (name: string) => subject.columnLabel?.(name) ?? name;
  const fieldOf = (column: ImportColumn) => {
    return (
      <ImportColumnField
        key={column.name}
        subject={subject}
        column={column}
        headings={headings}
        index={indexes.get(column.name)}
        constant={constants[column.name]}
        submitted={submitCount > 0}
        onIndex={(next) => assignColumn(column.name, next)}
        onConstant={(value) => setConstant(column.name, value)}
      />
    );
  };
  const levelColumns = targetColumns.filter(({ onlyByChoice }) => onlyByChoice);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setSubmitCount((count) => count + 1);
    const isIncomplete =
      targetColumns.some(({ name, required, numbered }) => {
        const first = numbered && constants[name];
        return first ? !isFirstOfSeries(first) : required && isMissing(name);
      }) || Object.values(constants).includes('');
    if (!isIncomplete) onCheck({ mapping, constants });
  }

  return (
    <Stack
      renderRoot={(props) => <form {...props} ref={form} onSubmit={submit} noValidate />}
      gap="xl"
      maw="var(--form-max)"
      px="var(--page-pad)"
      pt="xl"
      // the button that scrolls to the top must not cover the last ones
      pb={{ base: 140, sm: 'xl' }}
    >
      <div className={classes.intro}>
        <Title order={2} ref={title} tabIndex={-1} mb={4}>
          {t('imports.columns.title')}
        </Title>
        <Text c="dimmed">{t(introKeys[head.source], { file: fileName })}</Text>
      </div>
      <SimpleGrid minColWidth="min(100%, 17rem)" spacing="xl" verticalSpacing="md">
        {targetColumns.filter(({ onlyByChoice }) => !onlyByChoice).map(fieldOf)}
      </SimpleGrid>
      {levelColumns.length > 0 && (
        <Stack gap="md" role="group" aria-labelledby={`${id}-levels`}>
          <div className={classes.intro}>
            <Title order={3} size="h4" id={`${id}-levels`} mb={4}>
              {t('imports.columns.levels')}
            </Title>
            <Text c="dimmed">{t('imports.columns.levelsText')}</Text>
          </div>
          <SimpleGrid minColWidth="min(100%, 17rem)" spacing="xl" verticalSpacing="md">
            {levelColumns.map(fieldOf)}
          </SimpleGrid>
        </Stack>
      )}
      {missing.length > 0 && (
        <Text size="label" role="status">
          {t('imports.columns.missingForNew', { columns: missing.map(labelOf).join(', ') })}
        </Text>
      )}
      {ignoredColumns.length > 0 && (
        <Text size="label" c="dimmed">
          {t('imports.columns.ignored', {
            count: ignoredColumns.length,
            columns: ignoredColumns.map(({ label }) => label).join(', '),
          })}
        </Text>
      )}
      <Group className={classes.buttons ?? ''} justify="flex-end" gap="sm">
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t('imports.columns.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('imports.columns.check')}
        </Button>
      </Group>
    </Stack>
  );
}
