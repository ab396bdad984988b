import { CloseButton, Combobox, InputBase, useCombobox } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { pickerList } from '../ui/form/picker-option.tsx';
import { missedText, useEnterChoice, useQueuedEnter } from './queued-enter.ts';

/** Pixels above the end of the list, and rows before the last one, at which further choices are loaded. */
const loadAhead = { pixels: 240, rows: 10 };

/** What is typed into a picker and whether its list is open; the query of the choices depends on both. */
export function usePickerSearch(takesSeveral = false) {
  const [typed, setTyped] = useState<string>();
  const combobox = useCombobox({
    loop: false,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(undefined);
    },
  });
  const enter = useQueuedEnter(typed?.trim() ?? '', 200, takesSeveral);
  return {
    typed,
    setTyped,
    combobox,
    enter,
    search: enter.search,
    isOpen: combobox.dropdownOpened || enter.waiting.length > 0,
  };
}

/** The query of the choices, of one page or of several. */
type Choices<T> = {
  readonly items: readonly T[];
  /** Nothing has been loaded yet. */
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  /** The items are those of an earlier search. */
  readonly isPlaceholderData: boolean;
  readonly isError: boolean;
  readonly hasNextPage?: boolean;
  readonly fetchNextPage?: () => unknown;
};

type Props<T> = {
  readonly picker: ReturnType<typeof usePickerSearch>;
  readonly choices: Choices<T>;
  readonly idOf: (choice: T) => string;
  /** What identifies a choice among all, such as its code: typed in full, Enter selects it. */
  readonly codesOf: (choice: T) => readonly string[];
  readonly renderOption: (choice: T) => ReactNode;
  readonly onChoose: (choice: T) => void;
  readonly label: ReactNode;
  /** In a toolbar the label is not shown. */
  readonly inToolbar?: boolean;
  readonly icon: IconName;
  readonly placeholder: string;
  readonly resultsLabel: string;
  readonly nothingFound: string;
  /** The number of choices, shown below the list. */
  readonly total?: string | undefined;
  /** The chosen one, shown while the user does not type. */
  readonly chosen?: { readonly id?: string; readonly name: string } | undefined;
  /** Only for optional fields. */
  readonly clear?: { readonly label: string; readonly onClear: () => void } | undefined;
  /** Whether Enter may select the only result; always by default. */
  readonly isMeant?: (choice: T, search: string) => boolean;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
  readonly onBlur?: (() => void) | undefined;
};

/** Combobox whose choices the server searches; further ones load on scrolling. */
export function SearchPicker<T>(props: Props<T>) {
  const { picker, choices, idOf, chosen, clear, isMeant = () => true } = props;
  const { combobox, typed, setTyped, search, enter } = picker;
  const { items, isFetching } = choices;
  const t = useT();

  const loadMore = () => {
    if (choices.hasNextPage && !isFetching) void choices.fetchNextPage?.();
  };

  function choose(choice: T | undefined) {
    if (choice) props.onChoose(choice);
    else clear?.onClear();
    setTyped(undefined);
    combobox.closeDropdown();
  }

  const isSearched = enter.waiting.length > 0 || (typed !== undefined && search === enter.text);
  const isAmbiguous = useEnterChoice(enter, {
    found: isSearched && !choices.isLoading && !choices.isPlaceholderData ? items : undefined,
    isFailed: choices.isError,
    codesOf: props.codesOf,
    isMeant: (choice) => isMeant(choice, search),
    onChoose: (choice, isCurrent) => (isCurrent ? choose(choice) : props.onChoose(choice)),
  });

  // what is typed or scanned next replaces the name of the choice
  const input = useRef<HTMLInputElement>(null);
  const isResting = typed === undefined;
  useEffect(() => {
    if (isResting && document.activeElement === input.current) input.current?.select();
  }, [isResting, chosen?.name]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const index = combobox.getSelectedOptionIndex();
    if (event.key === 'ArrowDown' && index >= items.length - loadAhead.rows) loadMore();
    if (event.key !== 'Enter' || index >= 0) return;
    // Enter chooses, and never submits the form around the picker
    event.preventDefault();
    if (typed === undefined) return;
    if (typed.trim() !== '' || !clear) enter.press(event.currentTarget);
    else if (chosen) choose(undefined);
  }

  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => choose(items.find((item) => idOf(item) === id))}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          ref={input}
          {...(props.inToolbar && typeof props.label === 'string'
            ? { 'aria-label': props.label, flex: { base: '1 1 100%', sm: '0 0 14rem' } }
            : { label: props.label })}
          error={props.error ?? missedText(enter.missed, t)}
          disabled={props.disabled ?? false}
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          placeholder={props.placeholder}
          leftSection={<Icon name={props.icon} size={16} />}
          leftSectionPointerEvents="none"
          rightSection={
            chosen && clear ? (
              <CloseButton
                size="sm"
                tabIndex={-1}
                aria-label={clear.label}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(undefined)}
              />
            ) : (
              <Icon name="selector" size={16} />
            )
          }
          rightSectionPointerEvents={chosen && clear ? 'all' : 'none'}
          value={typed ?? chosen?.name ?? ''}
          title={typed === undefined ? chosen?.name : undefined}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => {
            enter.forgetMissed();
            event.currentTarget.select();
          }}
          onBlur={() => {
            if (typed?.trim() === '' && chosen) clear?.onClear();
            combobox.closeDropdown();
            setTyped(undefined);
            props.onBlur?.();
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          aria-label={props.resultsLabel}
          aria-busy={isFetching}
          className={pickerList}
          onScroll={({ currentTarget: list }: UIEvent<HTMLDivElement>) => {
            if (list.scrollHeight - list.scrollTop - list.clientHeight < loadAhead.pixels) loadMore();
          }}
        >
          {items.map((item) => (
            <Combobox.Option key={idOf(item)} value={idOf(item)} active={idOf(item) === chosen?.id}>
              {props.renderOption(item)}
            </Combobox.Option>
          ))}
          {items.length === 0 && (
            <Combobox.Empty role="status">
              {choices.isLoading ? t('ui.state.loading') : props.nothingFound}
            </Combobox.Empty>
          )}
        </Combobox.Options>
        {items.length > 0 && (isAmbiguous || props.total) && (
          <Combobox.Footer c="dimmed" fz="xs" role="status">
            {isAmbiguous ? t('ui.picker.several') : props.total}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
