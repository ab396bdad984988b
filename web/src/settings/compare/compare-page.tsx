import { Flex, SegmentedControl, Switch } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { sectionOf } from '@storeward/contract/settings/sections';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { nodeQuery } from '../../nodes/queries.ts';
import { useT } from '../../platform/text/i18n.ts';
import { useUrlQuery } from '../../platform/api/url-query.ts';
import { errorShownByScreen, LoadError } from '../../records/load-error.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Page, PageBody } from '../../ui/page/page.tsx';
import { FormSkeleton, useDelayed } from '../../ui/page/skeleton.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useNarrow } from '../../ui/page/viewport.ts';
import { areaQuery } from '../queries.ts';
import { inIndexOrder, viewableSections } from '../section/section-labels.ts';
import { compareModes, CompareQuery } from './compare-address.ts';
import { ComparedDetails } from './compared-details.tsx';
import { CompareLocations } from './compare-locations.tsx';
import { ComparisonForm } from './comparison-form.tsx';

/** Compares the effective settings of two locations, of a location and its parent, or of a location at two times. */
export function ComparePage() {
  const t = useT();
  const isNarrow = useNarrow();
  const [{ left, right: second, mode = 'two', at }, setQuery] = useUrlQuery(CompareQuery);
  const [showsAll, setShowsAll] = useState(false);
  const { data: leftNode } = useQuery({ ...nodeQuery(left!), enabled: left !== undefined });
  const parent = leftNode?.parentId ?? undefined;
  const right = mode === 'two' ? second : mode === 'parent' ? parent : left;
  const isComplete = left && right && (mode === 'past' ? at !== undefined : left !== right);
  const locations = (
    <CompareLocations
      mode={mode}
      left={left}
      right={right}
      at={at}
      onLeft={(id) => setQuery({ left: id })}
      onRight={(id) => setQuery({ right: id })}
      onSwap={() => setQuery({ left: right, right: left })}
      onTime={(time) => setQuery({ at: time })}
    />
  );
  return (
    <Page>
      <PageHeader
        title={t('app.title.compare')}
        actions={
          <Flex wrap="wrap" align="center" gap="8px 16px">
            <SegmentedControl
              aria-label={t('settings.compare.mode')}
              orientation={isNarrow ? 'vertical' : 'horizontal'}
              fullWidth={isNarrow}
              w={{ base: '100%', sm: 'auto' }}
              data={compareModes.map((value) => ({
                value,
                label: t(`settings.compare.mode.${value}`),
                disabled: value === 'parent' && leftNode !== undefined && !parent,
              }))}
              value={mode}
              onChange={(next) => setQuery({ mode: next === 'two' ? undefined : next, at: undefined })}
            />
            <Switch
              label={t('settings.compare.onlyDifferences')}
              checked={!showsAll}
              onChange={({ currentTarget }) => setShowsAll(!currentTarget.checked)}
            />
          </Flex>
        }
      />
      {isComplete ? (
        <LoadedComparison
          key={`${left} ${right} ${at ?? ''}`}
          left={left}
          right={right}
          at={at}
          showsAll={showsAll}
          locations={locations}
        />
      ) : (
        <PageBody>
          {locations}
          <EmptyState
            illustration="search"
            title={t(
              left && left === right && mode !== 'past' ? 'settings.compare.same' : `settings.compare.choose.${mode}`,
            )}
          />
        </PageBody>
      )}
    </Page>
  );
}

type LoadedProps = {
  left: NodeId;
  right: NodeId;
  at: string | undefined;
  showsAll: boolean;
  locations: ReactNode;
};

function LoadedComparison({ left, right, at, showsAll, locations }: LoadedProps) {
  const t = useT();
  const areas = [...new Set(viewableSections().map((name) => sectionOf(name).area))];
  const sides = useQueries({
    queries: [
      ...areas.map((area) => ({ ...areaQuery(left, area, at), meta: errorShownByScreen })),
      ...areas.map((area) => ({ ...areaQuery(right, area), meta: errorShownByScreen })),
    ],
  });
  const failed = sides.find(({ error }) => error);
  const isLoading = sides.some(({ data }) => !data);
  const waiting = useDelayed(isLoading && !failed);
  if (failed?.error)
    return (
      <PageBody>
        {locations}
        <LoadError
          title={t('settings.failed')}
          error={failed.error}
          onRetry={() => sides.forEach(({ error, refetch }) => error && void refetch())}
        />
      </PageBody>
    );
  if (isLoading)
    return (
      <PageBody>
        {locations}
        {waiting && <FormSkeleton sections={3} />}
      </PageBody>
    );
  const statesOf = (start: number): SectionState[] =>
    inIndexOrder(sides.slice(start, start + areas.length).flatMap(({ data }) => data ?? []));
  return (
    <ComparisonForm
      left={statesOf(0)}
      right={statesOf(areas.length)}
      isLeftPast={at !== undefined}
      locations={locations}
      locationDetails={left !== right && <ComparedDetails left={left} right={right} showsAll={showsAll} />}
      showsAll={showsAll}
    />
  );
}
