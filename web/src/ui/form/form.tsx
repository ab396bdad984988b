import { Flex, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import classes from './form.module.css';

/** Form section, in one place for all forms: title and text on the left, fields on the right. */
export function FormSection({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        {text && (
          <Text size="label" c="dimmed" mt={4}>
            {text}
          </Text>
        )}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}

/** Spans both columns of a form section. */
export function FullWidth({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}

/** Label with an "optional" note. */
export function OptionalLabel({ label, optional }: { label: string; optional: string }) {
  return (
    <>
      {label}{' '}
      <Text span inherit fw="var(--weight-regular)" c="dimmed">
        {optional}
      </Text>
    </>
  );
}

/** Read-only value styled like a field, with an optional icon or button at its end. */
export function ReadOnlyField({ label, children, suffix }: { label: string; children: ReactNode; suffix?: ReactNode }) {
  return (
    <Flex direction="column" gap={6} miw={0}>
      <Text span size="label" fw="var(--weight-medium)">
        {label}
      </Text>
      <ReadOnlyFrame>
        <Text span truncate flex={1} miw={0}>
          {children}
        </Text>
        {suffix}
      </ReadOnlyFrame>
    </Flex>
  );
}

/** The frame of a read-only value, which looks like a field that is disabled. */
export function ReadOnlyFrame({ children }: { children: ReactNode }) {
  return (
    <Flex
      component="span"
      align="center"
      gap="xs"
      mih={{ base: 'var(--touch)', sm: 'var(--control-h)' }}
      px="sm"
      bd="1px solid var(--line-strong)"
      bdrs="sm"
      bg="var(--sunken)"
      c="dimmed"
    >
      {children}
    </Flex>
  );
}
