import { Button, UnstyledButton } from '@mantine/core';
import { contrastPairs, type Pair } from '@storeward/contract/settings/theme-contrast';
import type { Theme } from '@storeward/contract/settings/theme';
import { deriveTokens } from '@storeward/contract/theme-tokens';
import { formatNumber, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { Tag } from '../ui/tag.tsx';
import { ColourField } from './colour-field.tsx';
import { colourGroups, colourName, type Editing, isFixed } from './theme-editing.ts';
import { ThemeOrigin } from './theme-origin.tsx';
import classes from './theme-colours.module.css';

/** All colours of a theme, each ground with its words, how well they can be read, and a click to what can. */
export function ThemeColours({ editing }: { editing: Editing }) {
  const t = useT();
  const pairs = contrastPairs(editing.theme);
  return (
    <>
      <Summary pairs={pairs.filter(({ binding }) => binding)} editing={editing} />
      {colourGroups.map(({ id, fields }) => (
        <section key={id} className={classes.group} aria-label={t(`themes.group.${id}`)}>
          {fields.map((field) => (
            <ColourField
              key={field}
              label={t(colourName(field))}
              value={editing.theme[field]}
              disabled={isFixed(editing, field)}
              onChange={(colour) => editing.set({ [field]: colour })}
            >
              <ThemeOrigin editing={editing} field={field} name={t(colourName(field))} />
            </ColourField>
          ))}
          <ul className={classes.pairs}>
            {pairs
              .filter(({ ink }) => (fields as readonly string[]).includes(ink))
              .map((pair) => (
                <PairLine key={`${pair.ink} ${pair.ground}`} pair={pair} editing={editing} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Summary({ pairs, editing }: { pairs: readonly Pair[]; editing: Editing }) {
  const t = useT();
  const short = pairs.filter(({ passes }) => !passes);
  const good = pairs.length - short.length;
  return (
    <div className={classes.summary} role="status">
      <Icon name={short.length > 0 ? 'alert' : 'check-circle'} size={18} />
      <p>{t('themes.contrast.summary', { good, total: pairs.length })}</p>
      {short.length > 0 && !editing.disabled && (
        <Button size="xs" variant="default" onClick={() => editing.set(mendedOf(editing.theme))}>
          {t('themes.contrast.useAll')}
        </Button>
      )}
    </div>
  );
}

/** Takes one suggestion after the other, since each may change what the next one is measured on. */
function mendedOf(theme: Theme): Partial<Theme> {
  let change: Partial<Theme> = {};
  for (let step = 0; step < colourGroups.length * 2; step += 1) {
    const mend = contrastPairs({ ...theme, ...change }).find(({ binding, passes }) => binding && !passes)?.mend;
    if (!mend) break;
    change = { ...change, [mend.field]: mend.colour };
  }
  return change;
}

function PairLine({ pair, editing }: { pair: Pair; editing: Editing }) {
  const t = useT();
  const { ink, ground, ratio, passes, binding, mend } = pair;
  const { theme } = editing;
  const measured = `${formatNumber(Math.floor(ratio * 10) / 10)}:1`;
  const onPage = ground === 'backgroundColor' ? 'themes.contrast.onBackground' : 'themes.contrast.onIndented';
  const own = ground !== 'backgroundColor' && ground !== 'indentedBackground';
  return (
    <li className={classes.pair} data-short={(binding && !passes) || undefined}>
      <span className={classes.sample} style={{ backgroundColor: theme.backgroundColor }} aria-hidden>
        <span style={{ backgroundColor: theme[ground], color: theme[ink] }} />
      </span>
      <span className={classes.name}>{own ? t(colourName(ink)) : t(onPage, { name: t(colourName(ink)) })}</span>
      {passes && <Tag tone="success">{t('themes.contrast.good', { measured })}</Tag>}
      {!passes && binding && <Tag tone="error">{t('themes.contrast.unreadable', { measured })}</Tag>}
      {!passes && !binding && <Tag>{measured}</Tag>}
      {!passes && binding && mend && (
        <p className={classes.mend}>
          <span>{t('themes.contrast.tooAlike')}</span>
          {!isFixed(editing, mend.field) && (
            <UnstyledButton className={classes.use} onClick={() => editing.set({ [mend.field]: mend.colour })}>
              <span className={classes.dot} style={{ backgroundColor: mend.colour }} aria-hidden />
              {mend.field === ink
                ? t('themes.contrast.use', { colour: mend.colour })
                : t('themes.contrast.useFor', { colour: mend.colour, name: t(colourName(mend.field)) })}
            </UnstyledButton>
          )}
        </p>
      )}
      {!passes && !binding && <HelpedLine pair={pair} theme={theme} />}
    </li>
  );
}

const drawnAs: Partial<Record<Pair['ink'], `--${string}`>> = {
  primaryColour: '--primary-text',
  secondaryColour: '--text-muted',
  successColour: '--success',
  warnColour: '--warn-text',
  errorColour: '--error',
};

/** What the portal does by itself where a colour is too pale for words and signs. */
function HelpedLine({ pair: { ink }, theme }: { pair: Pair; theme: Theme }) {
  const t = useT();
  const token = drawnAs[ink];
  const colour = token && deriveTokens(theme).light[token];
  return (
    <p className={classes.mend}>
      {colour && <span className={classes.dot} style={{ backgroundColor: colour }} aria-hidden />}
      <span>{colour ? t('themes.contrast.drawnAs', { colour }) : t('themes.contrast.disabledMay')}</span>
    </p>
  );
}
