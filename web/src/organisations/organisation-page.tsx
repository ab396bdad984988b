import { Button } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { Organisation } from '@storeward/contract/organisations';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../platform/api.ts';
import { useT } from '../platform/i18n.ts';
import { wayBackTo } from '../platform/list-memory.ts';
import { may, useSession } from '../platform/session.ts';
import { useChosenTab } from '../screens/chosen-tab.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Link, useNavigateTo } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageTabs, type PageTab } from '../ui/page-tabs.tsx';
import { Page, PageAlert, PageBody, PageFacts } from '../ui/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { NotFoundState } from '../ui/states.tsx';
import { OrganisationActions } from './organisation-actions.tsx';
import { listAddress } from './organisation-address.ts';
import { OrganisationForm } from './organisation-form.tsx';
import { OrganisationModules } from './organisation-modules.tsx';
import { OrganisationStatus } from './organisation-status.tsx';
import { OrganisationView } from './organisation-view.tsx';
import { oneOrganisation } from './queries.ts';

type Mode = 'view' | 'edit';

type Areas = (organisation: Organisation) => readonly PageTab[];

/** One organisation, to be read or to be changed; its settings are handed in, each part with a tab of its own. */
export function OrganisationPage({ id, mode, areas }: { id: string; mode: Mode; areas: Areas }) {
  const t = useT();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...oneOrganisation(id as NodeId),
    meta: drawnHere,
  });
  // A form starts from what is stored now, not from what was looked at a while ago.
  const organisation = mode === 'edit' && isFetching && !isFetchedAfterMount ? undefined : data;
  const waiting = useDelayed(!organisation && !error);

  useEffect(() => {
    const screen = t(mode === 'view' ? 'app.title.organisationView' : 'app.title.organisationEdit');
    if (organisation) document.title = `${organisation.name} · ${screen}`;
  }, [organisation, mode, t]);

  if (organisation) return <OneOrganisation organisation={organisation} mode={mode} areas={areas(organisation)} />;
  if (!error) return <Page>{waiting && <FormSkeleton sections={3} />}</Page>;
  return (
    <Page>
      <PageHeader title={t('organisations.page.organisation')} />
      <PageBody>
        <Missing fault={error} onRetry={() => void refetch()} />
      </PageBody>
    </Page>
  );
}

type OneProps = { organisation: Organisation; mode: Mode; areas: readonly PageTab[] };

function OneOrganisation({ organisation, mode, areas }: OneProps) {
  const t = useT();
  const navigate = useNavigateTo();
  const listed = useListed();
  const { id, name, status, can } = organisation;
  // whoever may change the settings alone begins with them
  const details = mode === 'view' || can.details || can.modules || areas.length === 0;
  const tabs: PageTab[] = [
    ...(details ? [{ key: 'details', label: t('organisations.section.details'), content: null }] : []),
    ...areas,
  ];
  const [chosen, choose] = useChosenTab(tabs);
  return (
    <Page>
      <PageHeader
        media={<Avatar id={id} name={name} size={40} />}
        title={name}
        status={<OrganisationStatus status={status} />}
        crumbs={[
          { label: t('organisations.list.title'), ...(listed && { href: wayBackTo(listAddress) }) },
          { label: name },
        ]}
        crumbsLabel={t('organisations.page.crumbs')}
        actions={<OrganisationActions organisation={organisation} at={mode} onDeleted={() => navigate(listAddress)} />}
        tabs={
          tabs.length > 1 && (
            <PageTabs
              tabs={tabs}
              chosen={chosen?.key ?? ''}
              label={t('organisations.page.subjects')}
              onChoose={choose}
            />
          )
        }
      />
      {chosen?.key !== 'details' ? (
        chosen?.content
      ) : mode === 'view' ? (
        <PageBody>
          <PageFacts>
            <OrganisationView organisation={organisation} />
          </PageFacts>
        </PageBody>
      ) : (
        <Edited organisation={organisation} />
      )}
    </Page>
  );
}

/** What the reader may change of the details: the form of them, and the modules. */
function Edited({ organisation }: { organisation: Organisation }) {
  const t = useT();
  const { id, can } = organisation;
  if (can.details)
    return <OrganisationForm key={id} organisation={organisation} further={can.modules && <OrganisationModules />} />;
  if (!can.modules)
    return (
      <PageAlert icon="lock" title={t('organisations.edit.notAllowed')}>
        {t('organisations.edit.notAllowedText')}
      </PageAlert>
    );
  return (
    <PageBody>
      <PageFacts>
        <OrganisationModules />
      </PageFacts>
    </PageBody>
  );
}

/** Whether the reader may open the list of organisations. */
const useListed = () => useSession().level === 'GLOBAL' && may(['LIST_ORGANISATIONS']);

/** Why there is no organisation to be seen: absent and out of reach are told apart by nobody. */
function Missing({ fault, onRetry }: { fault: Error; onRetry: () => void }) {
  const t = useT();
  const listed = useListed();
  const code = fault instanceof ApiError ? fault.code : 'unknown';
  if (code === 'node.unknown' || code === 'input.invalid') {
    return (
      <NotFoundState
        title={t('organisations.page.notFound')}
        text={t('organisations.page.notFoundText')}
        actions={
          listed && (
            <Button component={Link} href={wayBackTo(listAddress)}>
              {t('organisations.page.toList')}
            </Button>
          )
        }
      />
    );
  }
  return <LoadFailure title={t('organisations.page.failed')} fault={fault} onRetry={onRetry} />;
}
