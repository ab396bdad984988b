import { Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';

type Detail = { label: string; value: ReactNode };

/** Description list: label on the left, value on the right, for the panels and views that all show it alike. */
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
