import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../icon-button.tsx';
import { Icon } from '../icon.tsx';
import classes from './search-field.module.css';

type Props = {
  value: string;
  onSearch: (query: string) => void;
  label: string;
  clearLabel: string;
  placeholder?: string;
  delay?: number;
};

/** Search input: searches after `delay` ms without typing or at once on Enter; Escape clears it. Mantine's inputs do none of this. */
export function SearchField({ value, onSearch, label, clearLabel, placeholder = label, delay = 300 }: Props) {
  const [typed, setTyped] = useState(value);
  const lastQuery = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  // Follow a value changed from outside, such as by the back button.
  useEffect(() => {
    if (value === lastQuery.current) return;
    lastQuery.current = value;
    setTyped(value);
  }, [value]);

  function search(query: string) {
    const trimmed = query.trim();
    if (trimmed === lastQuery.current.trim()) return;
    lastQuery.current = trimmed;
    onSearch(trimmed);
  }

  const latestSearch = useRef(search);
  latestSearch.current = search;
  useEffect(() => {
    const timer = setTimeout(() => latestSearch.current(typed), delay);
    return () => clearTimeout(timer);
  }, [typed, delay]);

  function clear() {
    setTyped('');
    search('');
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') search(typed);
    if (event.key !== 'Escape' || typed === '') return;
    event.stopPropagation();
    clear();
  }

  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search}
      wrapperProps={{ 'data-hint': placeholder }}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Icon name="search" size={16} />}
      leftSectionPointerEvents="none"
      rightSection={typed !== '' && <IconButton small icon="x" label={clearLabel} onClick={clear} />}
      autoComplete="off"
      spellCheck={false}
      maxLength={128}
    />
  );
}
