import { Box, Button, Flex, Text, UnstyledButton } from '@mantine/core';
import { contrastPairs, type ContrastResult } from '@storeward/contract/settings/sections/theme-contrast';
import type { Theme } from '@storeward/contract/settings/sections/theme';
import { deriveTokens } from '@storeward/contract/themes/theme-tokens';
import type { ReactNode } from 'react';
import { formatNumber, useT } from '../platform/text/i18n.ts';
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
        <Box
          key={id}
          component="section"
          px="sm"
          pt={4}
          pb={10}
          bd="1px solid var(--line)"
          bdrs="md"
          bg="var(--surface)"
          aria-label={t(`themes.group.${id}`)}
        >
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
        </Box>
      ))}
    </>
  );
}

function ContrastSummary({ pairs, editing }: { pairs: readonly ContrastResult[]; editing: Editing }) {
  const t = useT();
  const failing = pairs.filter(({ passes }) => !passes);
  const passingCount = pairs.length - failing.length;
  return (
    <Flex wrap="wrap" align="center" gap="xs" mih="1.75rem" c="dimmed" fz="label" lh="label" role="status">
      <Icon
        name={failing.length > 0 ? 'alert' : 'check-circle'}
        size={18}
        c={failing.length > 0 && !editing.disabled ? 'var(--error-text)' : 'var(--success-text)'}
      />
      <Text inherit flex={1} miw="8rem">
        {t('themes.contrast.summary', { good: passingCount, total: pairs.length })}
      </Text>
      {failing.length > 0 && !editing.disabled && (
        <Button size="xs" variant="default" onClick={() => editing.set(applySuggestions(editing.theme))}>
          {t('themes.contrast.useAll')}
        </Button>
      )}
    </Flex>
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
    <Box
      component="li"
      display="grid"
      c="dimmed"
      fz="xs"
      lh="xs"
      style={{ gridTemplateColumns: 'auto minmax(0, 1fr) auto', alignItems: 'center', gap: '4px 12px' }}
    >
      <Box
        component="span"
        className={classes.sample}
        display="block"
        w="2rem"
        h="1.5rem"
        bd="1px solid var(--line)"
        bdrs="xs"
        style={{ backgroundColor: theme.backgroundColor }}
        aria-hidden
      >
        <span style={{ backgroundColor: theme[background], color: theme[foreground] }} />
      </Box>
      <span>
        {isOwnBackground ? t(colourLabelKey(foreground)) : t(labelKey, { name: t(colourLabelKey(foreground)) })}
      </span>
      {passes && <Tag tone="success">{t('themes.contrast.readable', { measured })}</Tag>}
      {!passes && blocksPublishing && <Tag tone="error">{t('themes.contrast.unreadable', { measured })}</Tag>}
      {!passes && !blocksPublishing && <Tag>{measured}</Tag>}
      {!passes && blocksPublishing && suggestion && (
        <Suggestion c="danger">
          <span>{t('themes.contrast.tooLow')}</span>
          {!isReadOnly(editing, suggestion.field) && (
            <UnstyledButton
              className={classes.use}
              px="xs"
              bd="1px solid var(--line-strong)"
              bdrs="sm"
              c="bright"
              onClick={() => editing.set({ [suggestion.field]: suggestion.colour })}
            >
              <Dot colour={suggestion.colour} />
              {suggestion.field === foreground
                ? t('themes.contrast.use', { colour: suggestion.colour })
                : t('themes.contrast.useFor', { colour: suggestion.colour, name: t(colourLabelKey(suggestion.field)) })}
            </UnstyledButton>
          )}
        </Suggestion>
      )}
      {!passes && !blocksPublishing && <DerivedColourLine pair={pair} theme={theme} />}
    </Box>
  );
}

const Suggestion = ({ c = 'dimmed', children }: { c?: 'danger' | 'dimmed'; children: ReactNode }) => (
  <Flex component="p" style={{ gridColumn: '2 / -1' }} wrap="wrap" align="center" gap="4px 6px" c={c}>
    {children}
  </Flex>
);

const Dot = ({ colour }: { colour: string }) => (
  <Box
    component="span"
    flex="none"
    w="0.75rem"
    h="0.75rem"
    bd="1px solid var(--line-strong)"
    bdrs="var(--radius-full)"
    bg={colour}
    aria-hidden
  />
);

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
    <Suggestion>
      {colour && <Dot colour={colour} />}
      <span>{colour ? t('themes.contrast.derived', { colour }) : t('themes.contrast.disabledExempt')}</span>
    </Suggestion>
  );
}
