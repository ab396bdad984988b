import { Button, Flex, Text } from '@mantine/core';
import type { SectionChange, SectionState } from '@storeward/contract/settings/engine/section-state';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTimeIn, useT } from '../../platform/text/i18n.ts';
import { sectionLabel } from '../../platform/text/setting-labels.ts';
import { namedRow } from '../../platform/text/setting-rows.ts';
import { ClockNote } from '../../records/clock-note.tsx';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ConfirmDialog } from '../../records/confirm-dialog.tsx';
import { FormattedMessage } from '../../records/formatted-message.tsx';
import lines from '../../ui/list/lines.module.css';
import { Muted } from '../../ui/muted.tsx';
import { Tag } from '../../ui/tag.tsx';
import { sectionHistoryQuery, useRollback, useWithdraw } from '../queries.ts';
import { FieldDifferences } from '../changes/field-differences.tsx';
import { authorText, fieldDefinition } from './section-labels.ts';
import { Drawer } from '../../ui/dialog/drawer.tsx';

/** Opens the history of a section at a node. */
export function HistoryButton({ state }: { state: SectionState }) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<Icon name="history" size={16} />}
        onClick={() => setOpened(true)}
      >
        {t('settings.history.title')}
      </Button>
      {opened && <SectionHistory state={state} onClose={() => setOpened(false)} />}
    </>
  );
}

type Props = { state: SectionState; onClose: () => void };

/** All changes of a section at a node, with the previous values and rollback. */
function SectionHistory({ state, onClose }: Props) {
  const t = useT();
  const { section, place } = state;
  const { id } = place;
  const { data, error, refetch } = useQuery({ ...sectionHistoryQuery(id, section), meta: errorShownByScreen });
  const rollback = useRollback(state);
  const withdraw = useWithdraw(id, section);
  const rowNameOf = (field: string, row: string) => {
    const { rows = [], hidden = [] } = state.fields[field]?.list ?? {};
    const values = [...rows, ...hidden].find(({ id: rowId }) => rowId === row)?.values;
    return values && namedRow(fieldDefinition(section, field), values, t);
  };
  const [pendingRollback, setPendingRollback] = useState<SectionChange>();
  return (
    <Drawer
      opened
      onClose={onClose}
      size="26rem"
      title={t('settings.history.heading', { section: sectionLabel(section, t), name: place.name })}
      closeButtonProps={{ 'aria-label': t('settings.history.close') }}
    >
      <ClockNote timeZone={state.timeZone} />
      {error && <LoadError title={t('settings.history.failed')} error={error} onRetry={() => void refetch()} />}
      {data?.result.length === 0 && <Text c="dimmed">{t('settings.history.empty')}</Text>}
      <ol className={lines.between}>
        {data?.result.map((change) => (
          <Flex key={change.id} component="li" direction="column" align="flex-start" gap="xs" py={14}>
            <Flex component="p" wrap="wrap" align="center" gap="4px 8px" fz="label">
              <strong>{authorText(change, t)}</strong>{' '}
              <Muted>{formatDateTimeIn(change.createdDate, state.timeZone)}</Muted>
              {change.withdrawn ? (
                <Tag>{t('settings.history.withdrawn')}</Tag>
              ) : (
                !change.begun && (
                  <Tag tone="primary">
                    {t('settings.history.begins', {
                      when: formatDateTimeIn(change.from, state.timeZone),
                    })}
                  </Tag>
                )
              )}
            </Flex>
            {change.reason && (
              <Text size="label" c="dimmed" ps={10} style={{ borderInlineStart: '2px solid var(--line-strong)' }}>
                {change.reason}
              </Text>
            )}
            <FieldDifferences section={section} changes={change.fields} rowNameOf={rowNameOf} />
            {state.can.edit && !change.withdrawn && (
              <Button
                variant="default"
                size="xs"
                aria-label={t(change.begun ? 'settings.history.restoreFrom' : 'settings.history.withdraw', {
                  when: formatDateTimeIn(change.createdDate, state.timeZone),
                })}
                loading={rollback.isPending || withdraw.isPending}
                onClick={() => (change.begun ? setPendingRollback(change) : withdraw.mutate(change.id))}
              >
                {t(change.begun ? 'settings.history.restore' : 'settings.planned.withdraw')}
              </Button>
            )}
          </Flex>
        ))}
      </ol>
      <ConfirmDialog
        opened={pendingRollback !== undefined}
        title={t('settings.history.restoreTitle')}
        message={<FormattedMessage phrase="settings.history.restoreText" values={{ name: place.name }} />}
        onNo={() => setPendingRollback(undefined)}
        onYes={() => {
          if (pendingRollback) rollback.mutate({ changeId: pendingRollback.id });
          setPendingRollback(undefined);
        }}
      />
    </Drawer>
  );
}
