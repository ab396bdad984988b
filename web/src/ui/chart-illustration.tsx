import classes from './chart-illustration.module.css';

/** Placeholder illustration of a chart without data. */
export function ChartIllustration() {
  return (
    <svg className={classes.illustration} viewBox="0 0 220 120" aria-hidden>
      <path className={classes.grid} d="M8 24h204M8 56h204M8 88h204" />
      <path className={classes.bars} d="M28 112V84M60 112V70M92 112V90M124 112V58M156 112V74M188 112V44" />
      <path className={classes.area} d="M12 78c24-2 32-22 52-22s28 18 50 14 28-38 50-38 26 8 44-6v86H12z" />
      <path className={classes.line} d="M12 78c24-2 32-22 52-22s28 18 50 14 28-38 50-38 26 8 44-6" />
      <circle className={classes.dot} cx="208" cy="26" r="5" />
    </svg>
  );
}
