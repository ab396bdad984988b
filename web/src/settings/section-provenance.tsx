import { Popover, UnstyledButton } from '@mantine/core';
import { equalValues, isSecret, matchesSchema } from '@storeward/contract/settings/kinds/registry';
import type { SettingField } from '@storeward/contract/settings/section';
import type { FieldState } from '@storeward/contract/settings/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { formatDateTime, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import type { FieldInput } from './section-edit.ts';
import classes from './section-field.module.css';
import { valueText } from './kinds/registry.ts';
import { fieldDefinition, modeText } from './section-labels.ts';

/** Whether a stored value still matches its definition; the value of a secret is unknown and counts as valid. */
const isValidValue = (definition: SettingField, value: unknown) =>
  isSecret(definition) || matchesSchema(definition, value);

type Props = { section: SectionName; field: string; state: FieldState; input: FieldInput };

/** Origin of a value; a click shows the whole inheritance chain. */
export function Provenance({ section, field, state, input }: Props) {
  const t = useT();
  const { own, bound, inherited: inheritedState, chain } = state;
  const definition = fieldDefinition(section, field);
  const isInvalid = own && input.own && !own.inForce && !isValidValue(definition, own.value);
  const isOverruled = own && !own.inForce && input.own && !isInvalid;
  const origin =
    bound?.mode === 'locked' && !input.own
      ? { icon: 'lock' as const, text: t('settings.origin.locked', { name: bound.source.name }) }
      : isInvalid
        ? { icon: 'alert' as const, text: t('settings.origin.invalid') }
        : isOverruled
          ? { icon: 'alert' as const, text: t('settings.origin.overruled', { name: bound?.source.name ?? '' }) }
          : input.own
            ? {
                icon: 'diamond' as const,
                text:
                  own && equalValues(definition, own.value, input.value)
                    ? own.by
                      ? t('settings.origin.hereBy', { who: own.by, when: formatDateTime(own.since) })
                      : t('settings.origin.hereSince', { when: formatDateTime(own.since) })
                    : t('settings.origin.here'),
              }
            : inheritedState.source
              ? { icon: 'return' as const, text: t('settings.origin.inherited', { name: inheritedState.source.name }) }
              : { icon: 'minus' as const, text: t('settings.origin.notSet') };
  const tightenedText =
    bound?.mode === 'tighten'
      ? t('settings.origin.bound', { name: bound.source.name, value: valueText(definition, bound.value, t) })
      : undefined;
  const summary = (
    <span className={classes.summary}>
      <Icon name={origin.icon} size={12} className={classes[origin.icon] ?? ''} />
      <span>{origin.text}</span>
      {tightenedText && <span className={classes.muted}>· {tightenedText}</span>}
    </span>
  );
  if (chain.length === 0) return summary;
  return (
    <Popover position="bottom-start" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.provenance}>{summary}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.chainTitle}>{t('settings.chain.title')}</p>
        <ol className={classes.chain}>
          {chain.map((link) => (
            <li key={link.place.id} data-counts={link.inForce || undefined}>
              <span className={classes.chainNode}>{link.place.name}</span>
              <span className={classes.chainValue}>{valueText(definition, link.value, t)}</span>
              <span className={classes.chainBy}>
                {[
                  link.by,
                  formatDateTime(link.since),
                  link.mode !== 'free' && modeText(definition, link.mode, t),
                  link.reason,
                  !link.inForce &&
                    t(isValidValue(definition, link.value) ? 'settings.chain.notEffective' : 'settings.chain.invalid'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      </Popover.Dropdown>
    </Popover>
  );
}
