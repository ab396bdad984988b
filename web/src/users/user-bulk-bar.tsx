import { Button, Menu } from '@mantine/core';
import { type UserBulkOrder, type UserBulkPreview } from '@storeward/contract/user-bulk';
import type { UserBulkAction } from '@storeward/contract/user-bulk-actions';
import type { UsersMatching } from '@storeward/contract/user-lists';
import type { UserId } from '@storeward/contract/users';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatNumber, sayError, useT } from '../platform/i18n.ts';
import type { Picked } from '../screens/row-selection.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { lazily } from '../ui/lazily.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNavigateTo } from '../ui/link.tsx';
import { useNotify } from '../ui/notify.tsx';
import classes from './user-bulk-bar.module.css';
import type { StandingChosen } from './user-bulk-standing-dialog.tsx';
import { bulkActionsOffered } from './user-bulk-offered.ts';
import { useUserBulk, useUserBulkPreview } from './user-bulk-queries.ts';
import { changesAddress } from './user-names.ts';

const UserBulkStandingDialog = lazily(
  async () => (await import('./user-bulk-standing-dialog.tsx')).UserBulkStandingDialog,
);

const icons = {
  enable: 'check',
  disable: 'power',
  sendReset: 'mail',
  changeRole: 'shield',
  move: 'move',
} as const satisfies Record<UserBulkAction, string>;

type Props = {
  picked: Picked;
  /** Who is listed, and how many. */
  matching: UsersMatching;
  count: { total: number; about: boolean };
};

/** How many users are picked, everybody who matches if wanted, and what can be done with them: told in numbers before it begins. */
export function UserBulkBar({ picked, matching, count: { total, about } }: Props) {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const preview = useUserBulkPreview();
  const begin = useUserBulk();
  const [wanted, setWanted] = useState<UserBulkOrder>();
  const [choosing, setChoosing] = useState<'changeRole' | 'move'>();
  const { ids, everything } = picked;
  const shown = (count: number) => ({ count, shown: formatNumber(count) });
  const onError = (fault: Error) => notify.error(sayError(fault instanceof ApiError ? fault.code : 'unknown'));

  function ask(action: UserBulkAction, chosen?: StandingChosen) {
    if (!chosen && (action === 'changeRole' || action === 'move')) return setChoosing(action);
    setChoosing(undefined);
    const order = { action, ...chosen, ...(everything ? { matching } : { ids: [...ids] as UserId[] }) };
    setWanted(order);
    return preview.mutate(order, { onError });
  }
  function doIt(order: UserBulkOrder) {
    preview.reset();
    begin.mutate(order, { onError, onSuccess: ({ id }) => navigate(`${changesAddress}/${id}`) });
  }

  return (
    <div className={classes.bar}>
      <span role="status">{everything ? t('users.bulk.everybody') : t('users.bulk.selected', shown(ids.size))}</span>
      {!everything && (about || total > ids.size) && (
        <button type="button" className={classes.all} onClick={picked.pickEverything}>
          {t(about ? 'users.bulk.allAbout' : 'users.bulk.all', shown(total))}
        </button>
      )}
      <span className={classes.actions}>
        <Menu withinPortal>
          <Menu.Target>
            <Button
              size="sm"
              variant="default"
              loading={preview.isPending || begin.isPending}
              rightSection={<Icon name="chevron-down" size={16} />}
            >
              {t('users.bulk.menu')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {bulkActionsOffered().map((one) => (
              <Menu.Item key={one} leftSection={<Icon name={icons[one]} />} onClick={() => ask(one)}>
                {t(`users.action.${one}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <IconButton small icon="x" label={t('users.bulk.clear')} onClick={picked.clear} />
      </span>
      {choosing && (
        <UserBulkStandingDialog
          action={choosing}
          onClose={() => setChoosing(undefined)}
          onChoose={(chosen) => ask(choosing, chosen)}
        />
      )}
      {wanted && preview.data && (
        <ConfirmDialog
          opened
          title={t(`users.bulk.confirm.${wanted.action}`, shown(preview.data.changes))}
          text={<Told action={wanted.action} preview={preview.data} />}
          {...(preview.data.changes > 0
            ? {
                no: { label: t('users.status.cancel'), onNo: () => preview.reset() },
                yes: {
                  label: t(`users.bulk.yes.${wanted.action}`),
                  onYes: () => doIt(wanted),
                  danger: wanted.action === 'disable',
                },
              }
            : {
                onClose: () => preview.reset(),
                yes: { label: t('ui.action.close'), onYes: () => preview.reset() },
              })}
        />
      )}
    </div>
  );
}

/** What it does, how many it leaves as they are, and whom it may not touch, with why. */
function Told({ action, preview }: { action: UserBulkAction; preview: UserBulkPreview }) {
  const t = useT();
  const { userCount, gone, changes, unchanged, refused, faults } = preview;
  const shown = (count: number) => ({ count, shown: formatNumber(count) });
  return (
    <>
      {t('users.bulk.confirm.about', shown(userCount))}
      {gone > 0 && ` ${t('users.bulk.confirm.gone', shown(gone))}`}
      {unchanged > 0 && ` ${t('users.bulk.confirm.unchanged', shown(unchanged))}`}
      {refused > 0 && ` ${t('users.bulk.confirm.refused', shown(refused))}`}
      {faults.map(({ messageCode, count }) => (
        <span key={messageCode} className={classes.line}>
          {formatNumber(count)} · {sayError(messageCode)}
        </span>
      ))}
      {changes > 0 && <span className={classes.line}>{t(`users.bulk.text.${action}`)}</span>}
    </>
  );
}
