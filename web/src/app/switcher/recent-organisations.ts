import type { OrganisationRow } from '@storeward/contract/organisations';
import { appSettings, updateAppSettings } from '../../platform/app-settings.ts';
import { currentSession } from '../../platform/session/session.ts';

/** How many organisations are remembered on this device for each user. */
const mostRemembered = 8;

const userId = () => currentSession().user?.id ?? '';
const recentIds = (): readonly string[] => appSettings().recentOrganisations?.[userId()] ?? [];

/** Remembers that the user opened an organisation's portal on this device. */
export function rememberOrganisation(id: string): void {
  const ids = [id, ...recentIds().filter((other) => other !== id)].slice(0, mostRemembered);
  updateAppSettings({ recentOrganisations: { ...appSettings().recentOrganisations, [userId()]: ids } });
}

/** The organisations that were opened last on this device, then all others in their order. */
export function recentFirst(organisations: readonly OrganisationRow[]): readonly OrganisationRow[] {
  const rankOf = new Map(recentIds().map((id, index) => [id, index]));
  const rank = ({ id }: OrganisationRow) => rankOf.get(id) ?? mostRemembered;
  return organisations.toSorted((one, other) => rank(one) - rank(other));
}
