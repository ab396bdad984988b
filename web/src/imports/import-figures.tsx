import { type ImportRun, isMoving } from '@storeward/contract/imports';
import { formatNumber } from '../platform/i18n.ts';
import { ProgressBar, ShareBar } from '../ui/progress-bar.tsx';
import classes from './import-figures.module.css';
import type { ImportSubject } from './import-subject.ts';
import { isPlan, useWords } from './import-words.ts';

/** What a file comes to in four figures, and how far it is while it goes on. */
export function ImportFigures({ run, subject }: { run: ImportRun; subject: ImportSubject }) {
  const t = useWords(subject);
  const { state, created, updated, unchanged, wrong, undone, kept, done, toDo } = run;
  const tense = isPlan(run) ? 'will' : 'did';
  const takenBack = state === 'undoing' || undone + kept > 0;
  const figures = takenBack
    ? [
        { key: 'undone', count: undone, label: t('imports.figure.undone') },
        { key: 'kept', count: kept, label: t('imports.figure.kept'), bad: kept > 0 },
      ]
    : [
        // where the server has made the rows itself, nothing new comes of them
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
      {isMoving(state) ? (
        <>
          <ProgressBar label={t(`imports.state.${state}`)} done={done} total={toDo} />
          <p className={classes.progress}>
            {t('imports.run.progress', { done: formatNumber(done), total: formatNumber(toDo) })}
          </p>
        </>
      ) : takenBack ? (
        <ShareBar
          parts={[
            { key: 'undone', share: undone, tone: 'main' },
            { key: 'kept', share: kept, tone: 'error' },
          ]}
        />
      ) : (
        <ShareBar
          parts={[
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
