import { Popover, UnstyledButton } from '@mantine/core';
import type { FieldState } from '@storeward/contract/settings/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { formatMoment, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import type { Choice } from './section-edit.ts';
import classes from './section-field.module.css';
import { declared, modeText, valueText } from './section-words.ts';

type Props = { section: SectionName; field: string; state: FieldState; choice: Choice };

/** Where a value comes from; a click shows all that is said on the way down. */
export function Provenance({ section, field, state, choice }: Props) {
  const t = useT();
  const { own, bound, inherited: above, chain } = state;
  const one = declared(section, field);
  const overruled = own && !own.inForce && choice.own;
  const words =
    bound?.mode === 'locked' && !choice.own
      ? { icon: 'lock' as const, text: t('settings.from.locked', { name: bound.source.name }) }
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
                  !link.inForce && t('settings.chain.notCounting'),
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
