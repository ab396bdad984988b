import classes from './filter-chip.module.css';
import { IconButton } from './icon-button.tsx';

type Props = { label: string; value: string; clear: { label: string; onClear: () => void } };

/** An active list filter with a button to clear it. */
export function FilterChip({ label, value, clear }: Props) {
  return (
    <span className={classes.chip}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{value}</span>
      <IconButton small icon="x" label={clear.label} onClick={clear.onClear} />
    </span>
  );
}
