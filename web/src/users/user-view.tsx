import { Flex, Text } from '@mantine/core';
import { NodeType } from '@storeward/contract/access';
import type { UserRole, User } from '@storeward/contract/users';
import type { ReactNode } from 'react';
import { formatDate, formatDateOrTime, formatDateTime, useLanguage, useT } from '../platform/text/i18n.ts';
import { useModuleNames } from '../platform/text/module-names.ts';
import { Details } from '../ui/page/details.tsx';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { Muted } from '../ui/muted.tsx';
import { PageBody, PageDetails } from '../ui/page/page.tsx';
import { Permit } from '../ui/page/permit.tsx';
import { FaceConsentDetails } from './profile/face-consent.tsx';
import { Tag } from '../ui/tag.tsx';
import { AccessForm } from './access/access-form.tsx';
import { AssignmentList } from './assignments/assignment-list.tsx';
import { GrantedAssignmentSection } from './assignments/granted-assignment-list.tsx';
import { EmailNotice } from './profile/email-notice.tsx';
import { displayValue } from './user-fields.ts';
import type { UserField } from './user-fields.ts';
import { UserStatus } from './list/user-columns.tsx';
import { nodePathText } from './user-names.ts';

/** Read-only view of a user. */
export function UserView({ user, extraSections }: { user: User; extraSections?: ReactNode }) {
  return (
    <PageBody>
      <PageDetails>
        <NameSection user={user} />
        <AssignmentSection user={user} />
        <AssignmentList user={user} />
        <GrantedAssignmentSection user={user} />
        <SignInSection user={user} />
        <RecordSection user={user} />
        {user.rootNodeId && <AccessForm user={user} />}
        {extraSections}
      </PageDetails>
    </PageBody>
  );
}

type SectionProps = { user: User };

function NameSection({ user }: SectionProps) {
  const t = useT();
  const [locale] = useLanguage();
  const fieldValue = (field: UserField) => <ValueOrNone>{displayValue(field, user[field], locale)}</ValueOrNone>;
  return (
    <FormSection title={t('users.section.person')} text={t('users.section.personText')}>
      <FullWidth>
        <Details
          rows={[
            { label: t('users.field.firstName'), value: fieldValue('firstName') },
            { label: t('users.field.lastName'), value: fieldValue('lastName') },
            { label: t('users.field.shortName'), value: <ValueOrNone>{user.shortName}</ValueOrNone> },
            {
              label: t('users.field.email'),
              value: user.emailId ? <a href={`mailto:${user.emailId}`}>{user.emailId}</a> : fieldValue('emailId'),
            },
          ]}
        />
        <EmailNotice user={user} />
        <Details
          rows={[
            { label: t('users.field.phone'), value: fieldValue('phoneNumber') },
            { label: t('users.field.language'), value: fieldValue('language') },
            { label: t('users.field.timeZone'), value: fieldValue('timeZone') },
            { label: t('users.field.country'), value: fieldValue('country') },
            {
              label: t('users.field.dateOfBirth'),
              value: <ValueOrNone>{user.dateOfBirth && formatDate(user.dateOfBirth)}</ValueOrNone>,
            },
          ]}
        />
        <Permit any={['ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE']}>
          <Details rows={[{ label: t('users.field.marketing'), value: <Marketing user={user} /> }]} />
        </Permit>
        <FaceConsentDetails user={user} />
      </FullWidth>
    </FormSection>
  );
}

function Marketing({ user }: SectionProps) {
  const t = useT();
  const channels = [
    user.communicationEmail && t('users.marketing.email'),
    user.communicationPush && t('users.marketing.push'),
    user.communicationSms && t('users.marketing.sms'),
  ];
  return channels.filter(Boolean).join(', ') || t('users.marketing.none');
}

function AssignmentSection({ user: { path, rootNode, userRole, dashboardAccess } }: SectionProps) {
  const t = useT();
  const level = NodeType.safeParse(dashboardAccess);
  return (
    <FormSection title={t('users.section.assignment')} text={t('users.section.assignmentText')}>
      <FullWidth>
        <Details
          rows={[
            {
              label: t('users.field.node'),
              value: <NodePath path={path} />,
            },
            {
              label: t('users.field.level'),
              value: rootNode ? <Tag>{t(`ui.level.${rootNode}`)}</Tag> : <ValueOrNone />,
            },
            ...(userRole.length > 0
              ? userRole.slice(0, 1).map((role) => ({ label: t('users.field.role'), value: <Role role={role} /> }))
              : [{ label: t('users.field.role'), value: t('users.list.noRole') }]),
            {
              label: t('users.field.dashboard'),
              value: <ValueOrNone>{level.success ? t(`ui.level.${level.data}`) : dashboardAccess}</ValueOrNone>,
            },
          ]}
        />
      </FullWidth>
    </FormSection>
  );
}

/** Path of the node, outermost first; ancestors are muted. */
function NodePath({ path }: Pick<User, 'path'>) {
  const t = useT();
  const node = path.at(-1);
  if (!node) return <Muted>{t('users.list.noNode')}</Muted>;
  return (
    <>
      {path.length > 1 && <Muted>{nodePathText(path.slice(0, -1))} › </Muted>}
      {node.name}
    </>
  );
}

function Role({ role }: { role: UserRole }) {
  const t = useT();
  const moduleName = useModuleNames();
  const rights = role.modules.reduce((sum, { accessRights }) => sum + accessRights.length, 0);
  return (
    <>
      {role.name}
      <Text component="div" inherit c="dimmed">
        {t('users.view.rights', { rights, modules: role.modules.length })}
      </Text>
      <Flex component="ul" align="center" wrap="wrap" gap={4} mt={6} aria-label={t('users.view.byModule')}>
        {role.modules.map(({ shortName, accessRights }) => (
          <li key={shortName}>
            <Tag>
              {moduleName(shortName)} · {accessRights.length}
            </Tag>
          </li>
        ))}
      </Flex>
    </>
  );
}

function SignInSection({ user }: SectionProps) {
  const t = useT();
  return (
    <FormSection title={t('users.section.signIn')} text={t('users.section.signInText')}>
      <FullWidth>
        <Details
          rows={[
            { label: t('users.field.userName'), value: user.userName },
            { label: t('users.field.domain'), value: <ValueOrNone>{user.domainName}</ValueOrNone> },
            { label: t('users.field.status'), value: <UserStatus user={user} /> },
            ...(user.locked ? [{ label: t('users.field.lock'), value: <LockStatus user={user} /> }] : []),
            {
              label: t('users.field.password'),
              value: user.manualPassword ? t('users.password.own') : t('users.password.mustChange'),
            },
            {
              label: t('users.field.secretWord'),
              value: user.hasSecretWord ? t('users.secret.set') : t('users.secret.notSet'),
            },
            { label: t('users.field.pin'), value: user.hasPin ? t('users.secret.set') : t('users.secret.notSet') },
            {
              label: t('users.field.lastActive'),
              value: user.lastActive ? formatDateOrTime(user.lastActive) : t('users.list.neverSignedIn'),
            },
          ]}
        />
      </FullWidth>
    </FormSection>
  );
}

function LockStatus({ user: { lockedUntil } }: SectionProps) {
  const t = useT();
  return lockedUntil ? t('users.lock.until', { when: formatDateTime(lockedUntil) }) : t('users.lock.untilUnlocked');
}

function RecordSection({ user }: SectionProps) {
  const t = useT();
  return (
    <FormSection title={t('users.section.record')}>
      <FullWidth>
        <Details
          rows={[
            { label: t('users.field.created'), value: formatDateTime(user.createdDate) },
            { label: t('users.field.changed'), value: formatDateTime(user.updatedDate) },
          ]}
        />
      </FullWidth>
    </FormSection>
  );
}

function ValueOrNone({ children }: { children?: string | null }) {
  const t = useT();
  return children ? children : <Muted>{t('users.view.none')}</Muted>;
}
