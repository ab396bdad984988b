import { Select, Stack, TextInput } from '@mantine/core';
import type { ImportColumn } from '@storeward/contract/imports';
import { isFirstOfSeries } from '@storeward/contract/imports/numbering';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { seriesText } from './import-constant.ts';
import type { ImportSubject } from './import-subject.ts';

type Props = {
  subject: ImportSubject;
  column: Pick<ImportColumn, 'name' | 'required' | 'numbered'> & { readonly neededForNew?: true };
  /** The columns of the file, by index. */
  headings: readonly { value: string; label: string }[];
  /** The index of the chosen column of the file. */
  index: number | undefined;
  /** The value for all rows; undefined if none is to be set. */
  constant: string | undefined;
  /** Whether errors are displayed. */
  submitted: boolean;
  onIndex: (index: number | undefined) => void;
  onConstant: (value: string) => void;
};

/** The choice in the list of columns that sets one value for all rows, or the first value of a series. */
const sameForAll = 'constant';

/** Chooses the column of the file for one target column, or one value for all rows, or the first of a series. */
export function ImportColumnField(props: Props) {
  const { subject, column, headings, index, constant, submitted, onIndex, onConstant } = props;
  const t = useT();
  const { name, required = false, numbered = false, neededForNew } = column;
  const label = subject.columnLabel?.(name) ?? subject.columnHeading?.(name) ?? name;
  const need = required
    ? t('imports.columns.required')
    : neededForNew && subject.constantInput
      ? t('imports.columns.neededForNew')
      : '';
  const hasConstant = constant !== undefined;
  const constantInput = {
    label: t('imports.columns.value', { column: label }),
    value: constant ?? '',
    error: submitted && constant === '' && errorMessage('field.required'),
    onChange: onConstant,
  };
  const choices = [
    ...(subject.constantInput && (numbered || !required)
      ? [{ value: sameForAll, label: t(numbered ? 'imports.columns.series' : 'imports.columns.sameForAll') }]
      : []),
    ...headings,
  ];
  return (
    <Stack gap="xs">
      <Select
        label={label}
        description={need ? `${name} · ${need}` : name}
        required={required}
        placeholder={t('imports.columns.none')}
        searchable
        openOnFocus={false}
        clearable
        clearButtonProps={{ 'aria-label': t('imports.columns.clear', { column: name }) }}
        nothingFoundMessage={t('imports.columns.nothingFound')}
        data={choices}
        value={hasConstant ? sameForAll : index === undefined ? null : String(index)}
        onChange={(value) => {
          if (value === sameForAll) onConstant('');
          else onIndex(value === null ? undefined : Number(value));
        }}
        error={submitted && required && index === undefined && !hasConstant && errorMessage('field.required')}
      />
      {hasConstant && numbered && (
        <TextInput
          label={t('imports.columns.firstOfSeries', { column: label })}
          description={isFirstOfSeries(constant) && t('imports.columns.seriesStart', { values: seriesText(constant) })}
          value={constant}
          error={submitted && !isFirstOfSeries(constant) && t('imports.columns.seriesHint')}
          autoComplete="off"
          maxLength={32}
          onChange={({ target }) => onConstant(target.value)}
        />
      )}
      {hasConstant &&
        !numbered &&
        (subject.constantInput?.(name, constantInput) ?? (
          <TextInput {...constantInput} maxLength={256} onChange={({ target }) => onConstant(target.value)} />
        ))}
    </Stack>
  );
}
