import { Button } from '@mantine/core';
import type { Role, RoleId } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { wayBackTo } from '../platform/list-memory.ts';
import { may } from '../platform/session.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { Link, useNavigateTo } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Page, PageAlert, PageBody, PageFacts } from '../ui/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { NotFoundState } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { oneRole } from './queries.ts';
import { RoleActions } from './role-actions.tsx';
import { listAddress, ofThePlatform } from './role-address.ts';
import { RoleForm } from './role-form.tsx';
import { RoleStatus } from './role-status.tsx';
import { RoleView } from './role-view.tsx';

type Mode = 'view' | 'edit';

/** One role, to be read or to be changed; what else belongs to reading it is handed in. */
export function RolePage({ id, mode, further }: { id: string; mode: Mode; further?: ReactNode }) {
  const t = useT();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...oneRole(id as RoleId),
    meta: drawnHere,
  });
  // A form starts from what is stored now, not from what was looked at a while ago.
  const role = mode === 'edit' && isFetching && !isFetchedAfterMount ? undefined : data;
  const waiting = useDelayed(!role && !error);

  useEffect(() => {
    const screen = t(mode === 'view' ? 'app.title.roleView' : 'app.title.roleEdit');
    if (role) document.title = `${role.name} · ${screen}`;
  }, [role, mode, t]);

  if (role) return <OneRole role={role} mode={mode} further={further} />;
  if (!error) return <Page>{waiting && <FormSkeleton sections={3} />}</Page>;
  return (
    <Page>
      <PageHeader title={t('roles.page.role')} />
      <PageBody>
        <Missing fault={error} onRetry={() => void refetch()} />
      </PageBody>
    </Page>
  );
}

function OneRole({ role, mode, further }: { role: Role; mode: Mode; further: ReactNode }) {
  const t = useT();
  const navigate = useNavigateTo();
  const { id, name, level, status, can, fixedBecause } = role;
  const list = t(ofThePlatform() ? 'app.title.rossRoles' : 'app.title.roles');
  return (
    <Page>
      <PageHeader
        title={name}
        tag={<Tag>{t(`ui.level.${level}`)}</Tag>}
        status={<RoleStatus status={status} />}
        crumbs={[{ label: list, ...(may(['LIST_ROLES']) && { href: wayBackTo(listAddress()) }) }, { label: name }]}
        crumbsLabel={t('roles.page.crumbs')}
        actions={<RoleActions role={role} at={mode} onDeleted={() => navigate(listAddress())} />}
      />
      {mode === 'view' ? (
        <PageBody>
          <PageFacts>
            <RoleView role={role} />
            {further}
          </PageFacts>
        </PageBody>
      ) : can.edit ? (
        <RoleForm key={id} role={role} />
      ) : (
        <PageBody>
          <PageAlert icon="lock" title={t('roles.edit.notAllowed')}>
            {sayError(fixedBecause ?? 'access.denied')}
          </PageAlert>
          <PageFacts>
            <RoleView role={role} />
          </PageFacts>
        </PageBody>
      )}
    </Page>
  );
}

/** Why there is no role to be seen: absent and out of sight are told apart by nobody. */
function Missing({ fault, onRetry }: { fault: Error; onRetry: () => void }) {
  const t = useT();
  const code = fault instanceof ApiError ? fault.code : 'unknown';
  if (code !== 'role.unknown' && code !== 'input.invalid')
    return <LoadFailure title={t('roles.page.failed')} fault={fault} onRetry={onRetry} />;
  return (
    <NotFoundState
      title={t('roles.page.notFound')}
      text={t('roles.page.notFoundText')}
      actions={
        may(['LIST_ROLES']) && (
          <Button component={Link} href={wayBackTo(listAddress())}>
            {t('roles.page.toList')}
          </Button>
        )
      }
    />
  );
}
