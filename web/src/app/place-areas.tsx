import type { NodeType } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import type { SettingArea } from '@storeward/contract/settings/section';
import type { t as say } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import type { PageTab } from '../ui/page-tabs.tsx';
import { lazily } from '../ui/lazily.tsx';
import { Waiting } from './waiting.tsx';

const SettingsForm = lazily(async () => (await import('../settings/settings-form.tsx')).SettingsForm, Waiting);
const WebhookList = lazily(async () => (await import('../webhooks/webhook-list.tsx')).WebhookList, Waiting);
const PlaceTheme = lazily(async () => (await import('./place-theme.tsx')).PlaceTheme, Waiting);

type Place = { readonly id: NodeId; readonly nodeType: NodeType };

/** The parts of a place's page that settings stand in: all of them to be read, and to be changed those that the reader may. */
export function placeAreas(
  place: Place,
  editing: boolean,
  mayEdit: Readonly<Record<SettingArea, boolean>>,
  t: typeof say,
): PageTab[] {
  return (
    (['configuration', 'theme', 'module'] as const)
      .filter((area) => !editing || mayEdit[area])
      // what modules are set to is listed to those alone whose role says so, and changed by fewer
      .filter(
        (area) => area !== 'module' || (may(['LIST_SETTING']) && (!editing || may(['CREATE_SETTING', 'EDIT_SETTING']))),
      )
      .map((area) => ({
        key: area,
        label: t(`settings.area.${area}`),
        content:
          area === 'theme' ? (
            <PlaceTheme key={place.id} place={place} editing={editing} />
          ) : (
            <SettingsForm
              key={`${place.id} ${area}`}
              place={place}
              area={area}
              editing={editing}
              further={
                area === 'configuration' && mayEdit.configuration
                  ? { key: 'webhooks', label: t('webhooks.title'), content: <WebhookList nodeId={place.id} /> }
                  : undefined
              }
            />
          ),
      }))
  );
}
