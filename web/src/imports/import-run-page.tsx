import { Button } from '@mantine/core';
import { type ImportRun, isMoving } from '@storeward/contract/imports';
import { useEffect, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatCalendarDay, formatNumber, sayError } from '../platform/i18n.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Link, useNavigateTo } from '../ui/link.tsx';
import { useNotify } from '../ui/notify.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Page, PageAlert, PageBody } from '../ui/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { NotFoundState } from '../ui/states.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { ImportFigures } from './import-figures.tsx';
import { ImportRowList } from './import-row-list.tsx';
import classes from './import-run-page.module.css';
import type { ImportSubject } from './import-subject.ts';
import { stateKinds, useWords } from './import-words.ts';
import { useImport, useImportStep } from './queries.ts';

type Props = { id: string; subject: ImportSubject; crumbs: { label: string; href?: string }[] };

/** One import: what its file would do, how far it is, what it has done, and the way back. */
export function ImportRunPage({ id, subject, crumbs }: Props) {
  const t = useWords(subject);
  const { data: run, error, refetch } = useImport(subject, id, drawnHere);
  const waiting = useDelayed(!run && !error);
  const title = (run && subject.titleOf?.(run)) || run?.fileName || t('imports.past.unnamed');
  useEffect(() => {
    if (run) document.title = `${title} · ${subject.words.title}`;
  }, [run, title, subject.words.title]);

  if (run) return <OneImport run={run} subject={subject} crumbs={crumbs} title={title} />;
  if (!error) return <Page>{waiting && <FormSkeleton sections={2} />}</Page>;
  return (
    <Page>
      <PageHeader title={subject.words.title} crumbs={crumbs} crumbsLabel={t('imports.crumbs')} />
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
          <LoadFailure title={t('imports.run.failed')} fault={error} onRetry={() => void refetch()} />
        )}
      </PageBody>
    </Page>
  );
}

function OneImport({ run, subject, crumbs, title }: Omit<Props, 'id'> & { run: ImportRun; title: string }) {
  const t = useWords(subject);
  const { state, fault, unknownColumns, mapping, rowsUntil, rowCount } = run;
  return (
    <Page>
      <PageHeader
        title={title}
        status={<StatusDot kind={stateKinds[state]}>{t(`imports.state.${state}`)}</StatusDot>}
        crumbs={[...crumbs, { label: title }]}
        crumbsLabel={t('imports.crumbs')}
        description={t('imports.run.rows', { count: rowCount, shown: formatNumber(rowCount) })}
      />
      {state === 'failed' && fault && <PageAlert title={t('imports.run.stoppedShort')}>{sayError(fault)}</PageAlert>}
      <PageBody>
        {subject.about?.(run)}
        <ImportFigures run={run} subject={subject} />
        {unknownColumns.length > 0 && (
          <p className={classes.hint}>
            {t(mapping ? 'imports.columns.leftOut' : 'imports.run.unknownColumns', {
              count: unknownColumns.length,
              columns: unknownColumns.join(', '),
            })}
          </p>
        )}
        {rowsUntil ? (
          <ImportRowList subject={subject} run={run} />
        ) : (
          <p className={classes.hint}>{t('imports.run.forgotten')}</p>
        )}
      </PageBody>
      <Steps run={run} subject={subject} />
    </Page>
  );
}

type Step = 'undo' | 'discard';

/** What can be done with an import just now. */
function Steps({ run, subject }: { run: ImportRun; subject: ImportSubject }) {
  const t = useWords(subject);
  const notify = useNotify();
  const navigate = useNavigateTo();
  const [asked, setAsked] = useState<Step>();
  const { words, address } = subject;
  const { id, can, state, created, updated, wrong, undone, kept, rowsUntil } = run;
  const start = useImportStep(subject, id, 'start');
  const stop = useImportStep(subject, id, 'stop');
  const undo = useImportStep(subject, id, 'undo');
  const discard = useImportStep(subject, id, 'discard');
  const busy = start.isPending || stop.isPending || undo.isPending || discard.isPending;
  const writes = created + updated;
  const left = writes - undone - kept;
  if (!Object.values(can).some(Boolean) && !isMoving(state)) return <Onward subject={subject} />;

  function doIt(step: Step) {
    setAsked(undefined);
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
    <div className={classes.bar}>
      <p className={classes.words} role="status">
        {sayWhere()}
      </p>
      <div className={classes.buttons}>
        {can.discard && (
          <Button variant="default" disabled={busy} onClick={() => setAsked('discard')}>
            {t('imports.step.discard')}
          </Button>
        )}
        {can.undo && (
          <Button variant="default" disabled={busy} onClick={() => setAsked('undo')}>
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
            {state === 'ready' ? words.start(writes) : t('imports.step.goOn')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asked !== undefined}
        title={asked === 'discard' ? t('imports.step.discardTitle') : t('imports.step.undoTitle')}
        text={
          asked === 'discard'
            ? t('imports.step.discardText')
            : t('imports.step.undoText', { count: left, shown: formatNumber(left) })
        }
        no={{ label: t('imports.step.cancel'), onNo: () => setAsked(undefined) }}
        yes={{
          label: asked === 'discard' ? t('imports.step.discard') : t('imports.step.undo'),
          onYes: () => asked && doIt(asked),
          danger: true,
        }}
      />
    </div>
  );

  function sayWhere(): string {
    if (state === 'ready' && writes === 0) return t('imports.step.nothing');
    if (state === 'ready' && wrong > 0)
      return t('imports.step.leavesOut', { count: wrong, shown: formatNumber(wrong) });
    if (can.undo && rowsUntil) return t('imports.step.until', { day: formatCalendarDay(rowsUntil.slice(0, 10)) });
    return isMoving(state) ? t('imports.step.leave') : '';
  }
}

/** Nothing is left to do here, so it leads on. */
function Onward({ subject }: { subject: ImportSubject }) {
  const t = useWords(subject);
  return (
    <div className={classes.bar}>
      <span className={classes.words} />
      <div className={classes.buttons}>
        <Button component={Link} href={subject.address} variant="default">
          {t('imports.run.all')}
        </Button>
      </div>
    </div>
  );
}
