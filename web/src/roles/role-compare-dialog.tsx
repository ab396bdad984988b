import { Modal } from '@mantine/core';
import { modulesOf } from '@storeward/contract/modules';
import type { RoleId, RoleRow } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfiguration } from '../platform/configuration.ts';
import { formatNumber, useT } from '../platform/i18n.ts';
import { moduleName } from '../platform/module-names.ts';
import { permissionLabel } from '../platform/permission-labels.ts';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { AnyRolePicker } from './any-role-picker.tsx';
import { roleQuery } from './queries.ts';
import classes from './role-compare-dialog.module.css';
import { rightNames } from './role-fields.ts';

type Props = { role: Pick<RoleRow, 'id' | 'name'>; opened: boolean; onClose: () => void };

/** Compares the rights of two roles in three columns: only left, both, only right. */
export function RoleCompareDialog({ role, opened, onClose }: Props) {
  const t = useT();
  const [right, setRight] = useState<Pick<RoleRow, 'id' | 'name'>>();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('roles.compare.title', { name: role.name })}
      size="55rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <div className={classes.body}>
        <AnyRolePicker label={t('roles.compare.with')} excludeId={role.id} onSelect={setRight} />
        {right && <Comparison key={right.id} left={role} right={right} />}
      </div>
    </Modal>
  );
}

type RoleRef = Pick<RoleRow, 'id' | 'name'>;

function Comparison({ left, right }: { left: RoleRef; right: RoleRef }) {
  const t = useT();
  const [leftRights, rightRights] = [useRightNames(left.id), useRightNames(right.id)];
  const showSkeleton = useDelayed(!leftRights || !rightRights);
  if (!leftRights || !rightRights) return showSkeleton ? <LinesSkeleton rows={6} /> : null;
  const shared = leftRights.filter((right) => rightRights.includes(right));
  return (
    <div className={classes.columns}>
      <RightList
        title={t('roles.compare.only', { name: left.name })}
        rights={leftRights.filter((right) => !shared.includes(right))}
      />
      <RightList title={t('roles.compare.both')} rights={shared} />
      <RightList
        title={t('roles.compare.only', { name: right.name })}
        rights={rightRights.filter((right) => !shared.includes(right))}
      />
    </div>
  );
}

function useRightNames(id: RoleId): string[] | undefined {
  const { data } = useQuery(roleQuery(id));
  return data && rightNames(data.modules);
}

function RightList({ title, rights }: { title: string; rights: readonly string[] }) {
  const t = useT();
  const configuration = useConfiguration();
  return (
    <section className={classes.column}>
      <h3 className={classes.title}>
        {title} <span className={classes.count}>{formatNumber(rights.length)}</span>
      </h3>
      {rights.length === 0 && <p className={classes.count}>{t('roles.compare.none')}</p>}
      {modulesOf(rights).map(({ shortName, accessRights }) => (
        <div key={shortName}>
          <h4 className={classes.module}>{moduleName(shortName, configuration)}</h4>
          <ul className={classes.rights}>
            {accessRights.map((right) => (
              <li key={right.shortName}>{permissionLabel(right.shortName, t)}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
