import { Button, Drawer } from '@mantine/core';
import type { FieldChange, SectionChange, SectionState } from '@storeward/contract/settings/section-state';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment, formatMomentIn, useT } from '../platform/i18n.ts';
import { fieldLabel, sectionLabel } from '../platform/setting-names.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { Icon } from '../ui/icon.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Tag } from '../ui/tag.tsx';
import { sectionHistory, useRollback, useWithdraw } from './queries.ts';
import classes from './section-history.module.css';
import { authorText, declared, modeText, valueText } from './section-words.ts';

/** The way to the history of a section at a place. */
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

/** Every change of a section at a place, with what stood there before and the way back to it. */
function SectionHistory({ state, onClose }: Props) {
  const t = useT();
  const { section, place } = state;
  const { id } = place;
  const { data, error, refetch } = useQuery({ ...sectionHistory(id, section), meta: drawnHere });
  const rollback = useRollback(state);
  const withdraw = useWithdraw(id, section);
  const [asked, setAsked] = useState<SectionChange>();
  return (
    <Drawer
      opened
      onClose={onClose}
      size="26rem"
      title={t('settings.history.of', { section: sectionLabel(section, t), name: place.name })}
      closeButtonProps={{ 'aria-label': t('settings.history.close') }}
    >
      {error && <LoadFailure title={t('settings.history.failed')} fault={error} onRetry={() => void refetch()} />}
      {data?.result.length === 0 && <p className={classes.empty}>{t('settings.history.empty')}</p>}
      <ol className={classes.changes}>
        {data?.result.map((change) => (
          <li key={change.id} className={classes.change}>
            <p className={classes.who}>
              <strong>{authorText(change, t)}</strong> <span>{formatMoment(change.createdDate)}</span>
              {change.withdrawn ? (
                <Tag>{t('settings.history.withdrawn')}</Tag>
              ) : (
                !change.begun && (
                  <Tag tone="primary">
                    {t('settings.history.begins', {
                      when: `${formatMomentIn(change.from, state.timeZone)} (${state.timeZone})`,
                    })}
                  </Tag>
                )
              )}
            </p>
            {change.reason && <p className={classes.reason}>{change.reason}</p>}
            <dl className={classes.fields}>
              {change.fields.map((one) => (
                <Difference key={one.field} section={section} change={one} />
              ))}
            </dl>
            {state.can.edit && !change.withdrawn && (
              <Button
                variant="default"
                size="xs"
                aria-label={t(change.begun ? 'settings.history.backTo' : 'settings.history.withdraw', {
                  when: formatMoment(change.createdDate),
                })}
                loading={rollback.isPending || withdraw.isPending}
                onClick={() => (change.begun ? setAsked(change) : withdraw.mutate(change.id))}
              >
                {t(change.begun ? 'settings.history.back' : 'settings.coming.withdraw')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('settings.history.backTitle')}
        text={t('settings.history.backText', { name: place.name })}
        no={{ label: t('settings.history.backNo'), onNo: () => setAsked(undefined) }}
        yes={{
          label: t('settings.history.back'),
          onYes: () => {
            if (asked) rollback.mutate({ changeId: asked.id });
            setAsked(undefined);
          },
        }}
      />
    </Drawer>
  );
}

/** A field before a change and after it. */
function Difference({
  section,
  change: { field, before, after },
}: {
  section: SectionState['section'];
  change: FieldChange;
}) {
  const t = useT();
  const one = declared(section, field);
  const said = (value: FieldChange['before']) =>
    value === null
      ? t('settings.field.inherits')
      : [valueText(one, value.value, t), value.mode !== 'free' && modeText(one, value.mode, t)]
          .filter(Boolean)
          .join(', ');
  return (
    <div>
      <dt>{fieldLabel(section, field, t)}</dt>
      <dd>
        <del>{said(before)}</del> <span aria-hidden>→</span> <ins>{said(after)}</ins>
      </dd>
    </div>
  );
}
