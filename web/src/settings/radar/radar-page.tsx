import { Box, Button, Flex, Group, Text, Title } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { Radar } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../platform/api/api.ts';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { fieldLabel, sectionLabel } from '../../platform/text/setting-labels.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import lines from '../../ui/list/lines.module.css';
import { Link, type ScreenAddress } from '../../ui/page/link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Page, PageBody } from '../../ui/page/page.tsx';
import { Permit } from '../../ui/page/permit.tsx';
import { FormSkeleton, useDelayed } from '../../ui/page/skeleton.tsx';
import { NotFoundState } from '../../ui/page/states.tsx';
import { bulkAddress } from '../bulk/bulk-override-labels.tsx';
import { radarQuery } from '../queries.ts';
import { RadarField } from './radar-field.tsx';
import { SectionExportMenu } from '../section/section-export-menu.tsx';
import { listableSections } from '../section/section-labels.ts';
import { QuietMark } from '../section/quiet-mark.tsx';

/**
 * The override radar: per section and field, how many descendants of a node override it, with links to bulk overrides.
 */
export function RadarPage({ id }: { id: NodeId }) {
  const t = useT();
  const { data: radar, error, refetch } = useQuery({ ...radarQuery(id), meta: errorShownByScreen });
  const waiting = useDelayed(!radar && !error);
  const title = t('app.title.radar');
  useEffect(() => {
    if (radar) document.title = `${radar.place.name} · ${title}`;
  }, [radar, title]);
  if (!radar && !error) return <Page>{waiting && <FormSkeleton sections={3} />}</Page>;
  const isNotFound = error instanceof ApiError && ['node.unknown', 'input.invalid'].includes(error.code);
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
              {t('settings.values.link')}
            </Button>
          )
        }
        description={
          radar &&
          t('settings.radar.summary', {
            count: radar.placeCount,
            shown: formatNumber(radar.placeCount),
            stores: formatNumber(radar.storeCount),
          })
        }
      />
      <PageBody>
        {radar ? (
          listableSections().map((name) => <RadarSection key={name} radar={radar} name={name} />)
        ) : isNotFound ? (
          <NotFoundState title={t('settings.radar.notFound')} />
        ) : (
          error && <LoadError title={t('settings.radar.failed')} error={error} onRetry={() => void refetch()} />
        )}
      </PageBody>
    </Page>
  );
}

function RadarSection({ radar, name }: { radar: Radar; name: SectionName }) {
  const t = useT();
  const fields = radar.fields.filter(({ section, own }) => section === name && own > 0);
  const label = sectionLabel(name, t);
  const inheritedFields = radar.fields.filter(({ section, own }) => section === name && own === 0);
  const bulkOverrideUrl = (action: 'push' | 'clear'): ScreenAddress =>
    `${bulkAddress}?source=${radar.place.id}&section=${name}&action=${action}`;
  return (
    <Box
      component="section"
      className={lines.below ?? ''}
      px={{ base: 16, sm: 'var(--page-pad)' }}
      py={fields.length > 0 ? 'lg' : 'xs'}
      aria-label={label}
    >
      <Group gap="8px 12px">
        <Title order={2} flex="1 1 8rem">
          {label}
        </Title>
        {fields.length === 0 && (
          <Text span c="dimmed">
            <QuietMark text={t('settings.radar.empty')} />
          </Text>
        )}
        {fields.length > 0 && <SectionExportMenu id={radar.place.id} section={name} />}
        {radar.placeCount > 0 && (
          <Permit all={['LIST_BULK_OVERRIDE', 'BULK_OVERRIDE']}>
            <Button component={Link} href={bulkOverrideUrl('push')} variant="default" size="xs">
              {t('settings.bulk.action.push')}
            </Button>
            {fields.length > 0 && (
              <Button component={Link} href={bulkOverrideUrl('clear')} variant="default" size="xs">
                {t('settings.bulk.action.clear')}
              </Button>
            )}
          </Permit>
        )}
      </Group>
      {fields.length > 0 && (
        <Flex component="ul" direction="column" gap="lg" mt="md">
          {fields.map((reach) => (
            <RadarField key={reach.field} reach={reach} place={radar.place} storeCount={radar.storeCount} />
          ))}
          {inheritedFields.length > 0 && (
            <Text component="li" size="label" c="dimmed">
              {t('settings.radar.inheritedFields', {
                fields: inheritedFields.map(({ field }) => fieldLabel(name, field, t)).join(', '),
              })}
            </Text>
          )}
        </Flex>
      )}
    </Box>
  );
}
