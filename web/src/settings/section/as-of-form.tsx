import { Box, Button, Flex, Text } from '@mantine/core';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import { StartsAt } from '@storeward/contract/settings/engine/timestamps';
import { useState } from 'react';
import * as z from 'zod/mini';
import { formatDateTimeIn, useT } from '../../platform/text/i18n.ts';
import { useUrlQuery } from '../../platform/api/url-query.ts';
import { Icon } from '../../ui/icon.tsx';
import { ClockNote } from '../../records/clock-note.tsx';
import { Notice } from '../../ui/page/notice.tsx';
import { LocalTimeForm } from '../changes/local-time-form.tsx';

/** URL query: the local time at the node for which settings are shown. */
const AsOfQuery = z.object({
  at: z.optional(StartsAt),
});

/** The local time for which settings are shown, and its setter; undefined means now. */
export function useAsOf(): [string | undefined, (at: string | undefined) => void] {
  const [{ at }, setQuery] = useUrlQuery(AsOfQuery);
  return [at, (localTime) => setQuery({ at: localTime })];
}

/** Chooses the time for which settings are shown, with a notice while it is not now. */
export function AsOfForm({ state }: { state: Pick<SectionState, 'at' | 'timeZone'> | undefined }) {
  const t = useT();
  const [at, setAt] = useAsOf();
  const [opened, setOpened] = useState(false);

  const toggleButton = (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      aria-expanded={opened}
      leftSection={<Icon name="clock" size={16} />}
      onClick={() => setOpened(!opened)}
    >
      {t('settings.asOf.choose')}
    </Button>
  );
  return (
    <>
      {at && (
        <Box mx="var(--page-pad)" mt="sm">
          <Notice tone="primary" icon="clock" role="status">
            <Text span inherit flex="1 1 16rem">
              <strong>
                {state?.at
                  ? t('settings.asOf.notice', {
                      when: formatDateTimeIn(state.at, state.timeZone),
                      zone: state.timeZone,
                    })
                  : t('ui.state.loading')}
              </strong>{' '}
              {t('settings.asOf.readOnly')}
            </Text>
            {toggleButton}
            <Button size="xs" variant="default" onClick={() => setAt(undefined)}>
              {t('settings.asOf.now')}
            </Button>
          </Notice>
        </Box>
      )}
      {!at && (
        <Flex wrap="wrap" justify="space-between" align="center" gap="xs" px="var(--page-pad)" pt="xs">
          {state ? <ClockNote timeZone={state.timeZone} /> : <span />}
          {toggleButton}
        </Flex>
      )}
      {opened && (
        <Flex justify="flex-end" px="var(--page-pad)" pt={4} pb="sm">
          <LocalTimeForm
            label={t('settings.asOf.choose')}
            timeZone={state?.timeZone}
            onSubmit={(localTime) => {
              setAt(localTime);
              setOpened(false);
            }}
          />
        </Flex>
      )}
    </>
  );
}
