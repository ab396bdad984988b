import type { Role } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, formatNumber, errorMessage, useT } from '../platform/text/i18n.ts';
import { Details } from '../ui/page/details.tsx';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { Muted } from '../ui/muted.tsx';
import { LinesSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { AccessRightsGrid } from './access-rights-grid.tsx';
import { allRightsQuery } from './queries.ts';
import { rightNames } from './role-fields.ts';
import { userCountText } from './role-user-count.ts';
import { RoleStatus } from './role-status.tsx';
import { UnknownRights } from './unknown-rights.tsx';

/** Read-only view of a role. */
export function RoleView({ role }: { role: Role }) {
  const t = useT();
  const { name, description, level, status, heldBeyond, rightCount, fixedBecause, unknownRights } = role;
  const unset = <Muted>{t('roles.field.unset')}</Muted>;
  return (
    <>
      <FormSection title={t('roles.section.details')} text={t('roles.section.detailsText')}>
        <FullWidth>
          <Details
            rows={[
              { label: t('roles.field.name'), value: name },
              { label: t('roles.field.description'), value: description || unset },
              { label: t('roles.field.level'), value: t(`ui.level.${level}`) },
              { label: t('roles.field.status'), value: <RoleStatus status={status} /> },
              {
                label: t('roles.field.users'),
                value:
                  heldBeyond > 0
                    ? `${userCountText(role, t)} · ${t('roles.count.outsideScope', { count: heldBeyond, shown: formatNumber(heldBeyond) })}`
                    : userCountText(role, t),
              },
              { label: t('roles.field.created'), value: formatDateTime(role.createdDate) },
              { label: t('roles.field.changed'), value: formatDateTime(role.updatedDate) },
              ...(fixedBecause ? [{ label: t('roles.field.readOnly'), value: errorMessage(fixedBecause) }] : []),
            ]}
          />
        </FullWidth>
      </FormSection>
      <FormSection
        title={t('roles.section.rights')}
        text={t('roles.count.rights', { count: rightCount, shown: formatNumber(rightCount) })}
      >
        <FullWidth>
          <GrantedRights role={role} />
        </FullWidth>
        {unknownRights.length > 0 && (
          <FullWidth>
            <UnknownRights rights={unknownRights} selected={unknownRights} />
          </FullWidth>
        )}
      </FormSection>
    </>
  );
}

function GrantedRights({ role }: { role: Role }) {
  const { data } = useQuery(allRightsQuery());
  const showSkeleton = useDelayed(!data);
  if (!data) return showSkeleton ? <LinesSkeleton rows={8} /> : null;
  return <AccessRightsGrid modules={data} value={rightNames(role.modules)} />;
}
