import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page, PageBody } from '../page/page.tsx';

type Props = { header: ReactNode; toolbar?: ReactNode; footer?: ReactNode; children: ReactNode };

/** List page layout, in one place for all lists: header, toolbar and footer are fixed, the rows scroll. */
export function ListPage({ header, toolbar, footer, children }: Props) {
  return (
    <Page>
      {header}
      {toolbar && (
        <Group gap="xs" px="var(--page-pad)" pt={{ base: 'xs', sm: 'sm' }} pb="sm" flex="none">
          {toolbar}
        </Group>
      )}
      <PageBody>{children}</PageBody>
      {footer}
    </Page>
  );
}
