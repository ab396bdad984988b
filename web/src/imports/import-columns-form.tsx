import { Button, Select } from '@mantine/core';
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
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.intro}>
        <h2 ref={title} tabIndex={-1}>
          {t('imports.columns.title')}
        </h2>
        <p>
          {t(head.source === 'remembered' ? 'imports.columns.remembered' : 'imports.columns.text', { file: fileName })}
        </p>
      </div>
      <div className={classes.fields}>
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
      </div>
      {ignoredColumns.length > 0 && (
        <p className={classes.ignored}>
          {t('imports.columns.ignored', {
            count: ignoredColumns.length,
            columns: ignoredColumns.map(({ label }) => label).join(', '),
          })}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t('imports.columns.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('imports.columns.check')}
        </Button>
      </div>
    </form>
  );
}
