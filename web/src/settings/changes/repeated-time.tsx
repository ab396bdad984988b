import { Radio } from '@mantine/core';
import { repeatedTimes, splitOffset } from '@storeward/contract/reference/local-time';
import { timeZones } from '@storeward/contract/reference/time-zones';
import { useT } from '../../platform/text/i18n.ts';
import { isStart } from './start.ts';

type Props = {
  /** A local time, with an offset if one was chosen. */
  value: string;
  timeZone: string | undefined;
  onChange: (time: string) => void;
};

/** Chooses the first or the second of a local time that clocks show twice; nothing for other times. */
export function RepeatedTime({ value, timeZone = '', onChange }: Props) {
  const t = useT();
  const { localTime } = splitOffset(value);
  const times = isStart(value) && timeZones.includes(timeZone) ? repeatedTimes(localTime, timeZone) : undefined;
  if (!times) return null;
  const [first, second] = times;
  const time = localTime.slice(-5);
  const textOf = (one: string) => ({ time, offset: splitOffset(one).offset.replace('-', '−') });
  return (
    <Radio.Group
      label={t('settings.repeatedTime.title', { time })}
      value={value === first ? first : second}
      onChange={onChange}
      flex="1 0 100%"
      mt={6}
      style={{ gridColumn: '1 / -1' }}
    >
      <Radio value={first} mt={6} label={t('settings.repeatedTime.first', textOf(first))} />
      <Radio value={second} mt={6} label={t('settings.repeatedTime.second', textOf(second))} />
    </Radio.Group>
  );
}
