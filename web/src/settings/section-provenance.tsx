import { Popover, UnstyledButton } from '@mantine/core';
import { isUnderstood } from '@storeward/contract/settings/binding';
import type { SettingField } from '@storeward/contract/settings/section';
import type { FieldState } from '@storeward/contract/settings/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { formatMoment, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import type { Choice } from './section-edit.ts';
import classes from './section-field.module.css';
import { declared, modeText, valueText } from './section-words.ts';

/** Whether a value is still one; of a secret nothing is told that could be judged. */
const isKnown = (one: SettingField, value: unknown) => one.kind === 'secret' || isUnderstood(one, value);

type Props = { section: SectionName; field: string; state: FieldState; choice: Choice };

/** Where a value comes from; a click shows all that is said on the way down. */
export function Provenance({ section, field, state, choice }: Props) {
  const t = useT();
  const { own, bound, inherited: above, chain } = state;
  const one = declared(section, field);
  const lost = own && choice.own && !own.inForce && !isKnown(one, own.value);
  const overruled = own && !own.inForce && choice.own && !lost;
  const words =
    bound?.mode === 'locked' && !choice.own
      ? { icon: 'lock' as const, text: t('settings.from.locked', { name: bound.source.name }) }
      : lost
        ? { icon: 'alert' as const, text: t('settings.from.notUnderstood') }
        : overruled
          ? { icon: 'alert' as const, text: t('settings.from.overruled', { name: bound?.source.name ?? '' }) }
          : choice.own
            ? {
                icon: 'diamond' as const,
                text:
                  own && own.value === choice.value
                    ? own.by
                      ? t('settings.from.hereBy', { who: own.by, when: formatMoment(own.since) })
                      : t('settings.from.hereSince', { when: formatMoment(own.since) })
                    : t('settings.from.here'),
              }
            : above.source
              ? { icon: 'return' as const, text: t('settings.from.inherited', { name: above.source.name }) }
              : { icon: 'minus' as const, text: t('settings.from.nobody') };
  const tightened =
    bound?.mode === 'tighten'
      ? t('settings.from.bound', { name: bound.source.name, value: valueText(one, bound.value, t) })
      : undefined;
  const line = (
    <span className={classes.words}>
      <Icon name={words.icon} size={12} className={classes[words.icon] ?? ''} />
      <span>{words.text}</span>
      {tightened && <span className={classes.quiet}>· {tightened}</span>}
    </span>
  );
  if (chain.length === 0) return line;
  return (
    <Popover position="bottom-start" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.provenance}>{line}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.chainTitle}>{t('settings.chain.title')}</p>
        <ol className={classes.chain}>
          {chain.map((link) => (
            <li key={link.place.id} data-counts={link.inForce || undefined}>
              <span className={classes.chainPlace}>{link.place.name}</span>
              <span className={classes.chainValue}>{valueText(one, link.value, t)}</span>
              <span className={classes.chainBy}>
                {[
                  link.by,
                  formatMoment(link.since),
                  link.mode !== 'free' && modeText(one, link.mode, t),
                  link.reason,
                  !link.inForce &&
                    t(isKnown(one, link.value) ? 'settings.chain.notCounting' : 'settings.chain.notUnderstood'),
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
