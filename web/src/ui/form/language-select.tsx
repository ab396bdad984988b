import { Icon } from '../icon.tsx';
import classes from './language-select.module.css';

type Props<L extends string> = {
  label: string;
  languages: Readonly<Record<L, string>>;
  value: L;
  onSelect: (language: L) => void;
};

/** Language select as wide as its value, which Mantine's is not; each language is listed under its own name. */
export function LanguageSelect<L extends string>({ label, languages, value, onSelect }: Props<L>) {
  const names = Object.entries<string>(languages);
  return (
    <span className={classes.frame}>
      <Icon name="globe" size={16} />
      <select
        className={classes.select}
        aria-label={label}
        value={value}
        onChange={(event) => onSelect(event.currentTarget.value as L)}
      >
        {names.map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={14} />
    </span>
  );
}
