import { Radio } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './conflict-resolver.module.css';

/** A field with conflicting values, as display text. */
export type Difference = { id: string; label: string; yours: string; theirs: string; selected: 'yours' | 'theirs' };

type Props = {
  title: string;
  text: ReactNode;
  differences: readonly Difference[];
  labels: { yours: string; theirs: string; empty: string };
  onSelect: (id: string, side: 'yours' | 'theirs') => void;
};

/** Shows the user's unsaved values beside those saved meanwhile by someone else, with a choice per field. */
export function ConflictResolver({ title, text, differences, labels, onSelect }: Props) {
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  // Moves keyboard and screen reader users to the conflict at once.
  useEffect(() => frame.current?.focus(), []);

  return (
    <section ref={frame} className={classes.frame} tabIndex={-1} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        <Icon name="alert" />
        {title}
      </h2>
      <p>{text}</p>
      {differences.map(({ id: field, label, selected, ...values }) => (
        <Radio.Group
          key={field}
          label={label}
          value={selected}
          onChange={(side) => onSelect(field, side === 'theirs' ? 'theirs' : 'yours')}
        >
          <div className={classes.sides}>
            {(['yours', 'theirs'] as const).map((side) => (
              <Radio.Card key={side} value={side} className={classes.side}>
                <Radio.Indicator size="xs" className={classes.radio ?? ''} />
                <span className={classes.text}>
                  <span className={classes.source}>{labels[side]}</span>
                  <span className={classes.value}>{values[side] || labels.empty}</span>
                </span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      ))}
    </section>
  );
}
