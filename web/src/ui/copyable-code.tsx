import { Box, Flex } from '@mantine/core';
import { type CopyLabels, useCopy } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';

type Props = {
  text: string;
  labels: CopyLabels;
  autoFocus?: boolean;
  /** Larger text, for a code that users type on another device. */
  large?: boolean;
};

/** A code in a frame with a button that copies it; Mantine's Code has no button, and its CopyButton no frame. */
export function CopyableCode({ text, labels, autoFocus = false, large = false }: Props) {
  const { isCopied, label, copy } = useCopy(text, labels);
  return (
    <Flex align="center" gap="xs" ps="sm" pe="xs" py="xs" bd="1px solid var(--line)" bdrs="sm" bg="var(--sunken)">
      <Box component="code" flex={1} miw={0} {...(large && { fz: 'xl', fw: 'var(--weight-medium)', lts: '0.06em' })}>
        {text}
      </Box>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        label={label}
        onClick={copy}
        {...(autoFocus && { 'data-autofocus': true })}
      />
    </Flex>
  );
}
