import { Checkbox, Group, Input, Stack, Text } from '@mantine/core';
import {
  followsAudit,
  type WebhookEvent,
  type WebhookEventGroup,
  webhookEventGroupNames,
  webhookEventGroups,
} from '@storeward/contract/webhooks/webhook-events';
import type { ReactNode } from 'react';
import { hasPermission } from '../platform/session/session.ts';
import { eventGroupLabel, eventLabel } from '../platform/text/event-labels.ts';
import { useT } from '../platform/text/i18n.ts';

type Props = {
  value: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
  error?: ReactNode;
  /** Shown below the settings while they are chosen. */
  configuration: ReactNode;
};

/** Chooses events: each group with all, some or none of its events. */
export function EventsField({ value, onChange, error, configuration }: Props) {
  const t = useT();
  const readsAudit = hasPermission(['VIEW_USER', 'VIEW_NODE'], 'all');
  const replace = (group: WebhookEventGroup, events: readonly WebhookEvent[]) =>
    onChange(
      webhookEventGroupNames.flatMap((name): readonly WebhookEvent[] =>
        name === group ? events : webhookEventGroups[name].filter((event) => value.includes(event)),
      ),
    );
  return (
    <Input.Wrapper
      role="group"
      aria-label={t('webhooks.field.events')}
      labelElement="div"
      label={t('webhooks.field.events')}
      error={error}
    >
      <Stack gap="xs" pt={6}>
        {webhookEventGroupNames.map((group) => (
          <EventGroup
            key={group}
            group={group}
            value={value}
            disabled={!readsAudit && followsAudit(webhookEventGroups[group])}
            onChange={(events) => replace(group, events)}
          >
            {group === 'configuration' ? configuration : undefined}
          </EventGroup>
        ))}
      </Stack>
      {!readsAudit && (
        <Text size="label" c="dimmed" pt="xs">
          {t('webhooks.events.auditOnly')}
        </Text>
      )}
    </Input.Wrapper>
  );
}

type EventGroupProps = {
  group: WebhookEventGroup;
  value: readonly WebhookEvent[];
  disabled: boolean;
  onChange: (events: readonly WebhookEvent[]) => void;
  /** Replaces the single events of the group. */
  children: ReactNode;
};

function EventGroup({ group, value, disabled, onChange, children }: EventGroupProps) {
  const t = useT();
  const events: readonly WebhookEvent[] = webhookEventGroups[group];
  const chosen = events.filter((event) => value.includes(event));
  const label = eventGroupLabel(group, t);
  return (
    <Stack gap={6}>
      <Checkbox
        label={label}
        checked={chosen.length === events.length}
        indeterminate={chosen.length > 0 && chosen.length < events.length}
        disabled={disabled}
        onChange={() => onChange(chosen.length === events.length ? [] : events)}
      />
      {chosen.length > 0 &&
        (children ?? (
          <Group gap="6px 20px" ps={26} role="group" aria-label={label}>
            {events.map((event) => (
              <Checkbox
                key={event}
                label={eventLabel(event, t)}
                checked={value.includes(event)}
                disabled={disabled}
                onChange={(change) =>
                  onChange(
                    events.filter((name) => (name === event ? change.currentTarget.checked : value.includes(name))),
                  )
                }
              />
            ))}
          </Group>
        ))}
    </Stack>
  );
}
