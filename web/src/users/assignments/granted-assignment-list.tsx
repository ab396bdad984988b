import { Box, Button, Text } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatLastDate, useT } from '../../platform/text/i18n.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { FormSection, FullWidth } from '../../ui/form/form.tsx';
import { LinesSkeleton, useDelayed } from '../../ui/page/skeleton.tsx';
import { grantedAssignmentsQuery } from '../queries.ts';
import { fullName } from '../user-names.ts';
import { AssignmentLine } from './assignment-line.tsx';

/** The roles that a user granted to others, as a section of the user's page; nothing for users who granted none. */
export function GrantedAssignmentSection({ user }: { user: User }) {
  const t = useT();
  const { data } = useQuery({ ...grantedAssignmentsQuery(user.id, { size: 5 }), meta: { quiet: true } });
  if (!data?.total) return null;
  return (
    <FormSection title={t('users.given.title')} text={t('users.given.text', { name: fullName(user) })}>
      <FullWidth>
        <GrantedAssignments user={user} />
      </FullWidth>
    </FormSection>
  );
}

/** The roles that a user granted to others; the first few until expanded. */
export function GrantedAssignments({ user }: { user: User }) {
  const t = useT();
  const [size, setSize] = useState(5);
  const { data, error, refetch, isFetching } = useQuery({
    ...grantedAssignmentsQuery(user.id, { size }),
    placeholderData: keepPreviousData,
    meta: errorShownByScreen,
  });
  const showSkeleton = useDelayed(!data && !error);
  if (error) return <LoadError title={t('users.given.failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return showSkeleton ? <LinesSkeleton rows={2} /> : null;
  if (data.total === 0)
    return (
      <Text size="label" c="dimmed">
        {t('users.given.none', { name: fullName(user) })}
      </Text>
    );
  return (
    <>
      <ul aria-label={t('users.given.title')}>
        {data.result.map(({ id, user: receiver, role, place, until }) => (
          <AssignmentLine key={id}>
            <Box component="span" flex={1} miw={0}>
              {fullName(receiver)}
              <Text component="div" size="label" c="dimmed">
                {[
                  role.name,
                  place?.name,
                  until
                    ? t('users.assignment.until', { when: formatLastDate(until) })
                    : t('users.assignment.unlimited'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Box>
          </AssignmentLine>
        ))}
      </ul>
      {data.result.length < data.total && size < 100 && (
        <Button variant="default" mt="sm" loading={isFetching} onClick={() => setSize(100)}>
          {t('users.given.more')}
        </Button>
      )}
    </>
  );
}
