import { Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';

type Detail = { label: string; value: ReactNode };

/** Description list, which Mantine lacks: label on the left, value on the right, for panels and views. */
export function Details({ rows }: { rows: readonly Detail[] }) {
  return (
    <dl>
      {rows.map(({ label, value }) => (
        <Flex key={label} gap="md">
          <Box component="dt" c="dimmed" py={6} miw="6rem" flex="0 1 8rem">
            {label}
          </Box>
          <Box component="dd" py={6} miw={0} flex={1}>
            {value}
          </Box>
        </Flex>
      ))}
    </dl>
  );
}
