import { VisuallyHidden } from '@mantine/core';

/** A dash for what most rows have in common, such as “No overrides below”; its meaning is the tooltip and is read out. */
export const QuietMark = ({ text }: { text: string }) => (
  <span title={text}>
    <span aria-hidden>–</span>
    <VisuallyHidden>{text}</VisuallyHidden>
  </span>
);
