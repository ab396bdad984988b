import { Button, Select } from '@mantine/core';
import { columnWord, faultColumn, type ImportHead } from '@storeward/contract/imports';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { sayError, useT } from '../platform/i18n.ts';
import classes from './import-columns-form.module.css';
import type { ImportSubject } from './import-subject.ts';

type Props = {
  subject: ImportSubject;
  fileName: string;
  head: ImportHead;
  busy: boolean;
  onCancel: () => void;
  onCheck: (columns: readonly string[]) => void;
};

/** Says which column of a file is which of ours; what is left out is passed over. */
export function ImportColumnsForm({ subject, fileName, head, busy, onCancel, onCheck }: Props) {
  const t = useT();
  const { columns } = head;
  const [mapping, setMapping] = useState<readonly string[]>(head.mapping);
  const [asked, setAsked] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);
  // the step before is gone, and whoever listens is told where they are now
  useEffect(() => title.current?.focus(), []);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked]);

  const listed = new Set(subject.columns.map(({ name }) => name));
  const further = head.mapping.filter((name) => name && !listed.has(name));
  const ours = [...subject.columns, ...further.map((name) => ({ name, required: false }))];
  const isMissing = (name: string) => !mapping.includes(name);
  const headings = columns.map((column, at) => ({
    value: String(at),
    label: column.trim() || t('imports.columns.unnamed', { number: at + 1 }),
  }));
  const leftOut = headings.filter(
    ({ label }, at) => !mapping[at] && columns[at]?.trim() && columnWord(label) !== faultColumn,
  );

  const choose = (name: string, at: number | undefined) =>
    setMapping(
      columns.map((_, place) => (place === at ? name : mapping[place] === name ? '' : (mapping[place] ?? ''))),
    );

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked((times) => times + 1);
    if (!ours.some(({ name, required }) => required && isMissing(name))) onCheck(mapping);
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
        {ours.map(({ name, required = false }) => {
          const at = mapping.indexOf(name);
          return (
            <Select
              key={name}
              label={subject.columnLabel?.(name) ?? subject.columnWord?.(name) ?? name}
              description={required ? `${name} · ${t('imports.columns.needed')}` : name}
              required={required}
              placeholder={t('imports.columns.none')}
              searchable
              openOnFocus={false}
              clearable
              clearButtonProps={{ 'aria-label': t('imports.columns.clear', { column: name }) }}
              nothingFoundMessage={t('imports.columns.nothingFound')}
              data={headings}
              value={at === -1 ? null : String(at)}
              onChange={(value) => choose(name, value === null ? undefined : Number(value))}
              error={asked > 0 && required && isMissing(name) && sayError('field.required')}
            />
          );
        })}
      </div>
      {leftOut.length > 0 && (
        <p className={classes.leftOut}>
          {t('imports.columns.leftOut', {
            count: leftOut.length,
            columns: leftOut.map(({ label }) => label).join(', '),
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
