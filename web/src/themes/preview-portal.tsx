import { Box, Flex, type FlexProps, Stack, Text } from '@mantine/core';
import type { Theme } from '@storeward/contract/settings/sections/theme';
import type { ReactNode } from 'react';
import type { PhraseKey } from '../platform/text/i18n.ts';
import { useT } from '../platform/text/i18n.ts';
import { BrandMark } from '../ui/image/brand.tsx';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon.tsx';
import lines from '../ui/list/lines.module.css';
import { StatusDot } from '../ui/status-dot.tsx';
import { PreviewLogo } from './preview-logo.tsx';
import classes from './preview-portal.module.css';

const menu: readonly { icon: IconName; label: PhraseKey; current?: true }[] = [
  { icon: 'home', label: 'app.title.dashboard' },
  { icon: 'users', label: 'app.title.users', current: true },
  { icon: 'structure', label: 'app.title.hierarchy' },
  { icon: 'history', label: 'app.title.audit' },
];

const sampleUsers = [
  { name: 'Priya Raman', mail: 'priya.raman@kestrelsports.com', status: 'on' },
  { name: 'Tom Ashworth', mail: 'tom.ashworth@kestrelsports.com', status: 'on' },
  { name: 'Marie Lefèvre', mail: 'marie.lefevre@kestrelsports.com', status: 'off' },
  { name: '佐藤 健', mail: 'ken.sato@kestrelsports.com', status: 'on' },
] as const;

const notices = [
  { kind: 'success', tone: 'success' },
  { kind: 'warning', tone: 'warn' },
  { kind: 'error', tone: 'error' },
] as const;

/** A sample portal page with the theme applied: header, menu, list, buttons, field and notices. */
export function PreviewPortal({ theme }: { theme: Theme }) {
  const t = useT();
  const logo = theme.logoURL ?? theme.logoURLPortrait;
  return (
    <Box className={classes.shell} w="100%" h="100%" bg="var(--canvas)">
      <Flex style={{ gridArea: 'head' }} align="center" justify="space-between" px={20}>
        {logo ? (
          <PreviewLogo src={logo} />
        ) : (
          <Flex component="span" align="center" gap={10} fz="var(--text-16)" fw="var(--weight-medium)" lh={1.5}>
            <BrandMark />
            Storeward
          </Flex>
        )}
        <Flex
          component="span"
          align="center"
          justify="center"
          w="calc(2 * var(--rem))"
          h="calc(2 * var(--rem))"
          bdrs="var(--radius-full)"
          bg="var(--primary-subtle-2)"
          c="var(--primary-text)"
          fz="var(--text-12)"
          fw="var(--weight-medium)"
          lh={1}
        >
          PR
        </Flex>
      </Flex>
      <Stack style={{ gridArea: 'menu' }} gap={2} px={12} py={8}>
        {menu.map(({ icon, label, current }) => (
          <Flex
            key={label}
            component="span"
            style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            align="center"
            gap={12}
            mih="calc(2.125 * var(--rem))"
            px={8}
            bdrs="sm"
            {...(current && { bg: 'var(--primary-subtle-2)', c: 'var(--primary-text)', fw: 'var(--weight-medium)' })}
          >
            <Icon name={icon} c={current ? undefined : 'var(--icon)'} />
            {t(label)}
          </Flex>
        ))}
      </Stack>
      <Flex
        style={{ gridArea: 'sheet', margin: '0 8px 8px 0', overflow: 'hidden' }}
        direction="column"
        miw={0}
        bd="1px solid var(--line)"
        bdrs="lg"
        bg="var(--surface)"
      >
        <Line py={16}>
          <Text component="b" fz="var(--text-20)" fw="var(--weight-medium)" lh={1.4} lts="-0.012em" flex={1}>
            {t('app.title.users')}
          </Text>
          <Control>{t('ui.action.cancel')}</Control>
          <Control look="primary">{t('themes.preview.save')}</Control>
        </Line>
        <Line pb={16}>
          <Control look="field">
            <Icon name="search" size={16} c="var(--icon)" />
            {t('themes.preview.search')}
          </Control>
          <Control look="chip">{t('ui.status.enabled')}</Control>
          <Control look="disabled">{t('themes.preview.next')}</Control>
        </Line>
        <Box className={classes.row} data-head>
          <span>{t('themes.preview.name')}</span>
          <span>{t('themes.preview.email')}</span>
          <span>{t('themes.preview.status')}</span>
        </Box>
        {sampleUsers.map(({ name, mail, status }, index) => (
          <Box key={name} className={classes.row} bg={index === 1 ? 'var(--primary-subtle)' : 'none'}>
            <Text span inherit fw="var(--weight-medium)">
              {name}
            </Text>
            <Text span inherit c="var(--text-muted)">
              {mail}
            </Text>
            <StatusDot kind={status}>{t(status === 'on' ? 'ui.status.enabled' : 'ui.status.disabled')}</StatusDot>
          </Box>
        ))}
        <Line flex={1} py={16} wrap="wrap" style={{ alignContent: 'center' }}>
          {notices.map(({ kind, tone }) => (
            <Flex
              key={kind}
              component="span"
              align="center"
              gap={6}
              px={10}
              py={6}
              bd={`1px solid var(--${tone}-line)`}
              bdrs="sm"
              bg={`var(--${tone}-subtle)`}
              c={`var(--${tone}-text)`}
            >
              <Icon name={kind === 'success' ? 'check-circle' : 'alert'} size={16} />
              {t(`ui.notify.${kind}`)}
            </Flex>
          ))}
          <Text span inherit ms={8} c="var(--primary-text)">
            {t('themes.preview.link')}
          </Text>
        </Line>
        <Line className={lines.above ?? ''} justify="flex-end" py={12}>
          <Control look="danger">{t('themes.preview.remove')}</Control>
        </Line>
      </Flex>
    </Box>
  );
}

/** A line of the sheet with controls. */
const Line = (props: FlexProps & { children: ReactNode }) => <Flex align="center" gap={8} px={24} {...props} />;

const looks = {
  default: { fw: 'var(--weight-medium)', bd: '1px solid var(--line-strong)', bg: 'var(--surface)', c: 'inherit' },
  primary: { fw: 'var(--weight-medium)', bd: '1px solid transparent', bg: 'var(--primary)', c: 'var(--on-primary)' },
  danger: { fw: 'var(--weight-medium)', bd: '1px solid transparent', bg: 'var(--error-solid)', c: 'var(--on-error)' },
  disabled: {
    fw: 'var(--weight-medium)',
    bd: '1px solid transparent',
    bg: 'var(--disabled-fill)',
    c: 'var(--text-disabled)',
  },
  chip: { flex: 'none', bd: '1px solid var(--primary-line)', bg: 'var(--primary-subtle)', c: 'var(--primary-text)' },
  field: {
    flex: 1,
    maw: 'calc(17.5 * var(--rem))',
    px: 12,
    bd: '1px solid var(--line-control)',
    bg: 'var(--surface)',
    c: 'var(--text-muted)',
  },
} as const;

const Control = ({ look = 'default', children }: { look?: keyof typeof looks; children: ReactNode }) => (
  <Flex
    component="span"
    style={{ whiteSpace: 'nowrap' }}
    align="center"
    gap={8}
    h="calc(2.25 * var(--rem))"
    px={14}
    bdrs="sm"
    {...looks[look]}
  >
    {children}
  </Flex>
);
