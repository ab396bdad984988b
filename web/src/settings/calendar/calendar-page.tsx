import { Button, Flex, SegmentedControl, Text } from '@mantine/core';
import type { CalendarChange } from '@storeward/contract/settings/endpoints/change-calendar';
import type { NodeId } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AnyNodePicker } from '../../nodes/pickers/any-node-picker.tsx';
import { nodeQuery } from '../../nodes/queries.ts';
import { displayTimeZone, formatDate, formatNumber, useT } from '../../platform/text/i18n.ts';
import { useScreenNode } from '../../platform/screen-node.ts';
import { useUrlQuery } from '../../platform/api/url-query.ts';
import { errorShownByScreen, LoadError } from '../../records/load-error.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Page, PageBody } from '../../ui/page/page.tsx';
import { TableSkeleton, useDelayed } from '../../ui/page/skeleton.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useNarrow } from '../../ui/page/viewport.ts';
import { CalendarQuery, type CalendarView, calendarViews } from './calendar-address.ts';
import { addDays, shownDays, todayIn, weekStart } from './calendar-days.ts';
import { CalendarList } from './calendar-list.tsx';
import { calendarQuery } from './calendar-queries.ts';
import { ChangeDrawer } from './change-drawer.tsx';
import { Timeline } from './timeline.tsx';

/** The planned changes of settings of all sections at a location and those below it, by time. */
export function CalendarPage() {
  const root = useScreenNode();
  return root ? <Calendar root={root} /> : null;
}

function Calendar({ root }: { root: NodeId }) {
  const t = useT();
  const isPhone = useNarrow();
  const today = todayIn(displayTimeZone());
  const [{ from = weekStart(today), node = root, view: chosenView = 'timeline' }, setQuery] =
    useUrlQuery(CalendarQuery);
  const view: CalendarView = isPhone ? 'list' : chosenView;
  const [opened, setOpened] = useState<string>();
  const { data: location } = useQuery({ ...nodeQuery(node), meta: { quiet: true } });
  const { data, error, refetch } = useQuery({ ...calendarQuery(node, from), meta: errorShownByScreen });
  const waiting = useDelayed(!data && !error);
  const conflicts = data?.changes.filter((change) => change.conflicts.length > 0).length ?? 0;
  const openedChange = data?.changes.find(({ id }) => id === opened);
  const open = ({ id }: CalendarChange) => setOpened(id);
  return (
    <Page>
      <PageHeader
        title={t('app.title.changeCalendar')}
        status={
          conflicts > 0 && (
            <Tag tone="error">
              {t('settings.calendar.conflicts', { count: conflicts, shown: formatNumber(conflicts) })}
            </Tag>
          )
        }
        actions={
          !isPhone && (
            <SegmentedControl
              aria-label={t('settings.calendar.view')}
              data={calendarViews.map((value) => ({ value, label: t(`settings.calendar.view.${value}`) }))}
              value={view}
              onChange={(value) => setQuery({ view: value })}
            />
          )
        }
      />
      <Flex wrap="wrap" align="end" gap="8px 16px" px="var(--page-pad)" pb="sm" flex="none">
        <Flex align="center" gap={4}>
          <IconButton
            icon="chevron-left"
            label={t('settings.calendar.earlier')}
            onClick={() => setQuery({ from: addDays(from, -shownDays) })}
          />
          <Text miw="13rem" ta="center" fw="var(--weight-medium)" role="status">
            {formatDate(from)} – {formatDate(addDays(from, shownDays - 1))}
          </Text>
          <IconButton
            icon="chevron-right"
            label={t('settings.calendar.later')}
            onClick={() => setQuery({ from: addDays(from, shownDays) })}
          />
          <Button variant="default" size="xs" onClick={() => setQuery({ from: undefined })}>
            {t('settings.calendar.today')}
          </Button>
        </Flex>
        <AnyNodePicker
          label={t('settings.calendar.location')}
          ancestorId={root}
          includeStores
          {...(location && { selectedName: location.name })}
          onChoose={({ nodeId }) => setQuery({ node: nodeId === root ? undefined : nodeId })}
        />
        {data && (
          <Text c="dimmed" ms="auto">
            {t(data.isPartial ? 'settings.calendar.partial' : 'settings.calendar.count', {
              count: data.changes.length,
              shown: formatNumber(data.changes.length),
            })}
          </Text>
        )}
      </Flex>
      <PageBody focusable>
        {error ? (
          <LoadError title={t('settings.calendar.failed')} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          waiting && <TableSkeleton rows={6} columns={4} />
        ) : data.changes.length === 0 ? (
          <EmptyState title={t('settings.calendar.empty')} text={t('settings.calendar.emptyText')} />
        ) : view === 'timeline' ? (
          <Timeline changes={data.changes} firstDay={from} today={today} onOpen={open} />
        ) : (
          <CalendarList changes={data.changes} onOpen={open} />
        )}
      </PageBody>
      {openedChange && (
        <ChangeDrawer
          change={openedChange}
          changes={data!.changes}
          onShow={open}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  );
}
