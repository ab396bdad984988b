import { Menu, UnstyledButton } from '@mantine/core';
import { modesOf, type SettingMode } from '@storeward/contract/settings/section';
import type { FieldReach, FieldState } from '@storeward/contract/settings/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { type ReactNode, useId, useState } from 'react';
import { formatMomentIn, formatNumber, useT } from '../platform/i18n.ts';
import { fieldLabel } from '../platform/setting-names.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Provenance } from './section-provenance.tsx';
import { SectionControl } from './section-control.tsx';
import { type Choice, inherited } from './section-edit.ts';
import classes from './section-field.module.css';
import { authorText, declared, modeText, valueText } from './section-words.ts';

type Props = {
  section: SectionName;
  field: string;
  /** On whose clock plans begin. */
  timeZone: string;
  state: FieldState;
  choice: Choice;
  changed: boolean;
  error: ReactNode;
  readOnly: boolean;
  /** Whether the place has others below it that a mode could bind. */
  hasBelow: boolean;
  reach: FieldReach | undefined;
  /** Where it is told who they are; nothing for whoever may not look there. */
  radar: string | undefined;
  onChange: (choice: Choice) => void;
  onBlur: () => void;
  onWithdraw: ((changeId: string) => void) | undefined;
  /** Forgets a secret for good. */
  onDelete: (() => void) | undefined;
};

/** One setting of a place: its value, where that comes from and what stands above it, and the one step that makes sense. */
export function SectionField(props: Props) {
  const { section, field, state, choice, changed, error, readOnly, hasBelow, onChange, onBlur } = props;
  const t = useT();
  const one = declared(section, field);
  const label = fieldLabel(section, field, t);
  const locked = state.bound?.mode === 'locked';
  const fixed = readOnly || locked;
  const value = choice.own ? choice.value : state.inherited.value;
  const isSet = choice.own ? state.own !== null || choice.value !== null : state.inherited.isSet;
  const id = useId();
  return (
    <div className={classes.field} data-changed={changed || undefined} role="group" aria-labelledby={id}>
      <div className={classes.name}>
        <span id={id} className={classes.label}>
          {label}
        </span>
        <Hint section={section} field={field} />
      </div>
      <div className={classes.said}>
        <div className={classes.controls}>
          <div className={classes.control}>
            <SectionControl
              declared={one}
              label={label}
              value={locked && !choice.own ? state.value : value}
              isSet={isSet}
              error={error}
              disabled={fixed || !choice.own}
              onChange={(next) => onChange({ ...choice, value: next })}
              onBlur={onBlur}
            />
          </div>
          {choice.own && hasBelow && !fixed && (
            <ModeMenu
              modes={modesOf(one)}
              mode={choice.mode}
              label={label}
              text={(mode) => modeText(one, mode, t)}
              onChange={(mode) => onChange({ ...choice, mode })}
            />
          )}
        </div>
        <div className={classes.line}>
          <Provenance {...props} />
          {!readOnly && <Step {...props} />}
        </div>
        <Coming {...props} />
      </div>
      <Below reach={props.reach} radar={props.radar} />
    </div>
  );
}

/** What a setting does, where its name does not say it all. */
function Hint({ section, field }: Pick<Props, 'section' | 'field'>) {
  const t = useT();
  if (section !== 'nodeConfig' || field !== 'autoLogoutDuration') return null;
  return <span className={classes.hint}>{t('settings.hint.autoLogoutDuration')}</span>;
}

/** How a value binds the places below: an icon while it does not, spelled out when it does. */
function ModeMenu({
  modes,
  mode,
  label,
  text,
  onChange,
}: {
  modes: readonly SettingMode[];
  mode: SettingMode;
  label: string;
  text: (mode: SettingMode) => string;
  onChange: (mode: SettingMode) => void;
}) {
  const t = useT();
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton
          className={classes.mode}
          data-binds={mode !== 'free' || undefined}
          aria-label={t('settings.mode.of', { label, mode: text(mode) })}
        >
          <Icon name={mode === 'free' ? 'selector' : 'lock'} size={16} />
          {mode !== 'free' && <span>{text(mode)}</span>}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('settings.mode.title')}</Menu.Label>
        {modes.map((one) => (
          <Menu.Item
            key={one}
            leftSection={
              <Icon name={one === mode ? 'check' : 'minus'} size={16} className={one === mode ? '' : classes.unseen} />
            }
            aria-current={one === mode || undefined}
            onClick={() => onChange(one)}
          >
            {text(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The one step that makes sense: to set a value here, or to go back to what would come from above. */
function Step({ section, field, state, choice, onChange, onDelete }: Props) {
  const t = useT();
  const one = declared(section, field);
  const label = fieldLabel(section, field, t);
  if (one.kind === 'secret' && state.own && choice.value === null && onDelete)
    return <DeleteSecret label={label} name={state.chain.at(-1)?.place.name ?? ''} onDelete={onDelete} />;
  if (one.kind === 'secret' && state.own && choice.value !== null)
    return (
      <UnstyledButton
        className={classes.action}
        aria-label={`${label}: ${t('settings.secret.deleteNo')}`}
        onClick={() => onChange({ ...choice, own: true, value: null })}
      >
        {t('settings.secret.deleteNo')}
      </UnstyledButton>
    );
  if (choice.own)
    return (
      <UnstyledButton
        className={classes.action}
        aria-label={`${label}: ${t('settings.step.revert')}`}
        onClick={() => onChange(inherited)}
      >
        {one.kind === 'secret' || state.inherited.value === null || one.kind === 'picture' || one.kind === 'group'
          ? t('settings.step.revert')
          : t('settings.step.revertTo', { value: valueText(one, state.inherited.value, t) })}
      </UnstyledButton>
    );
  if (state.bound?.mode === 'locked') return null;
  return (
    <UnstyledButton
      className={classes.action}
      aria-label={`${label}: ${t('settings.step.set')}`}
      onClick={() =>
        onChange({
          own: true,
          value:
            one.kind === 'secret'
              ? ''
              : (state.inherited.value ?? (one.kind === 'switch' ? false : one.kind === 'picture' ? null : '')),
          mode: 'free',
        })
      }
    >
      {t('settings.step.set')}
    </UnstyledButton>
  );
}

/** Asks before a secret is forgotten: nobody can bring it back. */
function DeleteSecret({ label, name, onDelete }: { label: string; name: string; onDelete: () => void }) {
  const t = useT();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <UnstyledButton
        className={classes.action}
        aria-label={`${label}: ${t('settings.secret.delete')}`}
        onClick={() => setAsked(true)}
      >
        {t('settings.secret.delete')}
      </UnstyledButton>
      <ConfirmDialog
        opened={asked}
        title={t('settings.secret.deleteTitle')}
        text={t('settings.secret.deleteText', { name })}
        no={{ label: t('settings.secret.deleteNo'), onNo: () => setAsked(false) }}
        yes={{
          label: t('settings.secret.delete'),
          danger: true,
          onYes: () => {
            setAsked(false);
            onDelete();
          },
        }}
      />
    </>
  );
}

/** What begins or ends later on. */
function Coming({ section, field, timeZone, state, readOnly, onWithdraw }: Props) {
  const t = useT();
  const one = declared(section, field);
  if (state.coming.length === 0) return null;
  const momentOf = (from: string) => `${formatMomentIn(from, timeZone)} (${timeZone})`;
  return (
    <ul className={classes.coming}>
      {state.coming.map(({ changeId, from, own, value, mode, ...author }) => (
        <li key={`${changeId} ${from}`}>
          <Icon name="clock" size={12} />
          <span>
            {[
              own
                ? t('settings.coming.value', { when: momentOf(from), value: valueText(one, value, t) })
                : t('settings.coming.end', { when: momentOf(from) }),
              mode !== 'free' && modeText(one, mode, t),
              authorText(author, t),
              author.reason,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {!readOnly && onWithdraw && (
            <UnstyledButton className={classes.action} onClick={() => onWithdraw(changeId)}>
              {t('settings.coming.withdraw')}
            </UnstyledButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** How many places below have set it themselves. */
function Below({ reach, radar }: Pick<Props, 'reach' | 'radar'>) {
  const t = useT();
  if (!reach) return null;
  if (reach.own === 0) return <span className={classes.below}>{t('settings.below.none')}</span>;
  const words = t('settings.below.own', { count: reach.own, figure: formatNumber(reach.own) });
  return (
    <span className={classes.below}>
      {radar ? (
        <Link href={radar} title={t('settings.below.title', { count: reach.own })}>
          {words}
        </Link>
      ) : (
        words
      )}
    </span>
  );
}
