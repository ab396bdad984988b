import { Button, Flex, Group, Text } from '@mantine/core';
import { parseMapPoints, type StoreMap as Data } from '@storeward/contract/dashboard/store-map';
import { useMemo, useState } from 'react';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNavigateTo } from '../../ui/page/link.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { DashboardCard, QueryPart } from '../dashboard-card.tsx';
import { addressOf } from '../dashboard-links.ts';
import { storeMapQuery } from '../queries.ts';
import { countStates, mapStates } from './map-clusters.ts';
import { project } from './map-projection.ts';
import { useStateLabels } from './map-state-labels.ts';
import { InlineSymbol } from './map-symbol.tsx';
import { StoreMapList } from './store-map-list.tsx';
import { StoreMap } from './store-map.tsx';
import classes from './store-map.module.css';

/** The stores on a map, which can be shown as a list instead. */
export function StoreMapCard() {
  const t = useT();
  const [asList, setAsList] = useState(false);
  const title = t('figures.card.storeMap');
  const switchLabel = t(asList ? 'figures.map.showMap' : 'figures.map.showList');
  return (
    <DashboardCard
      title={title}
      wide
      action={
        <TextButton onClick={() => setAsList(!asList)} label={`${title}: ${switchLabel}`}>
          {switchLabel}
        </TextButton>
      }
    >
      <QueryPart query={storeMapQuery()} lines={17}>
        {(data) => (data.points ? <Content data={data} title={title} asList={asList} /> : <NoCoordinates />)}
      </QueryPart>
    </DashboardCard>
  );
}

function Content({ data, title, asList }: { data: Data; title: string; asList: boolean }) {
  const t = useT();
  const stores = useMemo(
    () => parseMapPoints(data.points).map((point) => ({ ...point, ...project(point.latitude, point.longitude) })),
    [data.points],
  );
  const counts = countStates(stores);
  const shown = {
    total: formatNumber(counts.total),
    inOrder: formatNumber(counts.inOrder),
    silent: formatNumber(counts.silent),
    disabled: formatNumber(counts.disabled),
  };
  const missing = Math.max(0, data.total - counts.total);
  return (
    <>
      {asList ? (
        <StoreMapList stores={stores} label={title} />
      ) : (
        <StoreMap stores={stores} title={title} summary={t('figures.map.summary', shown)} />
      )}
      <Flex wrap="wrap" gap="var(--s-1) var(--s-4)" fz="label" c="dimmed">
        <Legend counts={shown} />
        {missing > 0 && (
          <Text span inherit ms={{ sm: 'auto' }}>
            {t('figures.map.missing', { count: missing, shown: formatNumber(missing) })}
          </Text>
        )}
      </Flex>
    </>
  );
}

/** What each mark means, with its number of stores. */
function Legend({ counts }: { counts: Readonly<Record<(typeof mapStates)[number], string>> }) {
  const labels = useStateLabels();
  return mapStates.toReversed().map((state) => (
    <Flex key={state} component="span" align="center" gap={6}>
      <InlineSymbol state={state} />
      <Text span inherit c="bright" fw="var(--weight-medium)">
        {counts[state]}
      </Text>
      {labels[state]}
    </Flex>
  ));
}

function NoCoordinates() {
  const t = useT();
  const navigate = useNavigateTo();
  const [importPage, hierarchy] = [addressOf('/structure/import'), addressOf('/structure/hierarchy')];
  return (
    <Flex className={classes.empty ?? ''} direction="column" align="center" justify="center" ta="center" gap={4} p="lg">
      <Icon name="map" size={24} />
      <Text fw="var(--weight-medium)" mt="xs">
        {t('figures.map.empty')}
      </Text>
      <Text size="label" c="dimmed" maw="26rem" textWrap="balance">
        {t('figures.map.emptyText')}
      </Text>
      <Group gap="xs" mt="sm" justify="center">
        {importPage && (
          <Button variant="default" onClick={() => navigate(importPage)}>
            {t('figures.map.import')}
          </Button>
        )}
        {hierarchy && (
          <Button variant="subtle" onClick={() => navigate(hierarchy)}>
            {t('figures.map.chooseLocation')}
          </Button>
        )}
      </Group>
    </Flex>
  );
}
