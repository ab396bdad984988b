import { Box, Flex, Text } from '@mantine/core';
import type { NodeRef } from '@storeward/contract/nodes';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { formatInstant, useT } from '../../platform/text/i18n.ts';
import { fieldLabel } from '../../platform/text/setting-labels.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import lines from '../../ui/list/lines.module.css';
import { fieldDefinition } from '../section/section-labels.ts';
import type { Translate } from '../kinds/field-view.ts';
import { rowName } from '../../platform/text/setting-rows.ts';
import { rowText } from '../../platform/text/setting-lists.ts';
import classes from './compare.module.css';
import { type ComparedLine, isObstacle, type Obstacle, type Side } from './differences.ts';
import { valueText } from '../../platform/text/setting-values.ts';

/** The location to which a value is copied. */
export type Direction = 'left' | 'right';

type Props = {
  line: ComparedLine;
  names: { readonly left: NodeRef['name']; readonly right: NodeRef['name'] };
  /** Chosen, but not saved yet. */
  direction: Direction | undefined;
  onCopy: (direction: Direction) => void;
};

/** One setting, or one row of a list, of both locations with its origin, and the buttons that copy it. */
export function ComparedRow({ line, names, direction, onCopy }: Props) {
  const t = useT();
  const { section, field, row, left, right, isSame } = line;
  const definition = fieldDefinition(section, field);
  const setting = fieldLabel(section, field, t);
  const label = row ? rowName(definition, { values: row }, 0, t) : setting;
  return (
    <Box component="li" className={`${classes.columns} ${lines.below}`} px="var(--page-pad)" py={6} mih="3rem">
      <Box className={classes.name ?? ''} pt={6}>
        <Text fw="var(--weight-medium)" lh="snug">
          {label}
        </Text>
        {row && (
          <Text size="xs" c="dimmed">
            {setting}
          </Text>
        )}
      </Box>
      <Value
        side={left}
        other={right}
        definition={definition}
        isRow={row !== undefined}
        isTarget={direction === 'left'}
        isSource={direction === 'right'}
        name={names.left}
      />
      <Flex className={classes.arrows ?? ''} gap={2} justify="center" align="center">
        {!isSame && (
          <>
            <CopyButton
              label={label}
              to="left"
              side={left}
              name={names.left}
              isChosen={direction === 'left'}
              onCopy={onCopy}
            />
            <CopyButton
              label={label}
              to="right"
              side={right}
              name={names.right}
              isChosen={direction === 'right'}
              onCopy={onCopy}
            />
          </>
        )}
      </Flex>
      <Value
        side={right}
        other={left}
        definition={definition}
        isRow={row !== undefined}
        isTarget={direction === 'right'}
        isSource={direction === 'left'}
        name={names.right}
      />
    </Box>
  );
}

type ValueProps = {
  side: Side;
  other: Side;
  definition: SettingField;
  isRow: boolean;
  isTarget: boolean;
  isSource: boolean;
  name: string;
};

function Value({ side, other, definition, isRow, isTarget, isSource, name }: ValueProps) {
  const t = useT();
  const text = sideText(side, definition, isRow, t);
  return (
    <Box className={classes.value ?? ''} data-chosen={isTarget || isSource || undefined} data-location={name} miw={0}>
      <Text lh="snug" style={{ overflowWrap: 'anywhere' }}>
        {isTarget ? (
          <>
            <Text component="del" inherit c="dimmed" td="line-through">
              {text}
            </Text>{' '}
            <Text component="ins" inherit td="none">
              {sideText(other, definition, isRow, t)}
            </Text>
          </>
        ) : (
          text
        )}
      </Text>
      <Flex component="span" align="center" gap={6} c="dimmed" fz="xs">
        {isTarget ? (
          <>
            <Icon name="diamond" size={12} c="var(--chart-4)" /> {t('settings.compare.willBeSet')}
          </>
        ) : (
          <Origin side={side} />
        )}
      </Flex>
    </Box>
  );
}

function Origin({ side: { isOwn, since, timeZone, lockedBy, source } }: { side: Side }) {
  const t = useT();
  if (lockedBy !== null)
    return (
      <>
        <Icon name="lock" size={12} /> {t('settings.origin.locked', { name: lockedBy })}
      </>
    );
  if (isOwn)
    return (
      <>
        <Icon name="diamond" size={12} c="var(--chart-4)" />
        {since ? t('settings.origin.hereSince', { when: formatInstant(since, timeZone) }) : t('settings.origin.here')}
      </>
    );
  if (source !== null)
    return (
      <>
        <Icon name="return" size={12} /> {t('settings.origin.inherited', { name: source })}
      </>
    );
  return null;
}

function sideText({ value, isSet }: Side, definition: SettingField, isRow: boolean, t: Translate): string {
  if (isSecret(definition)) return t(isSet ? 'settings.secret.set' : 'settings.secret.notSet');
  if (!isRow) return valueText(definition, value, t);
  return isSet ? rowText(definition, value, t, valueText) : t('settings.compare.noRow');
}

type CopyProps = {
  label: string;
  to: Direction;
  side: Side;
  name: string;
  isChosen: boolean;
  onCopy: (direction: Direction) => void;
};

function CopyButton({ label, to, side: { copy }, name, isChosen, onCopy }: CopyProps) {
  const t = useT();
  if (isObstacle(copy)) {
    const text = obstacleText(copy, t);
    return <IconButton icon={copy.reason === 'locked' ? 'lock' : 'minus'} label={text} small blocked />;
  }
  return (
    <IconButton
      icon={to === 'left' ? 'chevron-left' : 'chevron-right'}
      label={t(isChosen ? 'settings.compare.undoCopy' : 'settings.compare.copy', { setting: label, name })}
      small
      pressed={isChosen}
      onClick={() => onCopy(to)}
    />
  );
}

const obstacleText = (obstacle: Obstacle, t: Translate): string =>
  obstacle.reason === 'locked'
    ? t('settings.origin.locked', { name: obstacle.by })
    : t(`settings.compare.obstacle.${obstacle.reason}`);
