import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import classes from './page-header.module.css';

type Crumb = { label: string; href?: string };

type Props = {
  title: ReactNode;
  crumbs?: Crumb[];
  crumbsLabel?: string;
  media?: ReactNode;
  tag?: ReactNode;
  status?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  tabs?: ReactNode;
};

/** Page header: title, breadcrumbs, status, actions and tabs. */
export function PageHeader({ title, crumbs, crumbsLabel, media, tag, status, description, actions, tabs }: Props) {
  return (
    <header className={classes.header} data-tabs={Boolean(tabs) || undefined}>
      <div className={classes.row}>
        {media}
        <div className={classes.text}>
          <div className={classes.line}>
            <h1 className={classes.title}>{title}</h1>
            {tag}
            {status}
          </div>
          {crumbs && crumbs.length > 0 && <Crumbs crumbs={crumbs} label={crumbsLabel} title={title} />}
          {description && <p className={classes.description}>{description}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {tabs && <div className={classes.tabs}>{tabs}</div>}
    </header>
  );
}

/** Breadcrumbs, outermost first. */
export function Crumbs({ crumbs, label, title }: { crumbs: Crumb[]; label?: string | undefined; title?: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ol className={classes.crumbs}>
        {crumbs.map(({ label: crumbLabel, href }, index) => (
          <li key={`${index} ${crumbLabel}`} data-title={crumbLabel === title || undefined}>
            {index > 0 && <Icon name="chevron-right" size={12} />}
            {href ? (
              <Link href={href} title={crumbLabel}>
                {crumbLabel}
              </Link>
            ) : (
              <span title={crumbLabel}>{crumbLabel}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
