import { Text } from '@mantine/core';
import { type BoxPosition, boxPositions } from '@storeward/contract/settings/theme';
import { useId } from 'react';
import { useT } from '../platform/i18n.ts';
import classes from './box-position-picker.module.css';

type Props = {
  label: string;
  shape: 'landscape' | 'portrait';
  value: BoxPosition;
  onChange: (position: BoxPosition) => void;
  disabled: boolean;
};

/** Chooses one of the five positions of the sign-in box in a miniature of the window. */
export function BoxPositionPicker({ label, shape, value, onChange, disabled }: Props) {
  const t = useT();
  const name = useId();
  return (
    <fieldset className={classes.field} disabled={disabled}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.window} data-shape={shape}>
        {boxPositions.map((position) => (
          <label key={position} className={classes.position} data-position={position}>
            <input
              type="radio"
              name={name}
              value={position}
              aria-label={t(`themes.position.${position}`)}
              checked={position === value}
              onChange={() => onChange(position)}
            />
            <span className={classes.box} aria-hidden />
          </label>
        ))}
      </div>
      <Text size="xs" c="dimmed" mt={4} aria-hidden>
        {t(`themes.position.${value}`)}
      </Text>
    </fieldset>
  );
}
