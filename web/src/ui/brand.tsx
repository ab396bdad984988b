import classes from './brand.module.css';

/** The product logo: a shop front. */
export function BrandMark({ size = 28 }: { size?: 18 | 28 | 32 }) {
  return (
    <svg className={classes.mark} data-size={size} viewBox="0 0 32 32" aria-hidden>
      <path
        className={classes.front}
        d="M7 4h18l4 8v1a4 4 0 0 1-1.5 3.1V26a2 2 0 0 1-2 2h-19a2 2 0 0 1-2-2v-9.9A4 4 0 0 1 3 13v-1z"
      />
      <path className={classes.entrance} d="M13 20h6v8h-6z" />
      <path
        className={classes.awning}
        d="M3.4 12.5h25.2M11.7 12.7v.8a4 4 0 0 1-4.3 3.9M11.7 12.7v.8a4.3 4.3 0 0 0 8.6 0v-.8M20.3 13.5a4 4 0 0 0 4.3 3.9"
      />
    </svg>
  );
}
