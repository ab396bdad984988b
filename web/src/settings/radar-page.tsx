import { Button } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { Radar } from '@storeward/contract/settings/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatNumber, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-names.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Page, PageBody } from '../ui/page.tsx';
import { Permit } from '../ui/permit.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { NotFoundState } from '../ui/states.tsx';
import { bulkAddress } from './bulk-words.tsx';
import { radarAt } from './queries.ts';
import { RadarField } from './radar-field.tsx';
import { SectionExportButton } from './section-export-button.tsx';
import { listed } from './section-words.ts';
import classes from './radar-page.module.css';

/** Who inherits and who does not, below one place: section by section and field by field, with the way to set it right. */
export function RadarPage({ id }: { id: NodeId }) {
  const t = useT();
  const { data: radar, error, refetch } = useQuery({ ...radarAt(id), meta: drawnHere });
  const waiting = useDelayed(!radar && !error);
  const title = t('app.title.radar');
  useEffect(() => {
    if (radar) document.title = `${radar.place.name} · ${title}`;
  }, [radar, title]);
  if (!radar && !error) return <Page>{waiting && <FormSkeleton sections={3} />}</Page>;
  const unknown = error instanceof ApiError && ['node.unknown', 'input.invalid'].includes(error.code);
  return (
    <Page>
      <PageHeader
        title={radar?.place.name ?? title}
        crumbs={[{ label: t('nodes.title'), href: '/structure/hierarchy' }, { label: title }]}
        crumbsLabel={t('imports.crumbs')}
        actions={
          radar &&
          radar.storeCount > 0 && (
            <Button component={Link} href={`/structure/values/${id}`} variant="default">
              {t('settings.values.way')}
            </Button>
          )
        }
        description={
          radar &&
          t('settings.radar.below', {
            count: radar.placeCount,
            shown: formatNumber(radar.placeCount),
            stores: formatNumber(radar.storeCount),
          })
        }
      />
      <PageBody>
        {radar ? (
          listed().map((name) => <RadarSection key={name} radar={radar} name={name} />)
        ) : unknown ? (
          <NotFoundState title={t('settings.radar.notFound')} />
        ) : (
          error && <LoadFailure title={t('settings.radar.failed')} fault={error} onRetry={() => void refetch()} />
        )}
      </PageBody>
    </Page>
  );
}

function RadarSection({ radar, name }: { radar: Radar; name: SectionName }) {
  const t = useT();
  const fields = radar.fields.filter(({ section, own }) => section === name && own > 0);
  const words = sectionLabel(name, t);
  const address = (action: 'push' | 'clear') =>
    `${bulkAddress}?source=${radar.place.id}&section=${name}&action=${action}`;
  return (
    <section className={classes.section} aria-label={words}>
      <div className={classes.head}>
        <h2>{words}</h2>
        {fields.length > 0 && <SectionExportButton id={radar.place.id} section={name} />}
        {radar.placeCount > 0 && (
          <Permit all={['LIST_BULK_OVERRIDE', 'BULK_OVERRIDE']}>
            <Button component={Link} href={address('push')} variant="default" size="xs">
              {t('settings.bulk.action.push')}
            </Button>
            {fields.length > 0 && (
              <Button component={Link} href={address('clear')} variant="default" size="xs">
                {t('settings.bulk.action.clear')}
              </Button>
            )}
          </Permit>
        )}
      </div>
      {fields.length === 0 ? (
        <p className={classes.none}>{t('settings.radar.none')}</p>
      ) : (
        <ul className={classes.fields}>
          {fields.map((reach) => (
            <RadarField key={reach.field} reach={reach} place={radar.place} storeCount={radar.storeCount} />
          ))}
        </ul>
      )}
    </section>
  );
}
