import { Button, Flex } from '@mantine/core';
import type { Organisation } from '@storeward/contract/organisations';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission, useSession } from '../platform/session/session.ts';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { Link } from '../ui/page/link.tsx';

/** Links of a platform user to the users, roles, structure and audit of an organisation. */
export function OrganisationLinks({ organisation: { id } }: { organisation: Organisation }) {
  const t = useT();
  const isPlatformUser = useSession().user?.rootNode === 'GLOBAL';
  const links = [
    { permissions: ['LIST_USERS'], href: `/users?orgId=${id}`, label: t('organisations.links.users') },
    { permissions: ['LIST_ROLES'], href: `/roles?orgId=${id}`, label: t('organisations.links.roles') },
    { permissions: ['VIEW_NODE'], href: `/structure/${id}/view`, label: t('organisations.links.structure') },
    {
      permissions: ['VIEW_USER', 'VIEW_NODE'],
      href: `/audit-trail?orgId=${id}`,
      label: t('organisations.links.audit'),
    },
  ] as const;
  const shown = links.filter(({ permissions }) => hasPermission(permissions, 'all'));
  if (!isPlatformUser || shown.length === 0) return null;
  return (
    <FormSection title={t('organisations.links.title')} text={t('organisations.links.text')}>
      <FullWidth>
        <Flex gap="xs" wrap="wrap">
          {shown.map(({ href, label }) => (
            <Button key={href} component={Link} href={href} variant="default">
              {label}
            </Button>
          ))}
        </Flex>
      </FullWidth>
    </FormSection>
  );
}
