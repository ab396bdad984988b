import { Box, Text } from '@mantine/core';
import { type BoxPosition, boxPositions } from '@storeward/contract/settings/sections/theme';
import { useId } from 'react';
import { useT } from '../platform/text/i18n.ts';
import classes from './box-position-picker.module.css';

type Props = {
  label: string;
  shape: 'landscape' | 'portrait';
  value: BoxPosition;
  onChange: (position: BoxPosition) => void;
  disabled: boolean;
};

const areas = { left: '2 / 1', right: '2 / 3', center: '2 / 2', top: '1 / 2', bottom: '3 / 2' } as const;

/** Chooses one of the five positions of the sign-in box in a miniature of the window. */
export function BoxPositionPicker({ label, shape, value, onChange, disabled }: Props) {
  const t = useT();
  const name = useId();
  return (
    <Box component="fieldset" className={classes.field} miw={0} m={0} p={0} bd={0} disabled={disabled}>
      <Text component="legend" size="label" fw="var(--weight-medium)" mb={6}>
        {label}
      </Text>
      <Box
        display="grid"
        style={{ gridTemplate: 'repeat(3, 1fr) / repeat(3, 1fr)' }}
        w={shape === 'portrait' ? '5.5rem' : '8.75rem'}
        h={shape === 'portrait' ? '7.75rem' : '5.5rem'}
        p={3}
        bd="1px solid var(--line-control)"
        bdrs="md"
        bg="var(--sunken)"
      >
        {boxPositions.map((position) => (
          <Box
            key={position}
            component="label"
            className={classes.position}
            p={3}
            style={{ gridArea: areas[position] }}
          >
            <input
              type="radio"
              name={name}
              value={position}
              aria-label={t(`themes.position.${position}`)}
              checked={position === value}
              onChange={() => onChange(position)}
            />
            <span className={classes.box} aria-hidden />
          </Box>
        ))}
      </Box>
      <Text size="xs" c="dimmed" mt={4} aria-hidden>
        {t(`themes.position.${value}`)}
      </Text>
    </Box>
  );
}
