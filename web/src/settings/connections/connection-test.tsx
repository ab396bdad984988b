import { Button, Flex, Stack, Text } from '@mantine/core';
import type { ConnectionResult } from '@storeward/contract/settings/endpoints/connection-test';
import type { SectionConnection } from '@storeward/contract/settings/engine/section';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import { sectionOf } from '@storeward/contract/settings/sections';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../platform/api/api.ts';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import lines from '../../ui/list/lines.module.css';
import { Notice } from '../../ui/page/notice.tsx';
import { useTestConnection } from '../queries.ts';
import { fieldErrorsOf, type SectionInput, toRequestFields } from '../section/section-edit.ts';

type Props = {
  state: Pick<SectionState, 'place' | 'section'>;
  inputs: SectionInput;
  /** The fields that differ from what is stored. */
  changed: readonly string[];
  onErrors: (errors: Record<string, ReactElement>) => void;
};

/** Tests the connection of a section with the values of the form; nothing for sections without one. */
export function ConnectionTest(props: Props) {
  const { connection } = sectionOf(props.state.section);
  return connection ? <TestButton {...props} connection={connection} /> : null;
}

/** Results that are not failures. */
const tones: Readonly<Partial<Record<ConnectionResult, 'success' | 'warn'>>> = {
  connected: 'success',
  connectedPlain: 'warn',
  clientKnown: 'warn',
  secretNeeded: 'warn',
};

function TestButton({
  state: { place, section },
  inputs,
  changed,
  onErrors,
  connection: { required, optional, secret },
}: Props & { connection: SectionConnection }) {
  const t = useT();
  const { mutate, data, error, isPending } = useTestConnection(place.id, section);
  const tested = [...required, ...optional, secret].filter((field) => changed.includes(field));
  const fields = toRequestFields(inputs, tested);
  // a result is shown only for the values that were tested
  const [testedFields, setTestedFields] = useState<string>();
  const isCurrent = testedFields === JSON.stringify(fields);
  const tone = (data && tones[data.result]) ?? 'error';
  const { code, message } = error instanceof ApiError ? error : new ApiError(0);
  const onTest = () => {
    setTestedFields(JSON.stringify(fields));
    mutate({ fields }, { onError: (failure) => failure instanceof ApiError && onErrors(fieldErrorsOf(failure)) });
  };
  return (
    <Stack
      component="section"
      className={lines.below ?? ''}
      gap="sm"
      px="sm"
      py="md"
      aria-label={t('settings.connection.test')}
    >
      <Flex wrap="wrap" align="center" gap="8px 16px">
        <Button variant="default" loading={isPending} leftSection={<Icon name="plug" size={16} />} onClick={onTest}>
          {t('settings.connection.test')}
        </Button>
        <Text span size="label" c="dimmed">
          {t('settings.connection.hint')}
        </Text>
      </Flex>
      <div role="status">
        {isPending && (
          <Text span size="label" c="dimmed">
            {t('settings.connection.testing')}
          </Text>
        )}
        {!isPending && isCurrent && data && (
          <Notice tone={tone} icon={tone === 'success' ? 'check' : 'alert'}>
            <Text span inherit flex="1 1 12rem" miw={0}>
              <Text component="code" size="xs" lh="xs" ff="mono" fw="var(--weight-medium)" me={4}>
                {data.address}
              </Text>{' '}
              {t(`settings.connection.${data.result}`)}
            </Text>
          </Notice>
        )}
        {!isPending && isCurrent && error && (
          <Notice tone="error" icon="alert">
            <Text span inherit flex="1 1 12rem" miw={0}>
              {t('settings.connection.failed')}: {errorMessage(code, message)}
            </Text>
          </Notice>
        )}
      </div>
    </Stack>
  );
}
