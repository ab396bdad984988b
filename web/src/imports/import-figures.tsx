import { Box, Flex, Text } from '@mantine/core';
import { type ImportRun, isInProgress } from '@storeward/contract/imports';
import { formatNumber } from '../platform/text/i18n.ts';
import { ProgressBar, SegmentedBar } from '../ui/page/progress-bar.tsx';
import type { ImportSubject } from './import-subject.ts';
import { isPlan, useImportPhrases } from './import-labels.ts';

/** Counts of an import by outcome, with its progress. */
export function ImportFigures({ run, subject }: { run: ImportRun; subject: ImportSubject }) {
  const t = useImportPhrases(subject);
  const { state, created, updated, unchanged, wrong, undone, kept, done, toDo } = run;
  const tense = isPlan(run) ? 'will' : 'did';
  const isUndone = state === 'undoing' || undone + kept > 0;
  const figures = isUndone
    ? [
        { key: 'undone', count: undone, label: t('imports.figure.undone') },
        { key: 'kept', count: kept, label: t('imports.figure.kept'), bad: kept > 0 },
      ]
    : [
        // rows made by the server (bulk changes) never create records
        ...(run.task ? [] : [{ key: 'created', count: created, label: t(`imports.figure.${tense}.created`) }]),
        { key: 'updated', count: updated, label: t(`imports.figure.${tense}.updated`) },
        { key: 'unchanged', count: unchanged, label: t('imports.figure.unchanged') },
        { key: 'wrong', count: wrong, label: t('imports.figure.wrong'), bad: wrong > 0 },
      ];
  return (
    <Box px="var(--page-pad)" pt="lg" pb="md">
      <Flex component="dl" wrap="wrap" gap="12px 48px" mb="md">
        {figures.map(({ key, count, label, bad }) => (
          <Flex key={key} direction="column-reverse" flex={{ base: '1 1 40%', sm: 'none' }}>
            <Text component="dt" size="label" c="dimmed">
              {label}
            </Text>
            <Text
              component="dd"
              fz="var(--text-24)"
              lh="var(--line-24)"
              lts="-0.02em"
              fw="var(--weight-medium)"
              c={bad ? 'danger' : 'bright'}
            >
              {formatNumber(count)}
            </Text>
          </Flex>
        ))}
      </Flex>
      {isInProgress(state) ? (
        <>
          <ProgressBar label={t(`imports.state.${state}`)} done={done} total={toDo} />
          <Text size="label" c="dimmed" mt="xs">
            {t('imports.run.progress', { done: formatNumber(done), total: formatNumber(toDo) })}
          </Text>
        </>
      ) : isUndone ? (
        <SegmentedBar
          segments={[
            { key: 'undone', share: undone, tone: 'main' },
            { key: 'kept', share: kept, tone: 'error' },
          ]}
        />
      ) : (
        <SegmentedBar
          segments={[
            { key: 'created', share: created, tone: 'main' },
            { key: 'updated', share: updated, tone: 'soft' },
            { key: 'unchanged', share: unchanged, tone: 'rest' },
            { key: 'wrong', share: wrong, tone: 'error' },
          ]}
        />
      )}
    </Box>
  );
}
