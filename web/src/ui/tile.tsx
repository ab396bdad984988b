import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './tile.module.css';

/** Class of the link that covers a tile. */
export const tileLink = classes.link;

/** A tile in a list of records; Mantine's Card has no link that covers it. */
export function Tile(props: { children: ReactNode; 'aria-hidden'?: boolean }) {
  return (
    <Flex
      component="li"
      className={classes.tile ?? ''}
      direction="column"
      pos="relative"
      miw={0}
      bg="var(--surface)"
      {...props}
    />
  );
}
