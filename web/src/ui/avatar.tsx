import { useState } from 'react';
import classes from './avatar.module.css';

type Props = { id: string; name: string; src?: string | null | undefined; size?: 28 | 36 | 40 | 96 };

/** Somebody's picture, or their initials on one of five tints, which stays theirs whatever they are called; the name always stands beside it. */
export function Avatar({ id, name, src, size = 28 }: Props) {
  const [broken, setBroken] = useState<string>();
  const shown = src && src !== broken ? src : undefined;
  return (
    // The letters are drawn by the style sheet: whoever speaks to a button around them need not say them.
    <span
      className={classes.avatar}
      data-size={size}
      data-tint={tintOf(id)}
      data-letters={shown ? undefined : initials(name)}
      aria-hidden
    >
      {shown && <img src={shown} alt="" onError={() => setBroken(shown)} />}
    </span>
  );
}

/** The letters for a name: two for two words, the first sign for names without Latin letters. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  const sign = (word: string) => [...word][0] ?? '';
  if (!/^\p{Script=Latin}/u.test(first)) return sign(first);
  return (sign(first) + sign(last)).toLocaleUpperCase();
}

function tintOf(id: string): number {
  let sum = 0;
  for (const sign of id) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return (sum % 5) + 1;
}
