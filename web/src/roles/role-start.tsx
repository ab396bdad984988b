import { Select } from '@mantine/core';
import type { NodeType } from '@storeward/contract/access';
import { readyRoles } from '@storeward/contract/ready-roles';
import { type RoleId } from '@storeward/contract/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useT } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { FormSection, Wide } from '../ui/form.tsx';
import { AnyRolePicker } from './any-role-picker.tsx';
import { oneRole } from './queries.ts';
import { rightsOf } from './role-fields.ts';
import classes from './role-start.module.css';

/** What a new role begins with. */
export type Start = {
  /** What it was taken from. */
  readonly called: string;
  readonly name?: string;
  readonly description: string;
  readonly level: NodeType;
  readonly rights: readonly string[];
};

type Props = {
  levels: readonly NodeType[];
  /** What was taken over last, and how many of its rights were left out. */
  begun: { name: string; left: number } | undefined;
  onStart: (start: Start) => void;
};

/** Offers what a new role can begin with: a ready-made one, or another one that is there. */
export function RoleStart({ levels, begun, onStart }: Props) {
  const t = useT();
  const client = useQueryClient();
  const ready = readyRoles.filter(({ level }) => levels.includes(level));
  async function copy(id: RoleId) {
    const { name, description, level, modules } = await client.query(oneRole(id));
    onStart({ called: name, description, level, rights: rightsOf(modules) });
  }
  return (
    <FormSection title={t('roles.start.title')} text={t('roles.start.text')}>
      <Select
        label={t('roles.start.ready')}
        placeholder={t('roles.start.choose')}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        data={ready.map(({ key }) => ({ value: key, label: t(`roles.ready.${key}`) }))}
        onChange={(key) => {
          const found = ready.find((role) => role.key === key);
          if (!found) return;
          const name = t(`roles.ready.${found.key}`);
          onStart({ ...found, called: name, name, description: t(`roles.readyText.${found.key}`) });
        }}
      />
      {may(['LIST_ROLES']) && may(['VIEW_ROLE']) && (
        <AnyRolePicker label={t('roles.start.other')} onChoose={({ id }) => void copy(id)} />
      )}
      {begun && (
        <Wide>
          <p role="status" className={classes.begun}>
            {t('roles.start.done', { name: begun.name })}
            {begun.left > 0 && ` ${t('roles.start.left', { count: begun.left })}`}
          </p>
        </Wide>
      )}
    </FormSection>
  );
}
