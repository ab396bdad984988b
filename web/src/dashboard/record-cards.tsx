import { hasPermission, useSession } from '../platform/session/session.ts';
import { AttentionCard } from './attention-card.tsx';
import { NewestNodesCard, NewestUsersCard, OverridesCard, PlannedChangesCard, RunsCard } from './list-cards.tsx';
import { SecurityCard } from './security-card.tsx';
import { StoresCard } from './stores-card.tsx';

/**
 * The cards about single records of the user's scope. A card whose endpoint requires more than the dashboard's
 * permission is left out.
 */
export function RecordCards() {
  const { level } = useSession();
  return (
    <>
      <AttentionCard />
      {hasPermission(['VIEW_USER', 'VIEW_NODE'], 'all') && <SecurityCard />}
      {hasPermission(['LIST_USERS']) && <NewestUsersCard />}
      {level !== 'STORE' && <NewestNodesCard />}
      <RunsCard />
      {level !== 'STORE' && <OverridesCard />}
      <PlannedChangesCard />
      {level !== 'STORE' && <StoresCard />}
    </>
  );
}
