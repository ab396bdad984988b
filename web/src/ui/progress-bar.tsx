import classes from './progress-bar.module.css';

type Segment = { key: string; share: number; tone: 'main' | 'soft' | 'rest' | 'error' };

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
      <span className={classes.segment} data-tone="main" style={{ flexGrow: done }} />
      <span style={{ flexGrow: Math.max(0, total - done) }} />
    </div>
  );
}

/** Bar of proportional segments without labels. */
export function SegmentedBar({ segments }: { segments: readonly Segment[] }) {
  return (
    <div className={classes.bar} aria-hidden>
      {segments
        .filter(({ share }) => share > 0)
        .map(({ key, share, tone }) => (
          <span key={key} className={classes.segment} data-tone={tone} style={{ flexGrow: share }} />
        ))}
    </div>
  );
}
