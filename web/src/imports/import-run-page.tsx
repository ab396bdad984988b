import { Button, Text } from '@mantine/core';
import { type ImportRun, isInProgress } from '@storeward/contract/imports';
import { useEffect, useState } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { formatDateOrTime, formatNumber, errorMessage } from '../platform/text/i18n.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { Link, useNavigateTo } from '../ui/page/link.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Page, PageAlert, PageBody } from '../ui/page/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { NotFoundState } from '../ui/page/states.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { ImportFigures } from './import-figures.tsx';
import { ImportRowList } from './import-row-list.tsx';
import { BottomBar } from '../ui/form/save-bar.tsx';
import { BottomBarButtons } from '../ui/form/save-bar.tsx';
import type { ImportSubject } from './import-subject.ts';
import { constantsText } from './import-constant.ts';
import { stateKinds, useImportPhrases } from './import-labels.ts';
import { useImport, useImportStep } from './queries.ts';
import type { Crumb } from '../ui/page/page-header.tsx';

type Props = { id: string; subject: ImportSubject; crumbs: Crumb[] };

/** One import: plan, progress, result, and undo. */
export function ImportRunPage({ id, subject, crumbs }: Props) {
  const t = useImportPhrases(subject);
  const { data: run, error, refetch } = useImport(subject, id, errorShownByScreen);
  const waiting = useDelayed(!run && !error);
  const title = (run && subject.titleOf?.(run)) || run?.fileName || t('imports.recent.unnamed');
  useEffect(() => {
    if (run) document.title = `${title} · ${subject.texts.title}`;
  }, [run, title, subject.texts.title]);

  if (run) return <ImportRunView run={run} subject={subject} crumbs={crumbs} title={title} />;
  if (!error) return <Page>{waiting && <FormSkeleton sections={2} />}</Page>;
  return (
    <Page>
      <PageHeader title={subject.texts.title} crumbs={crumbs} crumbsLabel={t('imports.crumbs')} />
      <PageBody>
        {error instanceof ApiError && ['import.unknown', 'input.invalid'].includes(error.code) ? (
          <NotFoundState
            title={t('imports.run.notFound')}
            text={t('imports.run.notFoundText')}
            actions={
              <Button component={Link} href={subject.address}>
                {t('imports.run.all')}
              </Button>
            }
          />
        ) : (
          <LoadError title={t('imports.run.failed')} error={error} onRetry={() => void refetch()} />
        )}
      </PageBody>
    </Page>
  );
}

function ImportRunView({ run, subject, crumbs, title }: Omit<Props, 'id'> & { run: ImportRun; title: string }) {
  const t = useImportPhrases(subject);
  const { state, fault, unknownColumns, mapping, rowsUntil, derived = 0 } = run;
  const rowCount = run.rowCount - derived;
  const constants = constantsText(run, subject);
  return (
    <Page>
      <PageHeader
        title={title}
        status={<StatusDot kind={stateKinds[state]}>{t(`imports.state.${state}`)}</StatusDot>}
        crumbs={[...crumbs, { label: title }]}
        crumbsLabel={t('imports.crumbs')}
        description={t('imports.run.rows', { count: rowCount, shown: formatNumber(rowCount) })}
      />
      {state === 'failed' && fault && <PageAlert title={t('imports.run.incomplete')}>{errorMessage(fault)}</PageAlert>}
      <PageBody>
        {subject.summary?.(run)}
        <ImportFigures run={run} subject={subject} />
        {derived > 0 && (
          <Text size="label" px="var(--page-pad)" pb="md">
            {t('imports.run.derived', {
              count: derived,
              shown: formatNumber(derived),
            })}
          </Text>
        )}
        {constants && (
          <Text size="label" c="dimmed" px="var(--page-pad)" pb="md">
            {t('imports.run.constants', { values: constants })}
          </Text>
        )}
        {unknownColumns.length > 0 && (
          <Text size="label" c="dimmed" px="var(--page-pad)" pb="md">
            {t(mapping ? 'imports.columns.ignored' : 'imports.run.unknownColumns', {
              count: unknownColumns.length,
              columns: unknownColumns.join(', '),
            })}
          </Text>
        )}
        {rowsUntil ? (
          <ImportRowList subject={subject} run={run} />
        ) : (
          <Text size="label" c="dimmed" px="var(--page-pad)" pb="md">
            {t('imports.run.expired')}
          </Text>
        )}
      </PageBody>
      <ActionBar run={run} subject={subject} />
    </Page>
  );
}

type Step = 'undo' | 'discard';

/** The actions that the import's state allows. */
function ActionBar({ run, subject }: { run: ImportRun; subject: ImportSubject }) {
  const t = useImportPhrases(subject);
  const notify = useNotify();
  const navigate = useNavigateTo();
  const [pendingStep, setPendingStep] = useState<Step>();
  const { texts, address } = subject;
  const { id, can, state, created, updated, wrong, undone, kept, rowsUntil } = run;
  const start = useImportStep(subject, id, 'start');
  const stop = useImportStep(subject, id, 'stop');
  const undo = useImportStep(subject, id, 'undo');
  const discard = useImportStep(subject, id, 'discard');
  const busy = start.isPending || stop.isPending || undo.isPending || discard.isPending;
  const writes = created + updated;
  const remaining = writes - undone - kept;
  if (!Object.values(can).some(Boolean) && !isInProgress(state)) return <BackToListBar subject={subject} />;

  function handleConfirm(step: Step) {
    setPendingStep(undefined);
    if (step === 'undo') undo.mutate();
    else
      discard.mutate(undefined, {
        onSuccess: () => {
          notify.success(t('imports.step.discarded'));
          navigate(address);
        },
      });
  }

  return (
    <BottomBar>
      <Text size="label" c="dimmed" flex={1} miw={0} role="status">
        {statusText()}
      </Text>
      <BottomBarButtons>
        {can.discard && (
          <Button variant="default" disabled={busy} onClick={() => setPendingStep('discard')}>
            {t('imports.step.discard')}
          </Button>
        )}
        {can.undo && (
          <Button variant="default" disabled={busy} onClick={() => setPendingStep('undo')}>
            {t('imports.step.undo')}
          </Button>
        )}
        {can.stop && (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('imports.step.stop')}
          </Button>
        )}
        {can.start && (state !== 'ready' || writes > 0) && (
          <Button loading={start.isPending} disabled={busy} onClick={() => start.mutate()}>
            {state === 'ready' ? texts.start(writes) : t('imports.step.resume')}
          </Button>
        )}
      </BottomBarButtons>
      <ConfirmDialog
        opened={pendingStep !== undefined}
        title={pendingStep === 'discard' ? t('imports.step.discardTitle') : t('imports.step.undoTitle')}
        message={
          pendingStep === 'discard' ? (
            <FormattedMessage phrase="imports.step.discardText" />
          ) : (
            <FormattedMessage
              phrase="imports.step.undoText"
              values={{ count: remaining, shown: formatNumber(remaining) }}
            />
          )
        }
        onNo={() => setPendingStep(undefined)}
        onYes={() => pendingStep && handleConfirm(pendingStep)}
        danger
      />
    </BottomBar>
  );

  function statusText(): string {
    if (state === 'ready' && writes === 0) return t('imports.step.noChanges');
    if (state === 'ready' && wrong > 0)
      return t('imports.step.skipsRows', { count: wrong, shown: formatNumber(wrong) });
    if (can.undo && rowsUntil) return t('imports.step.undoableUntil', { day: formatDateOrTime(rowsUntil) });
    return isInProgress(state) ? t('imports.step.inProgress') : '';
  }
}

/** Shown when no action is left. */
function BackToListBar({ subject }: { subject: ImportSubject }) {
  const t = useImportPhrases(subject);
  return (
    <BottomBar>
      <Text span size="label" c="dimmed" flex={1} miw={0} />
      <BottomBarButtons>
        <Button component={Link} href={subject.address} variant="default">
          {t('imports.run.all')}
        </Button>
      </BottomBarButtons>
    </BottomBar>
  );
}
