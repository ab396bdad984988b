import { Box, Flex, Popover, Text, UnstyledButton } from '@mantine/core';
import { equalValues, isSecret, matchesSchema } from '@storeward/contract/settings/kinds/registry';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import type { FieldState } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { formatDateTimeIn, useT } from '../../platform/text/i18n.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { Translate } from '../kinds/field-view.ts';
import { viewOf } from '../kinds/registry.ts';
import { QuietMark } from './quiet-mark.tsx';
import type { FieldInput } from './section-edit.ts';
import classes from './section-field.module.css';
import { fieldDefinition, modeText } from './section-labels.ts';
import { valueText } from '../../platform/text/setting-values.ts';

/**
 * Whether a stored value still matches its definition; the value of a secret is unknown and treated as valid, as is the
 * summary of the operations on a list.
 */
const isValidValue = (definition: SettingField, value: unknown) =>
  isSecret(definition) || isEditedByPart(definition) || matchesSchema(definition, value);

const isEditedByPart = (definition: SettingField) => viewOf(definition).changes?.(definition) !== undefined;

type Lock = Pick<NonNullable<FieldState['bound']>, 'source' | 'since'>;

/** Who locks the value, and since when. */
const lockText = (
  phrase: 'settings.origin.locked' | 'settings.origin.overruled',
  lock: Lock,
  timeZone: string,
  t: Translate,
) => `${t(phrase, { name: lock.source.name })} · ${formatDateTimeIn(lock.since, timeZone)}`;

/** Why the own value has no effect. */
function ignoredText(
  definition: SettingField,
  { bound, list }: FieldState,
  { value }: { value: unknown },
  timeZone: string,
  t: Translate,
) {
  if (!isValidValue(definition, value)) return t('settings.origin.invalid');
  if (bound) return lockText('settings.origin.overruled', bound, timeZone, t);
  const operations = list?.dormant.filter((operation) => operation.own) ?? [];
  if (operations.length === 0) return t('settings.origin.here');
  const locked = operations.find(({ lockedBy }) => lockedBy);
  if (locked?.lockedBy) return t('settings.origin.overruled', { name: locked.lockedBy.name });
  return t(operations.some(({ cause }) => cause === 'gone') ? 'settings.list.dormant.gone' : 'settings.origin.invalid');
}

const iconColours: Readonly<Partial<Record<IconName, string>>> = {
  diamond: 'var(--chart-4)',
  alert: 'var(--warn-text)',
};

type Props = { section: SectionName; field: string; timeZone: string; state: FieldState; input: FieldInput };

/** Origin of a value; a click shows the whole inheritance chain. */
export function Provenance({ section, field, timeZone, state, input }: Props) {
  const t = useT();
  const { own, bound, inherited: inheritedState, chain } = state;
  const definition = fieldDefinition(section, field);
  const isOwn = own !== null && input.own;
  const origin =
    bound?.mode === 'locked' && !isOwn
      ? { icon: 'lock' as const, text: lockText('settings.origin.locked', bound, timeZone, t) }
      : isOwn && !own.inForce
        ? { icon: 'alert' as const, text: ignoredText(definition, state, own, timeZone, t) }
        : input.own
          ? {
              icon: 'diamond' as const,
              text:
                own && equalValues(definition, own.value, input.value)
                  ? own.by
                    ? t('settings.origin.hereBy', { who: own.by, when: formatDateTimeIn(own.since, timeZone) })
                    : t('settings.origin.hereSince', { when: formatDateTimeIn(own.since, timeZone) })
                  : t('settings.origin.here'),
            }
          : inheritedState.source
            ? { icon: 'return' as const, text: t('settings.origin.inherited', { name: inheritedState.source.name }) }
            : undefined;
  const tightenedText =
    bound?.mode === 'tighten'
      ? t('settings.origin.bound', { name: bound.source.name, value: valueText(definition, bound.value, t) })
      : undefined;
  // the control shows what is stored here, so the value that applies instead is named; that of a list is its rows
  const inEffect =
    state.list || isSecret(definition)
      ? undefined
      : t('settings.origin.inEffect', { value: valueText(definition, state.value, t) });
  const summary = (
    <Flex
      component="span"
      className={classes.summary ?? ''}
      display="inline-flex"
      wrap="wrap"
      align="center"
      gap={6}
      c="dimmed"
    >
      {origin ? (
        <>
          <Icon name={origin.icon} size={12} c={iconColours[origin.icon]} />
          <span>{origin.text}</span>
        </>
      ) : (
        <QuietMark text={t('settings.origin.notSet')} />
      )}
      {isOwn && !own.inForce && inEffect !== undefined && <span>· {inEffect}</span>}
      {tightenedText && <span>· {tightenedText}</span>}
    </Flex>
  );
  if (chain.length === 0) return summary;
  return (
    <Popover position="bottom-start" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.provenance} bdrs="xs" fz="inherit">
          {summary}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="label" fw="var(--weight-medium)" mb="xs">
          {t('settings.chain.title')}
        </Text>
        <Flex component="ol" direction="column" gap="xs" maw="22rem">
          {chain.map((link) => (
            <li key={link.place.id}>
              <Flex gap="md" fz="label">
                <Text span inherit flex={1} miw={0}>
                  {link.place.name}
                </Text>
                <Text span inherit fw="var(--weight-medium)" td={link.inForce ? 'none' : 'line-through'}>
                  {valueText(definition, link.value, t)}
                </Text>
              </Flex>
              <Box c="dimmed" fz="xs">
                {[
                  link.by,
                  formatDateTimeIn(link.since, timeZone),
                  link.mode !== 'free' && modeText(definition, link.mode, t),
                  link.reason,
                  !link.inForce &&
                    t(isValidValue(definition, link.value) ? 'settings.chain.notEffective' : 'settings.chain.invalid'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
            </li>
          ))}
        </Flex>
      </Popover.Dropdown>
    </Popover>
  );
}
