import { Box, Text, TextInput } from '@mantine/core';
import { ThemeColour } from '@storeward/contract/settings/sections/theme';
import { type ReactNode, useId, useState } from 'react';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { afterPress } from '../ui/dialog/after-press.ts';
import classes from './colour-field.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (colour: string) => void;
  disabled: boolean;
  children?: ReactNode;
};

/**
 * A colour input: a swatch with the browser's picker, and a text field for hex values with or without `#`, short or
 * long.
 */
export function ColourField({ label, value, onChange, disabled, children }: Props) {
  const t = useT();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isInvalid, setIsInvalid] = useState(false);

  function handleChange(text: string) {
    setTyped(text);
    setIsInvalid(false);
    const colour = parseColour(text);
    if (colour) onChange(colour);
  }

  function handleBlur() {
    if (typed === undefined) return;
    const isValid = parseColour(typed) !== undefined;
    setIsInvalid(!isValid);
    if (isValid) setTyped(undefined);
  }

  return (
    <Box
      display="grid"
      mih="3rem"
      py={6}
      style={{ gridTemplateColumns: 'auto minmax(0, 1fr) 6.75rem', alignItems: 'center', gap: 12 }}
    >
      <label className={classes.swatch}>
        <input
          type="color"
          aria-label={t('themes.colour.pick', { name: label })}
          value={value.slice(0, 7).toLowerCase()}
          disabled={disabled}
          onChange={(event) => {
            setTyped(undefined);
            setIsInvalid(false);
            onChange(event.currentTarget.value.toUpperCase());
          }}
        />
        <Box
          component="span"
          className={classes.fill}
          display="block"
          w="100%"
          h="100%"
          bd="1px solid var(--line-control)"
          bdrs="sm"
          bg={value}
          aria-hidden
        />
      </label>
      <Box miw={0}>
        <Text component="label" htmlFor={id} display="block" size="label" fw="var(--weight-medium)">
          {label}
        </Text>
        {children}
      </Box>
      <TextInput
        id={id}
        className={classes.hex}
        value={typed ?? value.toUpperCase()}
        disabled={disabled}
        spellCheck={false}
        autoComplete="off"
        maxLength={9}
        error={isInvalid && errorMessage('field.invalid')}
        onChange={(event) => handleChange(event.currentTarget.value)}
        onBlur={() => afterPress(handleBlur)}
      />
    </Box>
  );
}

/** Parses a hex colour: #1A81C5, 1a81c5 and #18c are valid; undefined otherwise. */
function parseColour(text: string): string | undefined {
  const digits = text.trim().replace(/^#/, '');
  const fullDigits = /^[0-9a-f]{3,4}$/i.test(digits) ? digits.replace(/./g, '$&$&') : digits;
  const colour = `#${fullDigits.toUpperCase()}`;
  return ThemeColour.safeParse(colour).success ? colour : undefined;
}
