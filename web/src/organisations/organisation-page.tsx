import { Button } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { Organisation } from '@storeward/contract/organisations';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../platform/api.ts';
import { useT } from '../platform/i18n.ts';
import { wayBackTo } from '../platform/list-memory.ts';
import { may, useSession } from '../platform/session.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Link, useNavigateTo } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Page, PageAlert, PageBody, PageFacts } from '../ui/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { NotFoundState } from '../ui/states.tsx';
import { OrganisationActions } from './organisation-actions.tsx';
import { listAddress } from './organisation-address.ts';
import { OrganisationForm } from './organisation-form.tsx';
import { OrganisationSections } from './organisation-sections.tsx';
import { OrganisationStatus } from './organisation-status.tsx';
import { OrganisationView } from './organisation-view.tsx';
import { oneOrganisation } from './queries.ts';

type Mode = 'view' | 'edit';

/** One organisation, to be read or to be changed. */
export function OrganisationPage({ id, mode }: { id: string; mode: Mode }) {
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

  if (organisation) return <OneOrganisation organisation={organisation} mode={mode} />;
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

function OneOrganisation({ organisation, mode }: { organisation: Organisation; mode: Mode }) {
  const t = useT();
  const navigate = useNavigateTo();
  const listed = useListed();
  const { id, name, status, can } = organisation;
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
      />
      {mode === 'view' ? (
        <PageBody>
          <PageFacts>
            <OrganisationView organisation={organisation} />
          </PageFacts>
        </PageBody>
      ) : (
        <Edited organisation={organisation} can={can} />
      )}
    </Page>
  );
}

/** The sections that the reader may change: the form of the details, and what is in force besides. */
function Edited({ organisation, can }: { organisation: Organisation; can: Organisation['can'] }) {
  const t = useT();
  const { id } = organisation;
  const further = can.configuration || can.theme || can.modules;
  if (can.details)
    return (
      <OrganisationForm
        key={id}
        organisation={organisation}
        further={further && <OrganisationSections id={id} shown={can} />}
      />
    );
  if (!further)
    return (
      <PageAlert icon="lock" title={t('organisations.edit.notAllowed')}>
        {t('organisations.edit.notAllowedText')}
      </PageAlert>
    );
  return (
    <PageBody>
      <PageFacts>
        <OrganisationSections id={id} shown={can} />
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
