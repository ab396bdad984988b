import { Combobox, Group, InputBase, useCombobox } from '@mantine/core';
import { productSearch } from '@storeward/contract/limits';
import type { ProductRow } from '@storeward/contract/products';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { ApiError } from '../platform/api/api.ts';
import { missedText, useEnterChoice, useQueuedEnter } from '../records/queued-enter.ts';
import { Icon } from '../ui/icon.tsx';
import { PickerOption, pickerList } from '../ui/form/picker-option.tsx';
import { ProductImage } from './product-image.tsx';
import { productName } from './product-name.ts';
import { beyondLimitText, type SearchField, searchMinLength } from './product-search.ts';
import { productListQuery } from './queries.ts';

type Props = {
  label: string;
  onChange: (product: ProductRow) => void;
  /** The field that is searched; if omitted, both. */
  field?: SearchField;
  disabled?: boolean;
  /** Whether each choice is added to those before; then scans that follow each other quickly are all taken. */
  takesSeveral?: boolean;
  onType?: (text: string) => void;
  /** Receives the initial focus when a dialog opens. */
  'data-autofocus'?: boolean | undefined;
};

const searchHints = { SKU: 'products.results.minSku', shortDescription: 'products.results.minName' } as const;

/** Whether a text is long enough for a search in this field. */
const isLongEnough = (text: string, field: SearchField): boolean => text.length >= searchMinLength(field);

/** Finds a product by its SKU, words of its name or both, and reports the chosen one. */
export function ProductPicker({ label, onChange, field, disabled = false, takesSeveral, onType, ...rest }: Props) {
  const t = useT();
  const isSearchable = (text: string) => isLongEnough(text, field ?? (/\d/.test(text) ? 'SKU' : 'shortDescription'));
  const [typed, setTyped] = useState('');
  const [isLeft, setLeft] = useState(false);
  const combobox = useCombobox({ loop: false, onDropdownClose: () => combobox.resetSelectedOption() });
  const entered = typed.trim();
  const enter = useQueuedEnter(entered, productSearch.pauseMs, takesSeveral);
  const { search } = enter;
  const isSearched = isSearchable(search) && (search === entered || enter.waiting.length > 0);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...productListQuery({ [field ?? 'search']: search, size: productSearch.limit }),
    // compared with the current text, since a request for an earlier text is cancelled
    enabled: isSearched,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const isCurrent = isSearchable(entered) && search === entered && !isPlaceholderData;
  const choices = isSearchable(entered) ? (data?.result ?? []) : [];

  const beyondLimit = isCurrent && beyondLimitText(choices.length, data?.total ?? 0, t);

  function type(text: string) {
    setLeft(false);
    setTyped(text);
    onType?.(text);
  }

  function select(product: ProductRow | undefined, isCurrentText = true) {
    if (!product) return;
    if (isCurrentText) {
      type('');
      combobox.closeDropdown();
    }
    onChange(product);
  }

  const isAmbiguous = useEnterChoice(enter, {
    found: isSearched && !isPlaceholderData ? data?.result : undefined,
    isFailed: isSearched && !isPlaceholderData && error !== null,
    codesOf: ({ SKU }) => [SKU],
    onChoose: select,
  });

  const isNotFound = enter.pressed === entered && enter.waiting.length === 0 && isCurrent && choices.length === 0;

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return;
    // Enter chooses, and never submits the form around the picker
    event.preventDefault();
    if (isSearchable(entered)) enter.press(event.currentTarget);
  }

  function emptyText() {
    if (!isSearchable(entered)) return t(field ? searchHints[field] : 'products.picker.hint');
    if (error && isCurrent) return errorMessage(error instanceof ApiError ? error.code : 'unknown');
    return isCurrent && !isFetching ? t('products.list.nothingFound') : t('ui.state.loading');
  }

  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => select(choices.find((product) => product.id === id))}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...rest}
          label={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          aria-autocomplete="list"
          placeholder={t(field ? searchHints[field] : 'products.list.search')}
          leftSection={<Icon name="search" size={16} />}
          leftSectionPointerEvents="none"
          value={typed}
          disabled={disabled}
          error={missedText(enter.missed, t) ?? (isLeft || isNotFound ? t('products.picker.notChosen') : undefined)}
          onFocus={enter.forgetMissed}
          onBlur={() => {
            setLeft(entered !== '' && enter.waiting.length === 0);
            combobox.closeDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onChange={(event) => {
            type(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('products.picker.results')} aria-busy={isFetching} className={pickerList}>
          {choices.map((product) => (
            <Combobox.Option key={product.id} value={product.id}>
              <Group gap={12} wrap="nowrap">
                <ProductImage imageUrls={product.imageUrls} />
                <PickerOption detail={product.name === null ? t('products.field.noName') : product.SKU}>
                  {productName(product)}
                </PickerOption>
              </Group>
            </Combobox.Option>
          ))}
          {choices.length === 0 && <Combobox.Empty role="status">{emptyText()}</Combobox.Empty>}
        </Combobox.Options>
        {(isAmbiguous || beyondLimit) && (
          <Combobox.Footer c="dimmed" fz="xs" role="status">
            {isAmbiguous ? t('ui.picker.several') : beyondLimit}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
