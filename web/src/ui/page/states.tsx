import { Box, Button, Flex, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  AccessDeniedIllustration,
  ListIllustration,
  UnpluggedIllustration,
  SearchIllustration,
  ClosedStoreIllustration,
} from '../image/illustrations.tsx';
import { type CopyLabels, useCopy } from '../copy-text.ts';
import classes from './states.module.css';

type StateContent = { title: string; text?: ReactNode; actions?: ReactNode };

/** Empty list, or no search results: one of the states of a screen, with illustrations that Mantine lacks. */
export function EmptyState({ illustration = 'list', ...content }: StateContent & { illustration?: 'list' | 'search' }) {
  return (
    <State illustration={illustration === 'search' ? <SearchIllustration /> : <ListIllustration />} {...content} />
  );
}

/** Missing permission to open a page. */
export function DeniedState(content: StateContent) {
  return <State illustration={<AccessDeniedIllustration />} {...content} />;
}

/** Not found, or outside the user's scope. */
export function NotFoundState(content: StateContent) {
  return <State illustration={<ClosedStoreIllustration />} {...content} />;
}

type Failure = {
  /** Error category, shown above the title. */
  kind?: string;
  title: string;
  text: ReactNode;
  retry: { label: string; onRetry: () => void };
  details?: { labels: CopyLabels; text: string };
};

/** Load failure with a retry button and copyable details for support. */
export function ErrorState({ kind, title, text, retry, details }: Failure) {
  const actions = (
    <>
      <Button onClick={retry.onRetry}>{retry.label}</Button>
      {details && <CopyButton {...details} />}
    </>
  );
  return (
    <State illustration={<UnpluggedIllustration />} kind={kind} title={title} text={text} actions={actions} isAlert />
  );
}

function CopyButton({ labels, text }: { labels: CopyLabels; text: string }) {
  const { label, copy } = useCopy(text, labels);
  return (
    <Button variant="subtle" color="gray" onClick={copy}>
      {label}
    </Button>
  );
}

type StateProps = StateContent & { illustration: ReactNode; kind?: string | undefined; isAlert?: boolean };

function State({ illustration, kind, title, text, actions, isAlert = false }: StateProps) {
  return (
    <Flex
      component="section"
      direction="column"
      align="center"
      justify="center"
      h="100%"
      mih="min(24rem, 100%)"
      px="xl"
      py={40}
      ta="center"
      role={isAlert ? 'alert' : undefined}
    >
      <Box className={classes.illustration} mb="md">
        {illustration}
      </Box>
      {kind && (
        <Text size="label" fw="var(--weight-medium)" c="danger" mb={4}>
          {kind}
        </Text>
      )}
      <Title order={2}>{title}</Title>
      {text && (
        <Text className={classes.text} c="dimmed" mt={4} maw="22rem" textWrap="balance">
          {text}
        </Text>
      )}
      {actions && (
        <Group justify="center" gap="xs" mt="md">
          {actions}
        </Group>
      )}
    </Flex>
  );
}
