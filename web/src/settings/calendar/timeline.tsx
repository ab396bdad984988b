import { Box, Flex, Text, UnstyledButton } from '@mantine/core';
import type { CalendarChange } from '@storeward/contract/settings/endpoints/change-calendar';
import { type KeyboardEvent, useRef, useState } from 'react';
import { displayTimeZone, formatNumber, formatWeekday, useT } from '../../platform/text/i18n.ts';
import { levelIcons } from '../../platform/text/level-icons.ts';
import { Icon } from '../../ui/icon.tsx';
import lines from '../../ui/list/lines.module.css';
import { addDays, isWeekend, positionOf, shownDays } from './calendar-days.ts';
import { type CalendarBar, calendarRows } from './calendar-rows.ts';
import { changeText, periodText } from './change-text.ts';
import classes from './calendar.module.css';

type Props = {
  changes: readonly CalendarChange[];
  firstDay: string;
  today: string;
  onOpen: (change: CalendarChange) => void;
};

/** The planned changes as bars over two weeks, a row for each location. Arrow keys move between the bars. */
export function Timeline({ changes, firstDay, today, onOpen }: Props) {
  const t = useT();
  const element = useRef<HTMLDivElement>(null);
  const days = Array.from({ length: shownDays }, (_, index) => addDays(firstDay, index));
  const [openedAt] = useState(() => new Date().toISOString());
  const now = positionOf(openedAt, displayTimeZone(), firstDay);

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const bars = [...(element.current?.querySelectorAll<HTMLElement>('[data-bar]') ?? [])];
    const index = bars.indexOf(document.activeElement as HTMLElement);
    if (!step || index < 0) return;
    event.preventDefault();
    bars[index + step]?.focus();
  }

  return (
    <Box ref={element} miw="56rem" onKeyDown={handleKeyDown}>
      <Box className={`${classes.row} ${lines.below}`} pos="sticky" top={0} bg="var(--surface)" style={{ zIndex: 2 }}>
        <Text size="label" c="dimmed" px="var(--page-pad)" py="xs">
          {t('settings.calendar.location')}
        </Text>
        <div className={classes.days}>
          {days.map((day) => (
            <Box
              key={day}
              className={classes.day ?? ''}
              data-weekend={isWeekend(day) || undefined}
              data-today={day === today || undefined}
            >
              <Text size="xs" c="dimmed">
                {formatWeekday(day)}
              </Text>
              <span>{formatNumber(Number(day.slice(8)))}</span>
            </Box>
          ))}
        </div>
      </Box>
      <ul>
        {calendarRows(changes, firstDay).map(({ node, bars, lanes }) => (
          <li key={node.id} className={`${classes.row} ${lines.below}`}>
            <Flex align="center" gap="xs" px="var(--page-pad)" py="xs" miw={0}>
              <Icon name={levelIcons[node.nodeType]} size={16} />
              <Text truncate>{node.name}</Text>
            </Flex>
            <div className={classes.days} style={{ minHeight: `${lanes * 2.25 + 0.5}rem` }}>
              {days.map((day) => (
                <div key={day} className={classes.cell} data-weekend={isWeekend(day) || undefined} />
              ))}
              {now > 0 && now < 1 && (
                <Box
                  pos="absolute"
                  top={0}
                  bottom={0}
                  w={2}
                  bg="var(--primary)"
                  style={{ insetInlineStart: `${now * 100}%` }}
                />
              )}
              {bars.map((bar) => (
                <Bar key={bar.change.id} bar={bar} onOpen={onOpen} />
              ))}
            </div>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" px="var(--page-pad)" py="sm">
        {t('settings.calendar.zones')}
      </Text>
    </Box>
  );
}

function Bar({ bar: { change, start, end, lane }, onOpen }: { bar: CalendarBar; onOpen: Props['onOpen'] }) {
  const t = useT();
  const isConflict = change.conflicts.length > 0;
  const text = changeText(change, t);
  return (
    <UnstyledButton
      className={classes.bar}
      data-bar
      data-conflict={isConflict || undefined}
      data-open-ended={change.ends === null || undefined}
      aria-label={[change.place.name, text, periodText(change, t), isConflict && t('settings.calendar.conflict')]
        .filter(Boolean)
        .join(', ')}
      style={{
        insetInlineStart: `${start * 100}%`,
        width: `${(end - start) * 100}%`,
        top: `${lane * 2.25 + 0.25}rem`,
      }}
      onClick={() => onOpen(change)}
    >
      {isConflict && <Icon name="alert" size={14} />}
      <span>{text}</span>
    </UnstyledButton>
  );
}
