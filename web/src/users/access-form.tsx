import { Select } from '@mantine/core';
import { type Permission, permissions } from '@storeward/contract/access';
import type { Explanation } from '@storeward/contract/assignments';
import type { NodeId } from '@storeward/contract/nodes';
import type { User } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LevelPlacePicker } from '../nodes/level-place-picker.tsx';
import { useT } from '../platform/i18n.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import classes from './assignment-list.module.css';
import { accessOf } from './queries.ts';
import { fullName } from './user-names.ts';

/** Answers whether somebody may do a thing at a place, through which role, and what is missing where they may not. */
export function AccessForm({ user }: { user: User }) {
  const t = useT();
  const [permission, setPermission] = useState<Permission>();
  const [place, setPlace] = useState<NodeId | null>(null);
  const asked = permission && place ? { permission, nodeId: place } : undefined;
  const { data, error, refetch } = useQuery({
    ...accessOf(user.id, asked ?? { permission: 'VIEW_USER', nodeId: '' }),
    enabled: asked !== undefined,
    meta: drawnHere,
  });
  const waiting = useDelayed(asked !== undefined && !data && !error);
  return (
    <FormSection title={t('users.access.title')} text={t('users.access.text', { name: fullName(user) })}>
      <Wide>
        <Select
          label={t('users.access.permission')}
          placeholder={t('users.access.choose')}
          searchable
          nothingFoundMessage={t('users.edit.nothingFound')}
          data={permissions.map((name) => ({ value: name, label: t(`app.right.${name}`) }))}
          value={permission ?? null}
          onChange={(name) => setPermission(permissions.find((one) => one === name))}
        />
      </Wide>
      <LevelPlacePicker value={place} onChange={setPlace} />
      <Wide>
        <div aria-live="polite">
          {waiting && <LinesSkeleton rows={2} />}
          {asked && error && (
            <LoadFailure title={t('users.access.failed')} fault={error} onRetry={() => void refetch()} />
          )}
          {asked && data && !error && <Answer explanation={data} />}
        </div>
      </Wide>
    </FormSection>
  );
}

function Answer({
  explanation: { allowed, status, locked, mustChangePassword, ways, beyond },
}: {
  explanation: Explanation;
}) {
  const t = useT();
  return (
    <div className={classes.answer}>
      <p className={classes.verdict}>
        <Icon name={allowed ? 'check' : 'lock'} size={18} />
        {t(allowed ? 'users.access.yes' : 'users.access.no')}
      </p>
      {!status && <p className={classes.quiet}>{t('users.access.disabled')}</p>}
      {locked && <p className={classes.quiet}>{t('users.access.locked')}</p>}
      {mustChangePassword && <p className={classes.quiet}>{t('users.access.mustChange')}</p>}
      {ways.length === 0 && <p className={classes.quiet}>{t('users.access.noRole')}</p>}
      <ul className={classes.list} aria-label={t('users.access.ways')}>
        {ways.map(({ id, role, place, lacks }) => (
          <li key={id} className={classes.line}>
            <span className={classes.words}>
              {[role.name, place?.name].filter(Boolean).join(' · ')}
              <div className={classes.quiet}>
                {lacks.length === 0
                  ? t('users.access.gives')
                  : lacks.map((lack) => t(`users.access.lack.${lack}`)).join(' ')}
              </div>
            </span>
          </li>
        ))}
      </ul>
      {beyond && <p className={classes.quiet}>{t('users.access.beyond')}</p>}
    </div>
  );
}
