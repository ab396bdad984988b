import { Button } from '@mantine/core';
import type { ConnectionResult } from '@storeward/contract/settings/connection-test';
import type { SectionConnection } from '@storeward/contract/settings/section';
import type { SectionState } from '@storeward/contract/settings/section-state';
import { sectionOf } from '@storeward/contract/settings/sections';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { errorMessage, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import classes from './connection-test.module.css';
import { useTestConnection } from './queries.ts';
import { fieldErrorsOf, type SectionInput, toRequestFields } from './section-edit.ts';

type Props = {
  state: Pick<SectionState, 'place' | 'section'>;
  inputs: SectionInput;
  /** The fields that differ from what is stored. */
  changed: readonly string[];
  onErrors: (errors: Record<string, string>) => void;
};

/** Tests the connection of a section with the values of the form; nothing for sections without one. */
export function ConnectionTest(props: Props) {
  const { connection } = sectionOf(props.state.section);
  return connection ? <TestButton {...props} connection={connection} /> : null;
}

/** Results that are no failure. */
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
  // a result counts for the values that were tested only
  const [testedFields, setTestedFields] = useState<string>();
  const isCurrent = testedFields === JSON.stringify(fields);
  const tone = (data && tones[data.result]) ?? 'error';
  const { code, message } = error instanceof ApiError ? error : new ApiError(0);
  const onTest = () => {
    setTestedFields(JSON.stringify(fields));
    mutate({ fields }, { onError: (failure) => failure instanceof ApiError && onErrors(fieldErrorsOf(failure)) });
  };
  return (
    <section className={classes.test} aria-label={t('settings.connection.test')}>
      <div className={classes.line}>
        <Button variant="default" loading={isPending} leftSection={<Icon name="plug" size={16} />} onClick={onTest}>
          {t('settings.connection.test')}
        </Button>
        <span className={classes.hint}>{t('settings.connection.hint')}</span>
      </div>
      <div role="status">
        {isPending && <span className={classes.hint}>{t('settings.connection.testing')}</span>}
        {!isPending && isCurrent && data && (
          <Notice tone={tone} icon={tone === 'success' ? 'check' : 'alert'}>
            <span className={classes.result}>
              <code className={classes.address}>{data.address}</code> {t(`settings.connection.${data.result}`)}
            </span>
          </Notice>
        )}
        {!isPending && isCurrent && error && (
          <Notice tone="error" icon="alert">
            <span className={classes.result}>
              {t('settings.connection.failed')}: {errorMessage(code, message)}
            </span>
          </Notice>
        )}
      </div>
    </section>
  );
}
