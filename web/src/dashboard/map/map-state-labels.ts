import { useT } from '../../platform/text/i18n.ts';
import type { MapState } from './map-clusters.ts';

export function useStateLabels(): Readonly<Record<MapState, string>> {
  const t = useT();
  return {
    inOrder: t('figures.map.inOrder'),
    silent: t('figures.stores.silent'),
    disabled: t('ui.status.disabled'),
  };
}
