import { useChosenOrganisation } from '../platform/session/chosen-organisation.ts';
import { withAllPhrases } from '../platform/text/i18n.ts';
import { hasPermission, useSession } from '../platform/session/session.ts';
import { lazyComponent } from '../ui/page/lazy-component.tsx';

const OrganisationPicker = lazyComponent(
  withAllPhrases(async () => (await import('./organisation-picker.tsx')).OrganisationPicker),
);

/** The organisation that a platform user works on, in the toolbar of a list; `reset` as for `choose`. */
export function ChosenOrganisationPicker({ reset }: { reset?: object }) {
  const isPlatformUser = useSession().user?.rootNode === 'GLOBAL';
  const { organisation, choose } = useChosenOrganisation();
  if (!isPlatformUser || !hasPermission(['LIST_ORGANISATIONS'])) return null;
  return <OrganisationPicker inToolbar value={organisation} onChange={(id) => choose(id, reset)} />;
}
