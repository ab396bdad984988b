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

/** A small window in which the sign-in box is put to one of its five places. */
export function BoxPositionPicker({ label, shape, value, onChange, disabled }: Props) {
  const t = useT();
  const name = useId();
  return (
    <fieldset className={classes.field} disabled={disabled}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.window} data-shape={shape}>
        {boxPositions.map((position) => (
          <label key={position} className={classes.place} data-position={position}>
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
      <p className={classes.chosen} aria-hidden>
        {t(`themes.position.${value}`)}
      </p>
    </fieldset>
  );
}
