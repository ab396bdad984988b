import type { Role } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { formatMoment, formatNumber, sayError, useT } from '../platform/i18n.ts';
import { Details } from '../ui/details.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { AccessRightsGrid } from './access-rights-grid.tsx';
import { everyRight } from './queries.ts';
import { rightsOf } from './role-fields.ts';
import { heldBy } from './role-figures.ts';
import { RoleStatus } from './role-status.tsx';
import classes from './role-view.module.css';
import { UnknownRights } from './unknown-rights.tsx';

/** All that is known of a role, to be read. */
export function RoleView({ role }: { role: Role }) {
  const t = useT();
  const { name, description, level, status, heldBeyond, rightCount, fixedBecause, unknownRights } = role;
  const unset = <span className={classes.unset}>{t('roles.field.unset')}</span>;
  return (
    <>
      <FormSection title={t('roles.section.details')} text={t('roles.section.detailsText')}>
        <Wide>
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
                    ? `${heldBy(role, t)} · ${t('roles.figure.beyond', { count: heldBeyond, shown: formatNumber(heldBeyond) })}`
                    : heldBy(role, t),
              },
              { label: t('roles.field.created'), value: formatMoment(role.createdDate) },
              { label: t('roles.field.changed'), value: formatMoment(role.updatedDate) },
              ...(fixedBecause ? [{ label: t('roles.field.fixed'), value: sayError(fixedBecause) }] : []),
            ]}
          />
        </Wide>
      </FormSection>
      <FormSection
        title={t('roles.section.rights')}
        text={t('roles.figure.rights', { count: rightCount, shown: formatNumber(rightCount) })}
      >
        <Wide>
          <HeldRights role={role} />
        </Wide>
        {unknownRights.length > 0 && (
          <Wide>
            <UnknownRights rights={unknownRights} kept={unknownRights} />
          </Wide>
        )}
      </FormSection>
    </>
  );
}

function HeldRights({ role }: { role: Role }) {
  const { data } = useQuery(everyRight());
  const waiting = useDelayed(!data);
  if (!data) return waiting ? <LinesSkeleton rows={8} /> : null;
  return <AccessRightsGrid modules={data} value={rightsOf(role.modules)} />;
}
