import { Box, Flex, Text, Title } from '@mantine/core';
import type { Node, NodeId } from '@storeward/contract/nodes';
import { useQueries } from '@tanstack/react-query';
import { nodeQuery } from '../../nodes/queries.ts';
import { useLanguage, useT } from '../../platform/text/i18n.ts';
import { nodeDetailTexts } from '../../platform/text/node-texts.ts';
import lines from '../../ui/list/lines.module.css';
import { Muted } from '../../ui/muted.tsx';
import classes from './compare.module.css';

type Props = {
  left: NodeId;
  right: NodeId;
  /** Whether the details without difference are shown as well. */
  showsAll: boolean;
};

/** What describes two locations beside their settings. It belongs to each location, so it is not copied. */
export function ComparedDetails({ left, right, showsAll }: Props) {
  const t = useT();
  const [language] = useLanguage();
  const [{ data: leftNode }, { data: rightNode }] = useQueries({ queries: [nodeQuery(left), nodeQuery(right)] });
  if (!leftNode || !rightNode) return null;
  const textsOf = (node: Node) => [
    { label: t('nodes.children.level'), value: t(`ui.level.${node.nodeType}`) },
    { label: t('nodes.children.status'), value: t(node.status ? 'ui.status.enabled' : 'ui.status.disabled') },
    { label: t('nodes.details.code'), value: node.code },
    ...nodeDetailTexts(node, t, language),
  ];
  const others = textsOf(rightNode);
  const compared = textsOf(leftNode).map((detail, index) => ({ ...detail, other: others[index]!.value }));
  const shown = compared.filter(({ value, other }) => showsAll || value !== other);
  if (shown.length === 0) return null;
  const title = t('nodes.panel.details');
  return (
    <section aria-label={title}>
      <Flex className={lines.below ?? ''} align="end" px="var(--page-pad)" pt="lg" pb="xs">
        <Title order={2}>{title}</Title>
      </Flex>
      <ul>
        {shown.map(({ label, value, other }) => (
          <Box key={label} component="li" className={`${classes.columns} ${lines.below}`} px="var(--page-pad)" py={6}>
            <Text className={classes.name ?? ''} pt={6} fw="var(--weight-medium)" lh="snug">
              {label}
            </Text>
            <Detail text={value} location={leftNode.name} />
            <span className={classes.arrows} />
            <Detail text={other} location={rightNode.name} />
          </Box>
        ))}
      </ul>
    </section>
  );
}

function Detail({ text, location }: { text: string; location: string }) {
  const t = useT();
  return (
    <Box className={classes.value ?? ''} data-location={location} miw={0}>
      <Text lh="snug" style={{ overflowWrap: 'anywhere' }}>
        {text || <Muted>{t('nodes.details.unset')}</Muted>}
      </Text>
    </Box>
  );
}
