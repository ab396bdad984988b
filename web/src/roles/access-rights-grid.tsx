import { Box, Checkbox, Flex, Group, SimpleGrid, Text, Title, UnstyledButton } from '@mantine/core';
import { matchesSearch } from '@storeward/contract/search';
import type { RoleModule } from '@storeward/contract/roles';
import { type KeyboardEvent, useId, useState } from 'react';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { useModuleNames } from '../platform/text/module-names.ts';
import { permissionLabel } from '../platform/text/permission-labels.ts';
import { Icon } from '../ui/icon.tsx';
import { SearchField } from '../ui/list/search-field.tsx';
import { Tag } from '../ui/tag.tsx';
import classes from './access-rights-grid.module.css';
import { groupRights, type RightGroup } from './right-groups.ts';

type Right = RoleModule['accessRights'][number];

type Props = {
  modules: readonly RoleModule[];
  value: readonly string[];
  /** Stored rights; differences from `value` are marked. */
  stored?: readonly string[];
  /** Read-only without it. */
  onChange?: (rights: string[]) => void;
  error?: string | undefined;
};

/** Rights of a role by module, with search, collapsible modules and bulk selection. */
export function AccessRightsGrid({ modules, value, stored, onChange, error }: Props) {
  const t = useT();
  const moduleName = useModuleNames();
  const [search, setSearch] = useState('');
  // rights selected when the filter was switched on stay visible, so that they can be selected again
  const [selectedBeforeFilter, setSelectedBeforeFilter] = useState(onChange ? undefined : new Set<string>());
  const onlySelected = selectedBeforeFilter !== undefined;
  const [collapsed, setCollapsed] = useState<Readonly<Record<string, boolean>>>({});
  const selected = new Set(value);
  const all = modules.flatMap(({ accessRights }) => accessRights);
  const isVisible = (right: Right) =>
    matchesSearch(search, permissionLabel(right.shortName, t), right.shortName, right.associatePermission) &&
    (!onlySelected || selected.has(right.shortName) || selectedBeforeFilter.has(right.shortName));
  const visibleModules = modules
    .map((module) => ({ ...module, visibleRights: module.accessRights.filter(isVisible) }))
    .filter(({ visibleRights }) => visibleRights.length > 0);

  function setRights(rights: readonly Right[], isSelected: boolean) {
    const names = new Set(rights.map(({ shortName }) => shortName));
    // in display order, so that selecting and deselecting a right is not a change
    onChange?.(
      all
        .filter(({ shortName }) => (names.has(shortName) ? isSelected : selected.has(shortName)))
        .map(({ shortName }) => shortName),
    );
  }

  return (
    <div className={classes.grid}>
      <Group gap="8px 16px" mb="sm">
        <SearchField
          value={search}
          onSearch={setSearch}
          delay={100}
          label={t('roles.rights.search')}
          clearLabel={t('ui.search.clear')}
        />
        <Checkbox
          label={t('roles.rights.onlySelected')}
          checked={onlySelected}
          onChange={(event) =>
            setSelectedBeforeFilter(event.currentTarget.checked ? new Set(onChange ? value : []) : undefined)
          }
        />
        <Text role="status" span size="label" c="dimmed" ms="auto">
          {countText()}
        </Text>
      </Group>
      {error && (
        <Text size="xs" c="danger" mb="xs">
          {error}
        </Text>
      )}
      {visibleModules.length === 0 && (
        <Text c="dimmed" py="xl">
          {t('roles.rights.nothingFound')}
        </Text>
      )}
      {visibleModules.map((module) => (
        <ModuleRights
          key={module.shortName}
          module={module}
          name={moduleName(module.shortName)}
          visibleRights={module.visibleRights}
          selected={selected}
          stored={stored && new Set(stored)}
          open={search.trim() !== '' || onlySelected || isOpen(module)}
          onToggle={() => setCollapsed({ ...collapsed, [module.shortName]: isOpen(module) })}
          {...(onChange && { onSet: setRights })}
        />
      ))}
    </div>
  );

  function isOpen({ shortName, accessRights }: RoleModule): boolean {
    return !(
      collapsed[shortName] ??
      (shortName !== 'om' && !accessRights.some((right) => selected.has(right.shortName)))
    );
  }

  function countText() {
    const count = all.filter(({ shortName }) => selected.has(shortName)).length;
    const text = t('roles.rights.count', { shown: formatNumber(count), all: formatNumber(all.length) });
    const added = stored ? value.filter((right) => !stored.includes(right)).length : 0;
    const removed = stored ? stored.filter((right) => !selected.has(right)).length : 0;
    return added + removed > 0 ? `${text} · ${t('roles.rights.changes', { added, removed })}` : text;
  }
}

type ModuleProps = {
  module: RoleModule;
  name: string;
  visibleRights: readonly Right[];
  selected: ReadonlySet<string>;
  stored: ReadonlySet<string> | undefined;
  open: boolean;
  onToggle: () => void;
  onSet?: (rights: readonly Right[], isSelected: boolean) => void;
};

function ModuleRights({ module, name, visibleRights, selected, stored, open, onToggle, onSet }: ModuleProps) {
  const t = useT();
  const id = useId();
  const count = module.accessRights.filter(({ shortName }) => selected.has(shortName)).length;
  const selectedCount = visibleRights.filter(({ shortName }) => selected.has(shortName)).length;
  return (
    <section className={classes.module} aria-labelledby={id}>
      <Flex align="center" gap="sm" mih={44}>
        <UnstyledButton
          className={classes.toggle}
          flex={1}
          miw={0}
          py={8}
          bdrs="sm"
          aria-expanded={open}
          onClick={onToggle}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-right'} size={16} />
          <Text id={id} span fw="var(--weight-medium)" flex={1} miw={0}>
            {name}
            {module.shortName === 'om' && (
              <Text span inherit c="dimmed" fw="var(--weight-regular)">
                {' '}
                · {t('roles.module.om')}
              </Text>
            )}
          </Text>
          <Text span size="label" c="dimmed" flex="none">
            {t('roles.rights.countOf', { shown: formatNumber(count), all: formatNumber(module.accessRights.length) })}
          </Text>
        </UnstyledButton>
        {onSet && (
          <Checkbox
            aria-label={t('roles.rights.wholeModule', { module: name })}
            checked={selectedCount === visibleRights.length}
            indeterminate={selectedCount > 0 && selectedCount < visibleRights.length}
            onChange={() => onSet(visibleRights, selectedCount < visibleRights.length)}
          />
        )}
      </Flex>
      {open && (
        <Box pt={4} pb="md" ps="xl" onKeyDown={handleArrowKeys}>
          {groupRights(visibleRights).map((group) => (
            <RightGroupSection
              key={group.subject ?? ''}
              name={name}
              group={group}
              selected={selected}
              stored={stored}
              {...(onSet && { onSet })}
            />
          ))}
        </Box>
      )}
    </section>
  );
}

type GroupProps = Pick<ModuleProps, 'selected' | 'stored' | 'onSet'> & { name: string; group: RightGroup<Right> };

function RightGroupSection({ name, group: { subject, rights }, selected, stored, onSet }: GroupProps) {
  const t = useT();
  const label = subject ? t(`roles.subject.${subject}`) : name;
  const all = rights.every(({ shortName }) => selected.has(shortName));
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
      {subject && (
        <Title order={4} size="h4" mb="xs" c="dimmed">
          {label}
        </Title>
      )}
      <SimpleGrid minColWidth="min(100%, 15rem)" spacing="md" verticalSpacing={10}>
        {rights.map((right) => (
          <RightCheckbox
            key={right.shortName}
            right={right}
            isSelected={selected.has(right.shortName)}
            wasSelected={stored?.has(right.shortName)}
            {...(onSet && { onSet: (isSelected: boolean) => onSet([right], isSelected) })}
          />
        ))}
      </SimpleGrid>
    </div>
  );
}

type RightProps = {
  right: Right;
  isSelected: boolean;
  wasSelected: boolean | undefined;
  onSet?: (isSelected: boolean) => void;
};

function RightCheckbox({ right: { shortName, associatePermission }, isSelected, wasSelected, onSet }: RightProps) {
  const t = useT();
  return (
    <Checkbox
      classNames={{
        root: classes.right ?? '',
        body: classes.line ?? '',
        inner: classes.box ?? '',
        label: classes.label ?? '',
        description: classes.permission ?? '',
      }}
      label={
        <>
          {permissionLabel(shortName, t)}
          {wasSelected !== undefined && wasSelected !== isSelected && (
            <>
              {' '}
              <Tag tone={isSelected ? 'success' : 'error'}>
                {t(isSelected ? 'roles.rights.added' : 'roles.rights.removed')}
              </Tag>
            </>
          )}
        </>
      }
      description={<code>{withLineBreaks(associatePermission || shortName)}</code>}
      checked={isSelected}
      disabled={!onSet}
      onChange={(event) => onSet?.(event.currentTarget.checked)}
    />
  );
}

/** Allows line breaks after underscores (zero-width space). */
const withLineBreaks = (name: string) => name.replaceAll('_', '_\u200b');

/** Arrow keys, Home and End move the focus between the rights of a module. */
function handleArrowKeys(event: KeyboardEvent<HTMLElement>) {
  const checkboxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:enabled')];
  const index = checkboxes.findIndex((checkbox) => checkbox === document.activeElement);
  const targets = {
    ArrowDown: index + 1,
    ArrowRight: index + 1,
    ArrowUp: index - 1,
    ArrowLeft: index - 1,
    Home: 0,
    End: checkboxes.length - 1,
  };
  const next = index < 0 ? undefined : targets[event.key as keyof typeof targets];
  if (next === undefined) return;
  event.preventDefault();
  checkboxes[next]?.focus();
}
