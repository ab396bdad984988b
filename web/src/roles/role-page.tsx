import { Button } from '@mantine/core';
import type { Role, RoleId } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { lastListUrl } from '../platform/list-preferences.ts';
import { hasPermission } from '../platform/session/session.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { Link, useNavigateTo } from '../ui/page/link.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Page, PageAlert, PageBody, PageDetails } from '../ui/page/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { NotFoundState } from '../ui/page/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { roleQuery } from './queries.ts';
import { RoleActions } from './role-actions.tsx';
import { roleListPath, isPlatformLevel } from './role-paths.ts';
import { RoleForm } from './role-form.tsx';
import { RoleStatus } from './role-status.tsx';
import { RoleView } from './role-view.tsx';

type Mode = 'view' | 'edit';

/** Page of one role in view or edit mode; `extraSections` are added to the view. */
export function RolePage({ id, mode, extraSections }: { id: RoleId; mode: Mode; extraSections?: ReactNode }) {
  const t = useT();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...roleQuery(id),
    meta: errorShownByScreen,
  });
  // Forms wait for a fresh fetch instead of starting from cached data.
  const role = mode === 'edit' && isFetching && !isFetchedAfterMount ? undefined : data;
  const showSkeleton = useDelayed(!role && !error);

  useEffect(() => {
    const screen = t(mode === 'view' ? 'app.title.roleView' : 'app.title.roleEdit');
    if (role) document.title = `${role.name} · ${screen}`;
  }, [role, mode, t]);

  if (role) return <LoadedRole role={role} mode={mode} extraSections={extraSections} />;
  if (!error) return <Page>{showSkeleton && <FormSkeleton sections={3} />}</Page>;
  return (
    <Page>
      <PageHeader title={t('roles.page.role')} />
      <PageBody>
        <RoleLoadError error={error} onRetry={() => void refetch()} />
      </PageBody>
    </Page>
  );
}

function LoadedRole({ role, mode, extraSections }: { role: Role; mode: Mode; extraSections: ReactNode }) {
  const t = useT();
  const navigate = useNavigateTo();
  const { id, name, level, status, can, fixedBecause } = role;
  const listTitle = t(isPlatformLevel() ? 'app.title.rossRoles' : 'app.title.roles');
  return (
    <Page>
      <PageHeader
        title={name}
        tag={<Tag>{t(`ui.level.${level}`)}</Tag>}
        status={<RoleStatus status={status} />}
        crumbs={[
          { label: listTitle, ...(hasPermission(['LIST_ROLES']) && { href: lastListUrl(roleListPath()) }) },
          { label: name },
        ]}
        crumbsLabel={t('roles.page.crumbs')}
        actions={<RoleActions role={role} placement={mode} onDeleted={() => navigate(roleListPath())} />}
      />
      {mode === 'view' ? (
        <PageBody>
          <PageDetails>
            <RoleView role={role} />
            {extraSections}
          </PageDetails>
        </PageBody>
      ) : can.edit ? (
        <RoleForm key={id} role={role} />
      ) : (
        <PageBody>
          <PageAlert icon="lock" title={t('roles.edit.notAllowed')}>
            {errorMessage(fixedBecause ?? 'access.denied')}
          </PageAlert>
          <PageDetails>
            <RoleView role={role} />
          </PageDetails>
        </PageBody>
      )}
    </Page>
  );
}

/** Not found and out of scope look the same, as in the API. */
function RoleLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT();
  const code = error instanceof ApiError ? error.code : 'unknown';
  if (code !== 'role.unknown' && code !== 'input.invalid')
    return <LoadError title={t('roles.page.failed')} error={error} onRetry={onRetry} />;
  return (
    <NotFoundState
      title={t('roles.page.notFound')}
      text={t('roles.page.notFoundText')}
      actions={
        hasPermission(['LIST_ROLES']) && (
          <Button component={Link} href={lastListUrl(roleListPath())}>
            {t('roles.page.toList')}
          </Button>
        )
      }
    />
  );
}
