import { Box, Flex, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';

/** True once `active` has lasted for `milliseconds`; avoids flashing a skeleton for fast loads. */
export function useDelayed(active: boolean, milliseconds = 150): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setDue(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [active, milliseconds]);
  return active && isDue;
}

const widths = [62, 78, 46, 71, 54, 66] as const;
const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);
const widthAt = (index: number) => widths[index % widths.length];

/** Skeleton of one line of text; width in percent. The parts below put Mantine's skeletons in the final layout. */
export function SkeletonLine({ width = 60 }: { width?: number | undefined }) {
  return <Skeleton height="0.75rem" width={`${width}%`} radius="xs" />;
}

export function TableSkeleton({ rows = 10, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div aria-hidden>
      {indexes(rows).map((row) => (
        <SimpleGrid key={row} cols={columns} spacing="xl" px="var(--page-pad)" py="md">
          {indexes(columns).map((column) => (
            <SkeletonLine key={column} width={widthAt(row + column)} />
          ))}
        </SimpleGrid>
      ))}
    </div>
  );
}

export function FormSkeleton({ sections = 2, fields = 4 }: { sections?: number; fields?: number }) {
  return (
    <Stack gap={40} px="var(--page-pad)" py="xl" maw="var(--section-max)" aria-hidden>
      {indexes(sections).map((section) => (
        <Flex key={section} wrap="wrap" gap={32}>
          <Box flex="0 0 11.5rem">
            <LinesSkeleton rows={2} />
          </Box>
          <SimpleGrid flex="1 1 20rem" cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={32}>
            {indexes(fields).map((field) => (
              <Skeleton key={field} height="var(--control-h)" radius="xs" />
            ))}
          </SimpleGrid>
        </Flex>
      ))}
    </Stack>
  );
}

export function LinesSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <Stack gap="sm" aria-hidden>
      {indexes(rows).map((row) => (
        <SkeletonLine key={row} width={widthAt(row)} />
      ))}
    </Stack>
  );
}
