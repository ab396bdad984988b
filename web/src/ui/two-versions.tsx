import { Radio } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './two-versions.module.css';

/** One field in which two people differ, as each of them has it. */
export type Difference = { id: string; label: string; yours: string; theirs: string; chosen: 'yours' | 'theirs' };

type Props = {
  title: string;
  text: ReactNode;
  differences: readonly Difference[];
  words: { yours: string; theirs: string; nothing: string };
  onChoose: (id: string, side: 'yours' | 'theirs') => void;
};

/** Lays what you typed beside what somebody else has saved meanwhile; one click per field says which of the two goes on. */
export function TwoVersions({ title, text, differences, words, onChoose }: Props) {
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  // Whoever works with the keyboard or by ear is led to the question at once.
  useEffect(() => frame.current?.focus(), []);

  return (
    <section ref={frame} className={classes.frame} tabIndex={-1} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        <Icon name="alert" />
        {title}
      </h2>
      <p>{text}</p>
      {differences.map(({ id: field, label, chosen, ...values }) => (
        <Radio.Group
          key={field}
          label={label}
          value={chosen}
          onChange={(side) => onChoose(field, side === 'theirs' ? 'theirs' : 'yours')}
        >
          <div className={classes.sides}>
            {(['yours', 'theirs'] as const).map((side) => (
              <Radio.Card key={side} value={side} className={classes.side}>
                <Radio.Indicator size="xs" className={classes.mark ?? ''} />
                <span className={classes.words}>
                  <span className={classes.who}>{words[side]}</span>
                  <span className={classes.value}>{values[side] || words.nothing}</span>
                </span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      ))}
    </section>
  );
}
