import { Select, Text } from '@mantine/core';
import type { NodeType } from '@storeward/contract/access';
import { roleTemplates } from '@storeward/contract/roles/role-templates';
import type { RoleId } from '@storeward/contract/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission } from '../platform/session/session.ts';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { AnyRolePicker } from './any-role-picker.tsx';
import { roleQuery } from './queries.ts';
import { rightNames } from './role-fields.ts';

/** Values that prefill a new role. */
export type RoleTemplate = {
  /** Name of the ready-made or copied role, for the confirmation. */
  readonly sourceName: string;
  readonly name?: string;
  readonly description: string;
  readonly level: NodeType;
  readonly rights: readonly string[];
};

type Props = {
  levels: readonly NodeType[];
  /** The template applied last, and how many of its rights were left out. */
  applied: { name: string; omittedCount: number } | undefined;
  onSelect: (template: RoleTemplate) => void;
};

/** Selects a ready-made role or an existing role as the template of a new one. */
export function RoleTemplatePicker({ levels, applied, onSelect }: Props) {
  const t = useT();
  const client = useQueryClient();
  const readyMade = roleTemplates.filter(({ level }) => levels.includes(level));
  const lastChosen = useRef<RoleId>(undefined);
  async function copy(id: RoleId) {
    lastChosen.current = id;
    const role = await client.query(roleQuery(id)).catch(() => undefined); // the query client reports the failure
    if (!role || lastChosen.current !== id) return;
    const { name, description, level, modules } = role;
    onSelect({ sourceName: name, description, level, rights: rightNames(modules) });
  }
  return (
    <FormSection title={t('roles.template.title')} text={t('roles.template.text')}>
      <Select
        label={t('roles.template.readyMade')}
        placeholder={t('roles.template.choose')}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        data={readyMade.map(({ key }) => ({ value: key, label: t(`roles.readyMade.${key}`) }))}
        onChange={(key) => {
          const selected = readyMade.find((role) => role.key === key);
          if (!selected) return;
          lastChosen.current = undefined;
          const name = t(`roles.readyMade.${selected.key}`);
          onSelect({ ...selected, sourceName: name, name, description: t(`roles.readyMadeText.${selected.key}`) });
        }}
      />
      {hasPermission(['LIST_ROLES']) && hasPermission(['VIEW_ROLE']) && (
        <AnyRolePicker label={t('roles.template.copyFrom')} onSelect={({ id }) => void copy(id)} />
      )}
      {applied && (
        <FullWidth>
          <Text role="status" size="label" c="dimmed">
            {t('roles.template.applied', { name: applied.name })}
            {applied.omittedCount > 0 && ` ${t('roles.template.omitted', { count: applied.omittedCount })}`}
          </Text>
        </FullWidth>
      )}
    </FormSection>
  );
}
