import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import classes from './search-field.module.css';

type Props = {
  value: string;
  onSearch: (words: string) => void;
  label: string;
  clearLabel: string;
  placeholder?: string;
  delay?: number;
};

/** A search that runs once the typing pauses, at once on Enter, and is emptied by Escape. */
export function SearchField({ value, onSearch, label, clearLabel, placeholder = label, delay = 300 }: Props) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  // A search that changes from outside, such as by the back button, takes over the field.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setTyped(value);
  }, [value]);

  function ask(words: string) {
    const wanted = words.trim();
    if (wanted === asked.current.trim()) return;
    asked.current = wanted;
    onSearch(wanted);
  }

  const latestAsk = useRef(ask);
  latestAsk.current = ask;
  useEffect(() => {
    const timer = setTimeout(() => latestAsk.current(typed), delay);
    return () => clearTimeout(timer);
  }, [typed, delay]);

  function clear() {
    setTyped('');
    ask('');
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') ask(typed);
    if (event.key !== 'Escape' || typed === '') return;
    event.stopPropagation();
    clear();
  }

  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search}
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
