import classes from './progress-bar.module.css';

type Part = { key: string; share: number; tone: 'main' | 'soft' | 'rest' | 'error' };

/** How far something is, with its words for those who do not see it. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(done, total)}
    >
      <span className={classes.part} data-tone="main" style={{ flexGrow: done }} />
      <span style={{ flexGrow: Math.max(0, total - done) }} />
    </div>
  );
}

/** What a whole is made of, part beside part; what the parts are called stands elsewhere. */
export function ShareBar({ parts }: { parts: readonly Part[] }) {
  return (
    <div className={classes.bar} aria-hidden>
      {parts
        .filter(({ share }) => share > 0)
        .map(({ key, share, tone }) => (
          <span key={key} className={classes.part} data-tone={tone} style={{ flexGrow: share }} />
        ))}
    </div>
  );
}
