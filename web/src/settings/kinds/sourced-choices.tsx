import { Loader, MultiSelect, Select, Text, UnstyledButton } from '@mantine/core';
import { reference } from '@storeward/contract/reference/lists';
import type { ChoiceSource, ReferenceList } from '@storeward/contract/settings/kinds/choice-source';
import { useQuery } from '@tanstack/react-query';
import { ApiError, endpointQuery } from '../../platform/api/api.ts';
import { referenceName } from '../../platform/text/display-names.ts';
import { errorMessage, useLanguage, useT } from '../../platform/text/i18n.ts';
import classes from '../section/section-field.module.css';
import { type ControlProps, inputProps } from './field-view.ts';
import { asText, textsOf } from '../../platform/text/loose-values.ts';

type EndpointSource = Extract<ChoiceSource, { endpoint: unknown }>;

/** The endpoint of each reference list, and the property of its entries that is stored. */
const referenceLists: Readonly<Record<ReferenceList, EndpointSource>> = {
  countries: { endpoint: reference.countries, value: 'code', label: 'name' },
  currencies: { endpoint: reference.currencies, value: 'code', label: 'name' },
  languages: { endpoint: reference.languages, value: 'code', label: 'name' },
  modules: { endpoint: reference.modules, value: 'shortName', label: 'name' },
  timeZones: { endpoint: reference.timeZones, value: 'code', label: 'name' },
};

type Option = { readonly value: string; readonly label: string };

/** The entries of a list, or of a page of one, as options; entries without a value are left out. */
function optionsOf(response: unknown, { value, label }: EndpointSource): Option[] {
  const page = response as { result?: unknown } | null | undefined;
  const entries = Array.isArray(response) ? response : Array.isArray(page?.result) ? page.result : [];
  const options = (entries as Readonly<Record<string, unknown>>[]).flatMap((entry) =>
    asText(entry[value]) ? [{ value: asText(entry[value]), label: asText(entry[label]) || asText(entry[value]) }] : [],
  );
  return [...new Map(options.map((option) => [option.value, option])).values()];
}

/** The options of a reference list by their names in a language, in its order. */
function localised(options: readonly Option[], list: ReferenceList, language: string): Option[] {
  const { compare } = new Intl.Collator(language);
  return options
    .map(({ value, label }) => ({ value, label: referenceName(list, value, language) ?? label }))
    .toSorted((one, other) => compare(one.label, other.label));
}

/** The choices of a source, and the message of the control while there are none. */
function useSourcedChoices(source: ChoiceSource, selected: readonly string[]) {
  const t = useT();
  const endpointSource = 'list' in source ? referenceLists[source.list] : source;
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(endpointSource.endpoint, {}),
    staleTime: 300_000,
    meta: { quiet: true },
  });
  const [language] = useLanguage();
  const found = optionsOf(data, endpointSource);
  const options = 'list' in source ? localised(found, source.list, language) : found;
  // a stored value that the list does not have stays visible
  const unlisted = selected.filter((value) => !options.some((option) => option.value === value));
  return {
    data: [...options, ...unlisted.map((value) => ({ value, label: value }))],
    nothingFoundMessage: isFetching
      ? t('ui.state.loading')
      : t(options.length === 0 ? 'settings.choice.none' : 'settings.choice.nothingFound'),
    rightSection: isFetching ? <Loader size={16} aria-label={t('ui.state.loading')} /> : undefined,
    problem: error && !isFetching && <ListError error={error} onRetry={() => void refetch()} />,
  };
}

function ListError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT();
  const isDenied = error instanceof ApiError && error.status === 403;
  return (
    <Text size="xs" c="var(--warn-text)" mt={4} role="status">
      {isDenied ? t('settings.choice.denied') : t('settings.choice.failed')}{' '}
      {!isDenied && (
        <>
          {error instanceof ApiError && !error.isUnexpected && errorMessage(error.code, error.message)}{' '}
          <UnstyledButton className={classes.action} onClick={onRetry}>
            {t('ui.state.retry')}
          </UnstyledButton>
        </>
      )}
    </Text>
  );
}

type Props = ControlProps & { readonly source: ChoiceSource };

/** Chooses one value of a list that is loaded. */
export function SourcedChoice({ source, ...props }: Props) {
  const value = asText(props.value);
  const { problem, ...list } = useSourcedChoices(source, value ? [value] : []);
  return (
    <>
      <Select {...inputProps(props)} {...list} value={value || null} searchable limit={100} onChange={props.onChange} />
      {problem}
    </>
  );
}

/** Chooses several values of a list that is loaded. */
export function SourcedMultiChoice({ source, ...props }: Props) {
  const values = textsOf(props.value);
  const { problem, ...list } = useSourcedChoices(source, values);
  return (
    <>
      <MultiSelect
        {...inputProps(props)}
        {...list}
        value={values}
        searchable
        hidePickedOptions
        limit={100}
        onChange={props.onChange}
      />
      {problem}
    </>
  );
}
