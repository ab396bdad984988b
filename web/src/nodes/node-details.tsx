import { Flex } from '@mantine/core';
import type { Node } from '@storeward/contract/nodes';
import type { ReactNode } from 'react';
import { copyLabels } from '../platform/text/copy-labels.ts';
import { formatDateTime, useLanguage, useT } from '../platform/text/i18n.ts';
import { nodeDetailTexts } from '../platform/text/node-texts.ts';
import { useCopy } from '../ui/copy-text.ts';
import { Details } from '../ui/page/details.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Muted } from '../ui/muted.tsx';

export function NodeDetails({ node }: { node: Node }) {
  const t = useT();
  const [language] = useLanguage();
  const row = ({ label, value }: { label: string; value: ReactNode }) => ({
    label,
    value: value || <Muted>{t('nodes.details.unset')}</Muted>,
  });
  return (
    <Details
      rows={[
        row({ label: t('nodes.details.code'), value: node.code && <Code code={node.code} /> }),
        ...nodeDetailTexts(node, t, language).map(row),
        row({ label: t('nodes.details.created'), value: formatDateTime(node.createdDate) }),
        row({ label: t('nodes.details.changed'), value: formatDateTime(node.updatedDate) }),
      ]}
    />
  );
}

/** A node's code with a copy button. */
function Code({ code }: { code: string }) {
  const t = useT();
  const { isCopied, label, copy } = useCopy(code, copyLabels(t('nodes.details.copy'), t));
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
      <IconButton small icon={isCopied ? 'check' : 'copy'} label={label} onClick={copy} />
    </Flex>
  );
}
