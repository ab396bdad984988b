import { Modal } from '@mantine/core';
import { modulesOf } from '@storeward/contract/modules';
import type { RoleId, RoleRow } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfiguration } from '../platform/configuration.ts';
import { formatNumber, useT } from '../platform/i18n.ts';
import { moduleName } from '../platform/module-names.ts';
import { rightName } from '../platform/right-names.ts';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { AnyRolePicker } from './any-role-picker.tsx';
import { oneRole } from './queries.ts';
import classes from './role-compare-dialog.module.css';
import { rightsOf } from './role-fields.ts';

type Props = { role: Pick<RoleRow, 'id' | 'name'>; opened: boolean; onClose: () => void };

/** Lays the rights of two roles side by side: those of one alone, those of both, those of the other alone. */
export function RoleCompareDialog({ role, opened, onClose }: Props) {
  const t = useT();
  const [other, setOther] = useState<Pick<RoleRow, 'id' | 'name'>>();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('roles.compare.title', { name: role.name })}
      size="55rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <div className={classes.body}>
        <AnyRolePicker label={t('roles.compare.with')} but={role.id} onChoose={setOther} />
        {other && <Comparison key={other.id} one={role} other={other} />}
      </div>
    </Modal>
  );
}

type Named = Pick<RoleRow, 'id' | 'name'>;

function Comparison({ one, other }: { one: Named; other: Named }) {
  const t = useT();
  const [here, there] = [useRights(one.id), useRights(other.id)];
  const waiting = useDelayed(!here || !there);
  if (!here || !there) return waiting ? <LinesSkeleton rows={6} /> : null;
  const both = here.filter((right) => there.includes(right));
  return (
    <div className={classes.columns}>
      <Rights
        title={t('roles.compare.only', { name: one.name })}
        rights={here.filter((right) => !both.includes(right))}
      />
      <Rights title={t('roles.compare.both')} rights={both} />
      <Rights
        title={t('roles.compare.only', { name: other.name })}
        rights={there.filter((right) => !both.includes(right))}
      />
    </div>
  );
}

function useRights(id: RoleId): string[] | undefined {
  const { data } = useQuery(oneRole(id));
  return data && rightsOf(data.modules);
}

/** Some rights under their modules. */
function Rights({ title, rights }: { title: string; rights: readonly string[] }) {
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
              <li key={right.shortName}>{rightName(right.shortName, t)}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
