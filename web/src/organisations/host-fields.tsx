import { Box, Button, Group, Radio, Text, TextInput } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { Organisation } from '@storeward/contract/organisations';
import { type ReactNode, useState } from 'react';
import { AnyNodePicker } from '../nodes/pickers/any-node-picker.tsx';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission } from '../platform/session/session.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/page/notice.tsx';
import type { HostValue } from './organisation-fields.ts';
import classes from './row-fields.module.css';

type Props = {
  /** The stored organisation. */
  organisation: Pick<Organisation, 'id' | 'url' | 'portalHosts'>;
  hosts: readonly HostValue[];
  onChange: (hosts: HostValue[]) => void;
  /** Validates the hosts. */
  onBlur: () => void;
  /** Error of the whole list; `errorAt` returns that of one host. */
  error: ReactNode;
  errorAt: (index: number) => ReactNode;
};

/** Editable list of the portal's hosts with exactly one primary, each with its theme. */
export function HostFields({ organisation, hosts, onChange, onBlur, error, errorAt }: Props) {
  const t = useT();
  const { id, url, portalHosts } = organisation;
  const [nodeNames, setNodeNames] = useState<ReadonlyMap<string, string | null>>(
    () => new Map(portalHosts.flatMap((host) => (host.themeNodeId ? [[host.themeNodeId, host.themeNodeName]] : []))),
  );
  const change = (index: number, changes: Partial<HostValue>) =>
    onChange(hosts.map((host, i) => (i === index ? { ...host, ...changes } : host)));
  function remove(index: number) {
    const remaining = hosts.filter((_, i) => i !== index);
    const [first, ...rest] = remaining;
    onChange(
      first && !remaining.some(({ isPrimary }) => isPrimary) ? [{ ...first, isPrimary: true }, ...rest] : remaining,
    );
  }
  return (
    <Box component="fieldset" miw={0} m={0} p={0} bd={0} aria-describedby="hosts-hint">
      <Text component="legend" size="label" fw="var(--weight-medium)" mb={6}>
        {t('organisations.field.portalHosts')}
      </Text>
      {hosts.map(({ hostName, isPrimary, themeNodeId }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an unsaved host has no stable key
        <div key={index} className={classes.row}>
          <TextInput
            aria-label={t('organisations.hosts.number', { number: index + 1 })}
            autoComplete="off"
            spellCheck={false}
            value={hostName}
            error={errorAt(index) ?? (index === 0 ? error : undefined)}
            onChange={({ currentTarget }) => change(index, { hostName: currentTarget.value })}
            onBlur={onBlur}
          />
          <Radio
            name="primary-host"
            label={t('organisations.hosts.primary')}
            aria-label={t('organisations.hosts.makePrimary', { number: index + 1 })}
            checked={isPrimary}
            onChange={() => onChange(hosts.map((host, i) => ({ ...host, isPrimary: i === index })))}
          />
          <IconButton
            icon="trash"
            label={t('organisations.hosts.remove', { number: index + 1 })}
            onClick={() => remove(index)}
          />
          <HostTheme
            organisationId={id}
            number={index + 1}
            text={themeText(t, themeNodeId, nodeNames.get(themeNodeId ?? '') ?? null)}
            onChange={(node) => {
              if (node) setNodeNames((names) => new Map(names).set(node.id, node.name));
              change(index, { themeNodeId: node?.id ?? null });
            }}
          />
        </div>
      ))}
      {hosts.length === 0 && error}
      <Text id="hosts-hint" size="xs" c="dimmed" mb="xs">
        {t('organisations.hosts.hint')}
      </Text>
      {url && !hosts.some(({ hostName }) => hostName.trim().toLowerCase() === url) && (
        <Notice tone="warn" icon="alert" role="status">
          {t('organisations.hosts.linksEnd', { host: url })}
        </Notice>
      )}
      <Button
        variant="default"
        size="xs"
        mt="xs"
        leftSection={<Icon name="plus" size={16} />}
        onClick={() => onChange([...hosts, { hostName: '', isPrimary: hosts.length === 0, themeNodeId: null }])}
      >
        {t('organisations.hosts.add')}
      </Button>
    </Box>
  );
}

/** Names the theme of a host. */
export function themeText(t: ReturnType<typeof useT>, themeNodeId: NodeId | null, name: string | null): string {
  if (!themeNodeId) return t('organisations.hosts.themeOfOrganisation');
  return name ? t('organisations.hosts.themeOf', { name }) : t('organisations.hosts.themeOfHidden');
}

type HostThemeProps = {
  organisationId: NodeId;
  number: number;
  text: string;
  onChange: (node: { id: NodeId; name: string } | undefined) => void;
};

/** The theme of one host, with a picker for users who may search the organisation's nodes. */
function HostTheme({ organisationId, number, text, onChange }: HostThemeProps) {
  const t = useT();
  const [isChoosing, setChoosing] = useState(false);
  const choose = (node: { id: NodeId; name: string } | undefined) => {
    setChoosing(false);
    onChange(node);
  };
  if (isChoosing)
    return (
      <Group align="end" gap="8px">
        <AnyNodePicker
          label={t('organisations.hosts.chooseTheme')}
          organisationId={organisationId}
          includeStores={false}
          onChoose={({ nodeId, name }) => choose(nodeId === organisationId ? undefined : { id: nodeId, name })}
        />
        <Button variant="subtle" onClick={() => choose(undefined)}>
          {t('organisations.hosts.resetTheme')}
        </Button>
      </Group>
    );
  return (
    <Group gap="xs">
      <Text size="xs" c="dimmed">
        {text}
      </Text>
      {hasPermission(['LIST_NODE_STRUCTURE']) && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={t('organisations.hosts.changeThemeOf', { number })}
          onClick={() => setChoosing(true)}
        >
          {t('organisations.hosts.changeTheme')}
        </Button>
      )}
    </Group>
  );
}
