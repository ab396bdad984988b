import { Box } from '@mantine/core';
import { LinesSkeleton, useDelayed } from '../ui/page/skeleton.tsx';

/** Placeholder while the module of a screen is loading. */
export function ScreenLoading() {
  const isDelayed = useDelayed(true);
  return (
    <Box mih="100%" p="var(--page-pad)">
      {isDelayed && <LinesSkeleton rows={6} />}
    </Box>
  );
}
