import { Box, Text } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { SectionImpact } from '@storeward/contract/settings/engine/section-state';
import { useQuery } from '@tanstack/react-query';
import { formatInstant, formatNumber, useT } from '../../platform/text/i18n.ts';
import { fieldLabel } from '../../platform/text/setting-labels.ts';
import { type AreaFields, impactQuery } from '../queries.ts';

/** The first of the planned changes below that a change would make ineffective; nothing if there are none. */
export function OverruledPlans({ plans, planCount }: Pick<SectionImpact, 'plans' | 'planCount'>) {
  const t = useT();
  if (planCount === 0) return null;
  const more = planCount - plans.length;
  return (
    <Box fz="label" c="var(--warn-text)">
      <Text inherit>{t('settings.change.overrules', { count: planCount, shown: formatNumber(planCount) })}</Text>
      <ul>
        {plans.map(({ place, section, field, begins, timeZone }) => (
          <li key={`${place.id} ${field} ${begins}`}>
            {place.name} · {fieldLabel(section, field, t)} · {formatInstant(begins, timeZone)}
          </li>
        ))}
        {more > 0 && <li>{t('settings.change.morePlans', { count: more, shown: formatNumber(more) })}</li>}
      </ul>
    </Box>
  );
}

/** The same for fields that a dialog is about to change. */
export function PlansOverruledBy({ nodeId, sections }: { nodeId: NodeId; sections: AreaFields }) {
  const { data } = useQuery({ ...impactQuery(nodeId, sections), meta: { quiet: true } });
  return data && <OverruledPlans {...data} />;
}
