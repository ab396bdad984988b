import { Button, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { columnKey, errorColumn, type ImportHeader } from '@storeward/contract/imports';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { errorMessage, useT } from '../platform/i18n.ts';
import classes from './import-columns-form.module.css';
import type { ImportSubject } from './import-subject.ts';

type Props = {
  subject: ImportSubject;
  fileName: string;
  head: ImportHeader;
  busy: boolean;
  onCancel: () => void;
  onCheck: (columns: readonly string[]) => void;
};

/** Matches the columns of a file to the known columns; unmatched columns are ignored. */
export function ImportColumnsForm({ subject, fileName, head, busy, onCancel, onCheck }: Props) {
  const t = useT();
  const { columns } = head;
  const [mapping, setMapping] = useState<readonly string[]>(head.mapping);
  const [submitCount, setSubmitCount] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);
  // the previous step is removed, so the focus moves to the title and screen readers announce it
  useEffect(() => title.current?.focus(), []);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  const knownNames = new Set(subject.columns.map(({ name }) => name));
  const extraNames = head.mapping.filter((name) => name && !knownNames.has(name));
  const targetColumns = [...subject.columns, ...extraNames.map((name) => ({ name, required: false }))];
  const isMissing = (name: string) => !mapping.includes(name);
  const headings = columns.map((column, index) => ({
    value: String(index),
    label: column.trim() || t('imports.columns.unnamed', { number: index + 1 }),
  }));
  const ignoredColumns = headings.filter(
    ({ label }, index) => !mapping[index] && columns[index]?.trim() && columnKey(label) !== errorColumn,
  );

  const assignColumn = (name: string, index: number | undefined) =>
    setMapping(
      columns.map((_, otherIndex) =>
        otherIndex === index ? name : mapping[otherIndex] === name ? '' : (mapping[otherIndex] ?? ''),
      ),
    );

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setSubmitCount((count) => count + 1);
    if (!targetColumns.some(({ name, required }) => required && isMissing(name))) onCheck(mapping);
  }

  return (
    <Stack
      renderRoot={(props) => <form {...props} ref={form} onSubmit={submit} noValidate />}
      gap="xl"
      maw="var(--form-max)"
      px="var(--page-pad)"
      pt="xl"
      pb={{ base: 80, sm: 'xl' }}
    >
      <div className={classes.intro}>
        <Title order={2} ref={title} tabIndex={-1} mb={4}>
          {t('imports.columns.title')}
        </Title>
        <Text c="dimmed">
          {t(head.source === 'remembered' ? 'imports.columns.remembered' : 'imports.columns.text', { file: fileName })}
        </Text>
      </div>
      <SimpleGrid minColWidth="min(100%, 17rem)" spacing="xl" verticalSpacing="md">
        {targetColumns.map(({ name, required = false }) => {
          const index = mapping.indexOf(name);
          return (
            <Select
              key={name}
              label={subject.columnLabel?.(name) ?? subject.columnHeading?.(name) ?? name}
              description={required ? `${name} · ${t('imports.columns.required')}` : name}
              required={required}
              placeholder={t('imports.columns.none')}
              searchable
              openOnFocus={false}
              clearable
              clearButtonProps={{ 'aria-label': t('imports.columns.clear', { column: name }) }}
              nothingFoundMessage={t('imports.columns.nothingFound')}
              data={headings}
              value={index === -1 ? null : String(index)}
              onChange={(value) => assignColumn(name, value === null ? undefined : Number(value))}
              error={submitCount > 0 && required && isMissing(name) && errorMessage('field.required')}
            />
          );
        })}
      </SimpleGrid>
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
