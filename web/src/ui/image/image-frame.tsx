import { Flex, type FlexProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './image-frame.module.css';

type Props = FlexProps & {
  component?: 'span' | 'div';
  isEmpty?: boolean;
  className?: string;
  children: ReactNode;
};

/** The frame of an image or video, or of the icon shown instead; Mantine's Image has neither frame nor icon. */
export function ImageFrame({ component = 'span', isEmpty = false, className = '', ...rest }: Props) {
  return (
    <Flex
      component={component}
      className={`${classes.frame} ${className}`}
      align="center"
      justify="center"
      flex="none"
      bd={isEmpty ? '1px dashed var(--line-control)' : '1px solid var(--line)'}
      bdrs="sm"
      c="var(--icon)"
      data-empty={isEmpty || undefined}
      {...rest}
    />
  );
}
