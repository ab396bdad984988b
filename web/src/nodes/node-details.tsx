import { Flex } from '@mantine/core';
import type { Node } from '@storeward/contract/nodes';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { formatDateTime, useLanguage, useT } from '../platform/i18n.ts';
import { countryName } from '../platform/display-names.ts';
import { Details } from '../ui/details.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Muted } from '../ui/muted.tsx';

export function NodeDetails({ node }: { node: Node }) {
  const t = useT();
  const [language] = useLanguage();
  const unset = <Muted>{t('nodes.details.unset')}</Muted>;
  const row = (label: string, value: ReactNode) => ({ label, value: value || unset });
  return (
    <Details
      rows={[
        row(t('nodes.details.code'), node.code && <Code code={node.code} />),
        row(t('nodes.details.region'), node.region.map((region) => t(`nodes.region.${region}`)).join(', ')),
        row(t('nodes.details.address'), addressOf(node)),
        row(t('nodes.details.country'), node.country && countryName(node.country, language)),
        row(t('nodes.details.timeZone'), node.timeZone),
        row(t('nodes.field.emailId'), node.emailId),
        row(t('nodes.field.phoneNumber'), node.phoneNumber),
        row(t('nodes.details.created'), formatDateTime(node.createdDate)),
        row(t('nodes.details.changed'), formatDateTime(node.updatedDate)),
      ]}
    />
  );
}

/** A node's code with a copy button. */
function Code({ code }: { code: string }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [code]);
  async function copy() {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  }
  return (
    <Flex
      component="span"
      align="center"
      wrap="wrap"
      display="inline-flex"
      gap={4}
      my={{ base: -12, sm: -4 }}
      c="dimmed"
    >
      <code>{code}</code>
      <IconButton
        small
        icon={copied ? 'check' : 'copy'}
        label={copied ? t('ui.state.copied') : t('nodes.details.copy')}
        onClick={() => void copy()}
      />
    </Flex>
  );
}

function addressOf({ address }: Node): string {
  if (!address) return '';
  const cityParts = [address.city, [address.state, address.postCode].filter(Boolean).join(' ')];
  return [address.street, ...cityParts].filter(Boolean).join(', ');
}
