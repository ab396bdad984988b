import { Button } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { Organisation } from '@storeward/contract/organisations';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { useT } from '../platform/text/i18n.ts';
import { lastListUrl } from '../platform/list-preferences.ts';
import { hasPermission, useSession } from '../platform/session/session.ts';
import { useSelectedTab } from '../records/selected-tab.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { Avatar } from '../ui/image/avatar.tsx';
import { Link, useNavigateTo } from '../ui/page/link.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { PageTabs, type PageTab } from '../ui/page/page-tabs.tsx';
import { Page, PageAlert, PageBody, PageDetails } from '../ui/page/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { NotFoundState } from '../ui/page/states.tsx';
import { OrganisationActions } from './organisation-actions.tsx';
import { organisationListPath } from './organisation-paths.ts';
import { OrganisationForm } from './organisation-form.tsx';
import { OrganisationLinks } from './organisation-links.tsx';
import { OrganisationModules } from './organisation-modules.tsx';
import { OrganisationStatus } from './organisation-status.tsx';
import { OrganisationView } from './organisation-view.tsx';
import { organisationQuery } from './queries.ts';

type Mode = 'view' | 'edit';

type SettingsTabs = (organisation: Organisation) => readonly PageTab[];

/** Page of one organisation in view or edit mode; its settings are passed in as tabs. */
export function OrganisationPage({ id, mode, settingsTabs }: { id: NodeId; mode: Mode; settingsTabs: SettingsTabs }) {
  const t = useT();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...organisationQuery(id),
    meta: errorShownByScreen,
  });
  // Forms wait for a fresh fetch instead of starting from cached data.
  const organisation = mode === 'edit' && isFetching && !isFetchedAfterMount ? undefined : data;
  const showSkeleton = useDelayed(!organisation && !error);

  useEffect(() => {
    const screen = t(mode === 'view' ? 'app.title.organisationView' : 'app.title.organisationEdit');
    if (organisation) document.title = `${organisation.name} · ${screen}`;
  }, [organisation, mode, t]);

  if (organisation)
    return <LoadedOrganisation organisation={organisation} mode={mode} settingsTabs={settingsTabs(organisation)} />;
  if (!error) return <Page>{showSkeleton && <FormSkeleton sections={3} />}</Page>;
  return (
    <Page>
      <PageHeader title={t('organisations.page.organisation')} />
      <PageBody>
        <OrganisationLoadError error={error} onRetry={() => void refetch()} />
      </PageBody>
    </Page>
  );
}

type LoadedOrganisationProps = { organisation: Organisation; mode: Mode; settingsTabs: readonly PageTab[] };

function LoadedOrganisation({ organisation, mode, settingsTabs }: LoadedOrganisationProps) {
  const t = useT();
  const navigate = useNavigateTo();
  const canOpenList = useCanOpenList();
  const { id, name, status, can } = organisation;
  // users who may edit only settings start on the first settings tab
  const showDetails = mode === 'view' || can.details || can.modules || settingsTabs.length === 0;
  const tabs: PageTab[] = [
    ...(showDetails ? [{ key: 'details', label: t('organisations.section.details'), content: null }] : []),
    ...settingsTabs,
  ];
  const [activeTab, selectTab] = useSelectedTab(tabs);
  return (
    <Page>
      <PageHeader
        media={<Avatar id={id} name={name} size={40} />}
        title={name}
        status={<OrganisationStatus status={status} />}
        crumbs={[
          { label: t('organisations.list.title'), ...(canOpenList && { href: lastListUrl(organisationListPath) }) },
          { label: name },
        ]}
        crumbsLabel={t('organisations.page.crumbs')}
        actions={
          <OrganisationActions
            organisation={organisation}
            placement={mode}
            onDeleted={() => navigate(organisationListPath)}
          />
        }
        tabs={
          tabs.length > 1 && (
            <PageTabs
              tabs={tabs}
              activeKey={activeTab?.key ?? ''}
              label={t('organisations.page.tabs')}
              onSelect={selectTab}
            />
          )
        }
      />
      {activeTab?.key !== 'details' ? (
        activeTab?.content
      ) : mode === 'view' ? (
        <PageBody>
          <PageDetails>
            <OrganisationView organisation={organisation} />
            <OrganisationLinks organisation={organisation} />
          </PageDetails>
        </PageBody>
      ) : (
        <EditContent organisation={organisation} />
      )}
    </Page>
  );
}

/** Details form and modules, as far as permitted. */
function EditContent({ organisation }: { organisation: Organisation }) {
  const t = useT();
  const { id, can } = organisation;
  if (can.details)
    return (
      <OrganisationForm
        key={id}
        organisation={organisation}
        below={can.modules && <OrganisationModules organisation={id} />}
      />
    );
  if (!can.modules)
    return (
      <PageAlert icon="lock" title={t('organisations.edit.notAllowed')}>
        {t('organisations.edit.notAllowedText')}
      </PageAlert>
    );
  return (
    <PageBody>
      <PageDetails>
        <OrganisationModules organisation={id} />
      </PageDetails>
    </PageBody>
  );
}

const useCanOpenList = () => useSession().level === 'GLOBAL' && hasPermission(['LIST_ORGANISATIONS']);

/** Not found and out of scope look the same, as in the API. */
function OrganisationLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT();
  const canOpenList = useCanOpenList();
  const code = error instanceof ApiError ? error.code : 'unknown';
  if (code === 'node.unknown' || code === 'input.invalid') {
    return (
      <NotFoundState
        title={t('organisations.page.notFound')}
        text={t('organisations.page.notFoundText')}
        actions={
          canOpenList && (
            <Button component={Link} href={lastListUrl(organisationListPath)}>
              {t('organisations.page.toList')}
            </Button>
          )
        }
      />
    );
  }
  return <LoadError title={t('organisations.page.failed')} error={error} onRetry={onRetry} />;
}
