import { Button, Flex, Text } from '@mantine/core';
import type { CalendarChange } from '@storeward/contract/settings/endpoints/change-calendar';
import { sectionOf } from '@storeward/contract/settings/sections';
import { useState } from 'react';
import { formatInstant, useT } from '../../platform/text/i18n.ts';
import { hasPermission } from '../../platform/session/session.ts';
import { fieldLabel, sectionLabel } from '../../platform/text/setting-labels.ts';
import { LazyPhraseConfirm } from '../../records/lazy-phrase-confirm.tsx';
import { Link } from '../../ui/page/link.tsx';
import { Notice } from '../../ui/page/notice.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { FieldDifferences } from '../changes/field-differences.tsx';
import { useWithdraw } from '../queries.ts';
import { authorText } from '../section/section-labels.ts';
import { periodText } from './change-text.ts';
import { Drawer } from '../../ui/dialog/drawer.tsx';

type Props = {
  change: CalendarChange;
  changes: readonly CalendarChange[];
  onShow: (change: CalendarChange) => void;
  onClose: () => void;
};

const editPermissions = {
  configuration: ['EDIT_NODE_CONFIGURATION', 'UPDATE_ORGANISATION_CONFIG'],
  theme: ['EDIT_NODE_THEME', 'UPDATE_ORGANISATION_THEME'],
  module: ['EDIT_NODE_MODULE', 'UPDATE_ORGANISATION_MODULE'],
} as const;

/** One planned change: what it does and when, what makes it ineffective, and its withdrawal. */
export function ChangeDrawer({ change, changes, onShow, onClose }: Props) {
  const t = useT();
  const { section, place, timeZone, begun, reason, conflicts, conflictsArePartial } = change;
  const { area } = sectionOf(section);
  const withdraw = useWithdraw(place.id, section);
  const [confirming, setConfirming] = useState(false);
  return (
    <Drawer
      opened
      onClose={onClose}
      size="26rem"
      title={t('settings.history.heading', { section: sectionLabel(section, t), name: place.name })}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Flex direction="column" gap="md">
        <Text>
          {periodText(change, t)} <Text span c="dimmed">{`(${timeZone})`}</Text>
        </Text>
        <FieldDifferences section={section} changes={change.fields} />
        <Text size="label" c="dimmed">
          {[authorText(change, t), reason].filter(Boolean).join(' · ')}
        </Text>
        {conflicts.map(({ changeId, place: bounding, field, from, until }) => {
          const above = changes.find(({ id }) => id === changeId);
          return (
            <Notice key={`${changeId ?? bounding.id} ${field}`} tone="error" icon="alert">
              <Text span inherit flex="1 1 14rem">
                {t(conflictPhrase(changeId, until), {
                  setting: fieldLabel(section, field, t),
                  name: bounding.name,
                  from: formatInstant(from, timeZone),
                  until: until ? formatInstant(until, timeZone) : '',
                })}
              </Text>
              {above && (
                <TextButton onClick={() => onShow(above)}>
                  {t('settings.calendar.showOther', { name: bounding.name })}
                </TextButton>
              )}
            </Notice>
          );
        })}
        {conflictsArePartial && <Text c="dimmed">{t('settings.calendar.moreConflicts')}</Text>}
        <Flex wrap="wrap" gap="xs">
          <Button
            component={Link}
            href={`/structure/${place.id}/view?tab=${area}&section=${section}`}
            variant="default"
          >
            {t('settings.calendar.openSettings')}
          </Button>
          {!begun && hasPermission(editPermissions[area]) && (
            <Button variant="default" loading={withdraw.isPending} onClick={() => setConfirming(true)}>
              {t('settings.planned.withdraw')}
            </Button>
          )}
        </Flex>
      </Flex>
      <LazyPhraseConfirm
        opened={confirming}
        title={t('settings.calendar.withdrawTitle')}
        phrase="settings.calendar.withdrawText"
        values={{ name: place.name }}
        onNo={() => setConfirming(false)}
        onYes={() => {
          setConfirming(false);
          withdraw.mutate(change.id, { onSuccess: onClose });
        }}
        danger
      />
    </Drawer>
  );
}

function conflictPhrase(changeId: string | null, until: string | null) {
  if (changeId === null) return 'settings.calendar.notAllowed';
  return until === null ? 'settings.calendar.overruledFrom' : 'settings.calendar.overruled';
}
