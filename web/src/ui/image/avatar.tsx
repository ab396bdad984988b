import { Box } from '@mantine/core';
import { useState } from 'react';
import classes from './avatar.module.css';

type Props = { id: string; name: string; src?: string | null | undefined; size?: 28 | 36 | 40 | 96 };

const fontSizes = { 28: 11, 36: 13, 40: 14, 96: 32 };

/**
 * Profile picture, or initials on one of five tints derived from the user's id, so a changed name keeps its tint.
 * Decorative: the name is always shown beside it. Mantine's avatar writes the initials as text, into the name of the
 * button around it; here CSS draws them.
 */
export function Avatar({ id, name, src, size = 28 }: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const imageSrc = src && src !== brokenSrc ? src : undefined;
  const tint = tintOf(id);
  return (
    <Box
      component="span"
      className={classes.avatar}
      w={size}
      h={size}
      fz={fontSizes[size]}
      bg={`var(--tint-${tint})`}
      c={`var(--on-tint-${tint})`}
      data-tint={tint}
      data-letters={imageSrc ? undefined : initials(name)}
      aria-hidden
    >
      {imageSrc && <img src={imageSrc} alt="" onError={() => setBrokenSrc(imageSrc)} />}
    </Box>
  );
}

/** Initials of a name: first and last word, or only the first character for names not in Latin script. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  const firstCharacter = (word: string) => [...word][0] ?? '';
  if (!/^\p{Script=Latin}/u.test(first)) return firstCharacter(first);
  return (firstCharacter(first) + firstCharacter(last)).toLocaleUpperCase();
}

function tintOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return (sum % 5) + 1;
}
