import { Button, UnstyledButton } from '@mantine/core';
import { contrastPairs, type ContrastResult } from '@storeward/contract/settings/theme-contrast';
import type { Theme } from '@storeward/contract/settings/theme';
import { deriveTokens } from '@storeward/contract/theme-tokens';
import { formatNumber, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { Tag } from '../ui/tag.tsx';
import { ColourField } from './colour-field.tsx';
import { colourGroups, colourLabelKey, type Editing, isReadOnly } from './theme-editing.ts';
import { ThemeOrigin } from './theme-origin.tsx';
import classes from './theme-colours.module.css';

/** The colours of a theme with the contrast of each text and background pair, and suggested readable shades. */
export function ThemeColours({ editing }: { editing: Editing }) {
  const t = useT();
  const pairs = contrastPairs(editing.theme);
  return (
    <>
      <ContrastSummary pairs={pairs.filter(({ blocksPublishing }) => blocksPublishing)} editing={editing} />
      {colourGroups.map(({ id, fields }) => (
        <section key={id} className={classes.group} aria-label={t(`themes.group.${id}`)}>
          {fields.map((field) => (
            <ColourField
              key={field}
              label={t(colourLabelKey(field))}
              value={editing.theme[field]}
              disabled={isReadOnly(editing, field)}
              onChange={(colour) => editing.set({ [field]: colour })}
            >
              <ThemeOrigin editing={editing} field={field} name={t(colourLabelKey(field))} />
            </ColourField>
          ))}
          <ul className={classes.pairs}>
            {pairs
              .filter(({ foreground }) => (fields as readonly string[]).includes(foreground))
              .map((pair) => (
                <PairLine key={`${pair.foreground} ${pair.background}`} pair={pair} editing={editing} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function ContrastSummary({ pairs, editing }: { pairs: readonly ContrastResult[]; editing: Editing }) {
  const t = useT();
  const failing = pairs.filter(({ passes }) => !passes);
  const passingCount = pairs.length - failing.length;
  return (
    <div className={classes.summary} role="status">
      <Icon name={failing.length > 0 ? 'alert' : 'check-circle'} size={18} />
      <p>{t('themes.contrast.summary', { good: passingCount, total: pairs.length })}</p>
      {failing.length > 0 && !editing.disabled && (
        <Button size="xs" variant="default" onClick={() => editing.set(applySuggestions(editing.theme))}>
          {t('themes.contrast.useAll')}
        </Button>
      )}
    </div>
  );
}

/** Applies the suggestions one by one, because each may change the contrast of other pairs. */
function applySuggestions(theme: Theme): Partial<Theme> {
  let change: Partial<Theme> = {};
  for (let attempt = 0; attempt < colourGroups.length * 2; attempt += 1) {
    const suggestion = contrastPairs({ ...theme, ...change }).find(
      ({ blocksPublishing, passes }) => blocksPublishing && !passes,
    )?.fix;
    if (!suggestion) break;
    change = { ...change, [suggestion.field]: suggestion.colour };
  }
  return change;
}

function PairLine({ pair, editing }: { pair: ContrastResult; editing: Editing }) {
  const t = useT();
  const { foreground, background, ratio, passes, blocksPublishing, fix: suggestion } = pair;
  const { theme } = editing;
  const measured = `${formatNumber(Math.floor(ratio * 10) / 10)}:1`;
  const labelKey = background === 'backgroundColor' ? 'themes.contrast.onBackground' : 'themes.contrast.onIndented';
  const isOwnBackground = background !== 'backgroundColor' && background !== 'indentedBackground';
  return (
    <li className={classes.pair} data-short={(blocksPublishing && !passes) || undefined}>
      <span className={classes.sample} style={{ backgroundColor: theme.backgroundColor }} aria-hidden>
        <span style={{ backgroundColor: theme[background], color: theme[foreground] }} />
      </span>
      <span>
        {isOwnBackground ? t(colourLabelKey(foreground)) : t(labelKey, { name: t(colourLabelKey(foreground)) })}
      </span>
      {passes && <Tag tone="success">{t('themes.contrast.readable', { measured })}</Tag>}
      {!passes && blocksPublishing && <Tag tone="error">{t('themes.contrast.unreadable', { measured })}</Tag>}
      {!passes && !blocksPublishing && <Tag>{measured}</Tag>}
      {!passes && blocksPublishing && suggestion && (
        <p className={classes.suggestion}>
          <span>{t('themes.contrast.tooLow')}</span>
          {!isReadOnly(editing, suggestion.field) && (
            <UnstyledButton
              className={classes.use}
              onClick={() => editing.set({ [suggestion.field]: suggestion.colour })}
            >
              <span className={classes.dot} style={{ backgroundColor: suggestion.colour }} aria-hidden />
              {suggestion.field === foreground
                ? t('themes.contrast.use', { colour: suggestion.colour })
                : t('themes.contrast.useFor', { colour: suggestion.colour, name: t(colourLabelKey(suggestion.field)) })}
            </UnstyledButton>
          )}
        </p>
      )}
      {!passes && !blocksPublishing && <DerivedColourLine pair={pair} theme={theme} />}
    </li>
  );
}

const derivedTokens: Partial<Record<ContrastResult['foreground'], `--${string}`>> = {
  primaryColour: '--primary-text',
  secondaryColour: '--text-muted',
  successColour: '--success',
  warnColour: '--warn-text',
  errorColour: '--error',
};

/** Shows the darker shade that the portal derives when a colour is too pale for text and icons. */
function DerivedColourLine({ pair: { foreground }, theme }: { pair: ContrastResult; theme: Theme }) {
  const t = useT();
  const token = derivedTokens[foreground];
  const colour = token && deriveTokens(theme).light[token];
  return (
    <p className={classes.suggestion}>
      {colour && <span className={classes.dot} style={{ backgroundColor: colour }} aria-hidden />}
      <span>{colour ? t('themes.contrast.derived', { colour }) : t('themes.contrast.disabledExempt')}</span>
    </p>
  );
}
