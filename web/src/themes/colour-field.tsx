import { TextInput } from '@mantine/core';
import { ThemeColour } from '@storeward/contract/settings/theme';
import { type ReactNode, useId, useState } from 'react';
import { sayError, useT } from '../platform/i18n.ts';
import classes from './colour-field.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (colour: string) => void;
  disabled: boolean;
  children?: ReactNode;
};

/** A colour: picked by eye on its swatch, or written as people copy it, with or without the sign and in short form. */
export function ColourField({ label, value, onChange, disabled, children }: Props) {
  const t = useT();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [faulty, setFaulty] = useState(false);

  function type(text: string) {
    setTyped(text);
    setFaulty(false);
    const colour = colourIn(text);
    if (colour) onChange(colour);
  }

  function leave() {
    if (typed === undefined) return;
    const sound = colourIn(typed) !== undefined;
    setFaulty(!sound);
    if (sound) setTyped(undefined);
  }

  return (
    <div className={classes.field}>
      <label className={classes.swatch}>
        <input
          type="color"
          aria-label={t('themes.colour.pick', { name: label })}
          value={value.slice(0, 7).toLowerCase()}
          disabled={disabled}
          onChange={(event) => {
            setTyped(undefined);
            setFaulty(false);
            onChange(event.currentTarget.value.toUpperCase());
          }}
        />
        <span className={classes.paint} style={{ backgroundColor: value }} aria-hidden />
      </label>
      <div className={classes.words}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        {children}
      </div>
      <TextInput
        id={id}
        className={classes.hex}
        value={typed ?? value.toUpperCase()}
        disabled={disabled}
        spellCheck={false}
        autoComplete="off"
        maxLength={9}
        error={faulty && sayError('field.invalid')}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
      />
    </div>
  );
}

/** The colour that a text means: #1A81C5, 1a81c5 and #18c alike; nothing where it means none. */
function colourIn(text: string): string | undefined {
  const digits = text.trim().replace(/^#/, '');
  const long = /^[0-9a-f]{3,4}$/i.test(digits) ? digits.replace(/./g, '$&$&') : digits;
  const colour = `#${long.toUpperCase()}`;
  return ThemeColour.safeParse(colour).success ? colour : undefined;
}
