import { type ImportRun, isInProgress } from '@storeward/contract/imports';
import { formatNumber } from '../platform/i18n.ts';
import { ProgressBar, SegmentedBar } from '../ui/progress-bar.tsx';
import classes from './import-figures.module.css';
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
    <div className={classes.figures}>
      <dl className={classes.row}>
        {figures.map(({ key, count, label, bad }) => (
          <div key={key} data-bad={bad || undefined}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {isInProgress(state) ? (
        <>
          <ProgressBar label={t(`imports.state.${state}`)} done={done} total={toDo} />
          <p className={classes.progress}>
            {t('imports.run.progress', { done: formatNumber(done), total: formatNumber(toDo) })}
          </p>
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
    </div>
  );
}
