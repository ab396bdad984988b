import { Checkbox, UnstyledButton } from '@mantine/core';
import { normalised } from '@storeward/contract/fields';
import type { RoleModule } from '@storeward/contract/roles';
import { type KeyboardEvent, useId, useState } from 'react';
import { useConfiguration } from '../platform/configuration.ts';
import { formatNumber, useT } from '../platform/i18n.ts';
import { moduleName } from '../platform/module-names.ts';
import { rightName } from '../platform/right-names.ts';
import { Icon } from '../ui/icon.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Tag } from '../ui/tag.tsx';
import classes from './access-rights-grid.module.css';
import { groupsOf, type RightGroup } from './right-groups.ts';

type Right = RoleModule['accessRights'][number];

type Props = {
  /** Every right that is shown, module by module. */
  modules: readonly RoleModule[];
  /** The names of the rights that are ticked. */
  value: readonly string[];
  /** Those that are stored, so that what has changed can be marked. */
  stored?: readonly string[];
  /** Takes over another choice; without it the rights are only looked at. */
  onChange?: (rights: string[]) => void;
  error?: string | undefined;
};

/** The rights of a role, module by module: each in plain words with the permission it brings, found by any part of either. */
export function AccessRightsGrid({ modules, value, stored, onChange, error }: Props) {
  const t = useT();
  const [search, setSearch] = useState('');
  // what was ticked when the others were put aside stays in sight, so that it can be ticked again
  const [wasTicked, setWasTicked] = useState(onChange ? undefined : new Set<string>());
  const onlyTicked = wasTicked !== undefined;
  const [folded, setFolded] = useState<Readonly<Record<string, boolean>>>({});
  const ticked = new Set(value);
  const all = modules.flatMap(({ accessRights }) => accessRights);
  const words = normalised(search).split(/\s+/).filter(Boolean);
  const isShown = (right: Right) => {
    const text = normalised(`${rightName(right.shortName, t)} ${right.shortName} ${right.associatePermission}`);
    return (
      words.every((word) => text.includes(word)) &&
      (!onlyTicked || ticked.has(right.shortName) || wasTicked.has(right.shortName))
    );
  };
  const shown = modules
    .map((module) => ({ ...module, found: module.accessRights.filter(isShown) }))
    .filter(({ found }) => found.length > 0);

  function set(rights: readonly Right[], on: boolean) {
    const names = new Set(rights.map(({ shortName }) => shortName));
    // in the order in which they are shown, so that ticking and unticking is no change
    onChange?.(
      all
        .filter(({ shortName }) => (names.has(shortName) ? on : ticked.has(shortName)))
        .map(({ shortName }) => shortName),
    );
  }

  return (
    <div className={classes.grid}>
      <div className={classes.tools}>
        <SearchField
          value={search}
          onSearch={setSearch}
          delay={100}
          label={t('roles.rights.search')}
          clearLabel={t('ui.search.clear')}
        />
        <Checkbox
          label={t('roles.rights.onlyTicked')}
          checked={onlyTicked}
          onChange={(event) => setWasTicked(event.currentTarget.checked ? new Set(onChange ? value : []) : undefined)}
        />
        <span role="status" className={classes.count}>
          {countText()}
        </span>
      </div>
      {error && <p className={classes.error}>{error}</p>}
      {shown.length === 0 && <p className={classes.nothing}>{t('roles.rights.nothing')}</p>}
      {shown.map((module) => (
        <ModuleRights
          key={module.shortName}
          module={module}
          found={module.found}
          ticked={ticked}
          stored={stored && new Set(stored)}
          open={words.length > 0 || onlyTicked || isOpen(module)}
          onFold={() => setFolded({ ...folded, [module.shortName]: isOpen(module) })}
          {...(onChange && { onSet: set })}
        />
      ))}
    </div>
  );

  function isOpen({ shortName, accessRights }: RoleModule): boolean {
    return !(folded[shortName] ?? (shortName !== 'om' && !accessRights.some((right) => ticked.has(right.shortName))));
  }

  function countText() {
    const count = all.filter(({ shortName }) => ticked.has(shortName)).length;
    const figures = t('roles.rights.count', { shown: formatNumber(count), all: formatNumber(all.length) });
    const added = stored ? value.filter((right) => !stored.includes(right)).length : 0;
    const removed = stored ? stored.filter((right) => !ticked.has(right)).length : 0;
    return added + removed > 0 ? `${figures} · ${t('roles.rights.changes', { added, removed })}` : figures;
  }
}

type ModuleProps = {
  module: RoleModule;
  found: readonly Right[];
  ticked: ReadonlySet<string>;
  stored: ReadonlySet<string> | undefined;
  open: boolean;
  onFold: () => void;
  onSet?: (rights: readonly Right[], on: boolean) => void;
};

/** One module with its rights, which can be folded away, and ticked all at once. */
function ModuleRights({ module, found, ticked, stored, open, onFold, onSet }: ModuleProps) {
  const t = useT();
  const id = useId();
  const configuration = useConfiguration();
  const name = moduleName(module.shortName, configuration);
  const count = module.accessRights.filter(({ shortName }) => ticked.has(shortName)).length;
  const foundTicked = found.filter(({ shortName }) => ticked.has(shortName)).length;
  return (
    <section className={classes.module} aria-labelledby={id}>
      <div className={classes.head}>
        <UnstyledButton className={classes.fold} aria-expanded={open} onClick={onFold}>
          <Icon name={open ? 'chevron-down' : 'chevron-right'} size={16} />
          <span id={id} className={classes.moduleName}>
            {name}
            {module.shortName === 'om' && <span className={classes.quiet}> · {t('roles.module.om')}</span>}
          </span>
          <span className={classes.figures}>
            {t('roles.rights.of', { shown: formatNumber(count), all: formatNumber(module.accessRights.length) })}
          </span>
        </UnstyledButton>
        {onSet && (
          <Checkbox
            aria-label={t('roles.rights.wholeModule', { module: name })}
            checked={foundTicked === found.length}
            indeterminate={foundTicked > 0 && foundTicked < found.length}
            onChange={() => onSet(found, foundTicked < found.length)}
          />
        )}
      </div>
      {open && (
        <div className={classes.body} onKeyDown={moveBetweenRights}>
          {groupsOf(found).map((group) => (
            <Group
              key={group.subject ?? ''}
              name={name}
              group={group}
              ticked={ticked}
              stored={stored}
              {...(onSet && { onSet })}
            />
          ))}
        </div>
      )}
    </section>
  );
}

type GroupProps = Pick<ModuleProps, 'ticked' | 'stored' | 'onSet'> & { name: string; group: RightGroup<Right> };

/** Rights that belong together. */
function Group({ name, group: { subject, rights }, ticked, stored, onSet }: GroupProps) {
  const t = useT();
  const label = subject ? t(`roles.subject.${subject}`) : name;
  const all = rights.every(({ shortName }) => ticked.has(shortName));
  return (
    <div
      role="group"
      aria-label={label}
      className={classes.group}
      onKeyDown={(event) => {
        if (event.key !== ' ' || !event.shiftKey || !onSet) return;
        event.preventDefault();
        onSet(rights, !all);
      }}
    >
      {subject && <h4 className={classes.subject}>{label}</h4>}
      <div className={classes.rights}>
        {rights.map((right) => (
          <OneRight
            key={right.shortName}
            right={right}
            on={ticked.has(right.shortName)}
            was={stored?.has(right.shortName)}
            {...(onSet && { onSet: (on: boolean) => onSet([right], on) })}
          />
        ))}
      </div>
    </div>
  );
}

type RightProps = { right: Right; on: boolean; was: boolean | undefined; onSet?: (on: boolean) => void };

function OneRight({ right: { shortName, associatePermission }, on, was, onSet }: RightProps) {
  const t = useT();
  return (
    <Checkbox
      classNames={{
        root: classes.right ?? '',
        body: classes.line ?? '',
        inner: classes.box ?? '',
        label: classes.label ?? '',
        description: classes.brings ?? '',
      }}
      label={
        <>
          {rightName(shortName, t)}
          {was !== undefined && was !== on && (
            <>
              {' '}
              <Tag tone={on ? 'success' : 'error'}>{t(on ? 'roles.rights.added' : 'roles.rights.removed')}</Tag>
            </>
          )}
        </>
      }
      description={<code>{brokenAtLines(associatePermission || shortName)}</code>}
      checked={on}
      disabled={!onSet}
      onChange={(event) => onSet?.(event.currentTarget.checked)}
    />
  );
}

/** A long name may go on in the next line after any of its lines. */
const brokenAtLines = (name: string) => name.replaceAll('_', '_\u200b');

/** Arrows carry the focus from one right to another within its module. */
function moveBetweenRights(event: KeyboardEvent<HTMLElement>) {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:enabled')];
  const at = boxes.findIndex((box) => box === document.activeElement);
  const to = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: boxes.length - 1,
  };
  const next = at < 0 ? undefined : to[event.key as keyof typeof to];
  if (next === undefined) return;
  event.preventDefault();
  boxes[next]?.focus();
}
