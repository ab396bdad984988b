import { Flex, Text, UnstyledButton } from '@mantine/core';
import type { CalendarChange } from '@storeward/contract/settings/endpoints/change-calendar';
import { formatInstant, useT } from '../../platform/text/i18n.ts';
import { levelIcons } from '../../platform/text/level-icons.ts';
import { Icon } from '../../ui/icon.tsx';
import lines from '../../ui/list/lines.module.css';
import { Tag } from '../../ui/tag.tsx';
import { changeText, periodText } from './change-text.ts';
import classes from './calendar.module.css';

type Props = { changes: readonly CalendarChange[]; onOpen: (change: CalendarChange) => void };

/** The planned changes as a list by start. */
export function CalendarList({ changes, onOpen }: Props) {
  const t = useT();
  return (
    <ul className={lines.between}>
      {changes.map((change) => (
        <li key={change.id}>
          <UnstyledButton className={classes.entry} onClick={() => onOpen(change)}>
            <Flex wrap="wrap" gap="2px 12px" align="center">
              <Text span fw="var(--weight-medium)">
                {formatInstant(change.begins, change.timeZone)}
              </Text>
              <Text span>{changeText(change, t)}</Text>
              {change.conflicts.length > 0 && <Tag tone="error">{t('settings.calendar.conflict')}</Tag>}
            </Flex>
            <Flex gap={8} align="center" c="dimmed" fz="label">
              <Icon name={levelIcons[change.place.nodeType]} size={14} />
              <span>
                {change.place.name} · {periodText(change, t)}
              </span>
            </Flex>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
