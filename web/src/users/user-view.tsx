import { NodeType } from '@storeward/contract/access';
import type { HeldRole, User } from '@storeward/contract/users';
import type { ReactNode } from 'react';
import { useConfiguration } from '../platform/configuration.ts';
import { formatCalendarDay, formatDay, formatMoment, useLanguage, useT } from '../platform/i18n.ts';
import { moduleName } from '../platform/module-names.ts';
import { Details } from '../ui/details.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { PageBody, PageFacts } from '../ui/page.tsx';
import { Permit } from '../ui/permit.tsx';
import { FaceConsentDetails } from './face-consent.tsx';
import { Tag } from '../ui/tag.tsx';
import { AccessForm } from './access-form.tsx';
import { AssignmentList } from './assignment-list.tsx';
import { readable } from './user-fields.ts';
import type { UserField } from './user-fields.ts';
import { UserStatus } from './user-columns.tsx';
import { pathText } from './user-names.ts';
import classes from './user-view.module.css';

/** All that may be known of a user, to be read. */
export function UserView({ user, further }: { user: User; further?: ReactNode }) {
  return (
    <PageBody>
      <PageFacts>
        <Person user={user} />
        <Place user={user} />
        <AssignmentList user={user} />
        <SignIn user={user} />
        <History user={user} />
        {user.rootNodeId && <AccessForm user={user} />}
        {further}
      </PageFacts>
    </PageBody>
  );
}

type Part = { user: User };

function Person({ user }: Part) {
  const t = useT();
  const [reader] = useLanguage();
  const say = (field: UserField) => <Value>{readable(field, user[field], reader)}</Value>;
  return (
    <FormSection title={t('users.section.person')} text={t('users.section.personText')}>
      <Wide>
        <Details
          rows={[
            { label: t('users.field.firstName'), value: say('firstName') },
            { label: t('users.field.lastName'), value: say('lastName') },
            { label: t('users.field.shortName'), value: <Value>{user.shortName}</Value> },
            {
              label: t('users.field.email'),
              value: user.emailId ? <a href={`mailto:${user.emailId}`}>{user.emailId}</a> : say('emailId'),
            },
            { label: t('users.field.phone'), value: say('phoneNumber') },
            { label: t('users.field.language'), value: say('language') },
            { label: t('users.field.timeZone'), value: say('timeZone') },
            { label: t('users.field.country'), value: say('country') },
            {
              label: t('users.field.dateOfBirth'),
              value: <Value>{user.dateOfBirth && formatCalendarDay(user.dateOfBirth)}</Value>,
            },
          ]}
        />
        <Permit any={['ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE']}>
          <Details rows={[{ label: t('users.field.marketing'), value: <Marketing user={user} /> }]} />
        </Permit>
        <FaceConsentDetails user={user} />
      </Wide>
    </FormSection>
  );
}

function Marketing({ user }: Part) {
  const t = useT();
  const ways = [
    user.communicationEmail && t('users.marketing.email'),
    user.communicationPush && t('users.marketing.push'),
    user.communicationSms && t('users.marketing.sms'),
  ];
  return ways.filter(Boolean).join(', ') || t('users.marketing.none');
}

function Place({ user: { path, rootNode, userRole, dashboardAccess } }: Part) {
  const t = useT();
  const level = NodeType.safeParse(dashboardAccess);
  return (
    <FormSection title={t('users.section.place')} text={t('users.section.placeText')}>
      <Wide>
        <Details
          rows={[
            {
              label: t('users.field.place'),
              value: <Path path={path} />,
            },
            { label: t('users.field.level'), value: rootNode ? <Tag>{t(`ui.level.${rootNode}`)}</Tag> : <Value /> },
            ...(userRole.length > 0
              ? userRole.slice(0, 1).map((role) => ({ label: t('users.field.role'), value: <Role role={role} /> }))
              : [{ label: t('users.field.role'), value: t('users.list.noRole') }]),
            {
              label: t('users.field.dashboard'),
              value: <Value>{level.success ? t(`ui.level.${level.data}`) : dashboardAccess}</Value>,
            },
          ]}
        />
      </Wide>
    </FormSection>
  );
}

/** The place with those above it, outermost first; the place itself stands out. */
function Path({ path }: Pick<User, 'path'>) {
  const t = useT();
  const own = path.at(-1);
  if (!own) return <span className={classes.quiet}>{t('users.list.noPlace')}</span>;
  return (
    <>
      {path.length > 1 && <span className={classes.quiet}>{pathText(path.slice(0, -1))} › </span>}
      {own.name}
    </>
  );
}

function Role({ role }: { role: HeldRole }) {
  const t = useT();
  const configuration = useConfiguration();
  const rights = role.modules.reduce((sum, { accessRights }) => sum + accessRights.length, 0);
  return (
    <>
      {role.name}
      <div className={classes.quiet}>{t('users.view.rights', { rights, modules: role.modules.length })}</div>
      <ul className={classes.modules} aria-label={t('users.view.byModule')}>
        {role.modules.map(({ shortName, accessRights }) => (
          <li key={shortName}>
            <Tag>
              {moduleName(shortName, configuration)} · {accessRights.length}
            </Tag>
          </li>
        ))}
      </ul>
    </>
  );
}

function SignIn({ user }: Part) {
  const t = useT();
  return (
    <FormSection title={t('users.section.signIn')} text={t('users.section.signInText')}>
      <Wide>
        <Details
          rows={[
            { label: t('users.field.userName'), value: user.userName },
            { label: t('users.field.domain'), value: <Value>{user.domainName}</Value> },
            { label: t('users.field.status'), value: <UserStatus user={user} /> },
            ...(user.locked ? [{ label: t('users.field.lock'), value: <Lock user={user} /> }] : []),
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
              value: user.lastActive ? formatDay(user.lastActive) : t('users.list.neverSignedIn'),
            },
          ]}
        />
      </Wide>
    </FormSection>
  );
}

/** Why somebody is locked out, and until when. */
function Lock({ user: { lockedUntil } }: Part) {
  const t = useT();
  return lockedUntil ? t('users.lock.until', { when: formatMoment(lockedUntil) }) : t('users.lock.forGood');
}

function History({ user }: Part) {
  const t = useT();
  return (
    <FormSection title={t('users.section.record')}>
      <Wide>
        <Details
          rows={[
            { label: t('users.field.created'), value: formatMoment(user.createdDate) },
            { label: t('users.field.changed'), value: formatMoment(user.updatedDate) },
          ]}
        />
      </Wide>
    </FormSection>
  );
}

/** A value, or in quiet letters that there is none. */
function Value({ children }: { children?: string | null }) {
  const t = useT();
  return children ? children : <span className={classes.quiet}>{t('users.view.none')}</span>;
}
