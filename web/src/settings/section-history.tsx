import { Button, Drawer, Flex, Text } from '@mantine/core';
import type { FieldChange, SectionChange, SectionState } from '@storeward/contract/settings/section-state';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, formatDateTimeIn, useT } from '../platform/i18n.ts';
import { fieldLabel, sectionLabel } from '../platform/setting-labels.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { Icon } from '../ui/icon.tsx';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { Muted } from '../ui/muted.tsx';
import { Tag } from '../ui/tag.tsx';
import { sectionHistoryQuery, useRollback, useWithdraw } from './queries.ts';
import classes from './section-history.module.css';
import { valueText } from './kinds/registry.ts';
import { rowChangesText } from './kinds/list-text.ts';
import { authorText, fieldDefinition, modeText } from './section-labels.ts';

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

/** How many rows of a list a change lists. */
const maxListedChanges = 20;

type Props = { state: SectionState; onClose: () => void };

/** All changes of a section at a node, with the previous values and rollback. */
function SectionHistory({ state, onClose }: Props) {
  const t = useT();
  const { section, place } = state;
  const { id } = place;
  const { data, error, refetch } = useQuery({ ...sectionHistoryQuery(id, section), meta: errorShownByScreen });
  const rollback = useRollback(state);
  const withdraw = useWithdraw(id, section);
  const [pendingRollback, setPendingRollback] = useState<SectionChange>();
  return (
    <Drawer
      opened
      onClose={onClose}
      size="26rem"
      title={t('settings.history.heading', { section: sectionLabel(section, t), name: place.name })}
      closeButtonProps={{ 'aria-label': t('settings.history.close') }}
    >
      {error && <LoadError title={t('settings.history.failed')} error={error} onRetry={() => void refetch()} />}
      {data?.result.length === 0 && <Text c="dimmed">{t('settings.history.empty')}</Text>}
      <ol>
        {data?.result.map((change) => (
          <li key={change.id} className={classes.change}>
            <Flex component="p" wrap="wrap" align="center" gap="4px 8px" fz="label">
              <strong>{authorText(change, t)}</strong> <Muted>{formatDateTime(change.createdDate)}</Muted>
              {change.withdrawn ? (
                <Tag>{t('settings.history.withdrawn')}</Tag>
              ) : (
                !change.begun && (
                  <Tag tone="primary">
                    {t('settings.history.begins', {
                      when: `${formatDateTimeIn(change.from, state.timeZone)} (${state.timeZone})`,
                    })}
                  </Tag>
                )
              )}
            </Flex>
            {change.reason && <p className={classes.reason}>{change.reason}</p>}
            <dl className={classes.fields}>
              {[...Map.groupBy(change.fields, ({ field }) => field)].map(([field, changes]) => (
                <FieldDifference key={field} section={section} field={field} changes={changes} />
              ))}
            </dl>
            {state.can.edit && !change.withdrawn && (
              <Button
                variant="default"
                size="xs"
                aria-label={t(change.begun ? 'settings.history.restoreFrom' : 'settings.history.withdraw', {
                  when: formatDateTime(change.createdDate),
                })}
                loading={rollback.isPending || withdraw.isPending}
                onClick={() => (change.begun ? setPendingRollback(change) : withdraw.mutate(change.id))}
              >
                {t(change.begun ? 'settings.history.restore' : 'settings.planned.withdraw')}
              </Button>
            )}
          </li>
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

type DifferenceProps = {
  readonly section: SectionState['section'];
  readonly field: string;
  /** One change, or those of the rows of a list and its order. */
  readonly changes: readonly FieldChange[];
};

function FieldDifference({ section, field, changes }: DifferenceProps) {
  const t = useT();
  const definition = fieldDefinition(section, field);
  const stateText = (value: FieldChange['before']) =>
    value === null
      ? t('settings.field.inherits')
      : [valueText(definition, value.value, t), value.mode !== 'free' && modeText(definition, value.mode, t)]
          .filter(Boolean)
          .join(', ');
  return (
    <div>
      <dt>{fieldLabel(section, field, t)}</dt>
      {changes.some(({ row }) => row !== undefined) && <dd>{rowChangesText(changes, t)}</dd>}
      {changes.slice(0, maxListedChanges).map(({ row = '', before, after }) => (
        <dd key={row}>
          <del>{stateText(before)}</del> <span aria-hidden>→</span> <ins>{stateText(after)}</ins>
        </dd>
      ))}
      {changes.length > maxListedChanges && <dd>…</dd>}
    </div>
  );
}
