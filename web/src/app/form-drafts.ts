import { useMemo } from 'react';
import { deleteDraft, findDraft, saveDraft } from '../platform/drafts.ts';
import { formatTime, useT } from '../platform/text/i18n.ts';
import { currentImpersonation } from '../platform/session/impersonation-state.ts';
import { useSession } from '../platform/session/session.ts';
import type { FormDrafts } from '../ui/form/drafts.tsx';

/** Draft storage of the signed-in user for all forms. */
export function useFormDrafts(): FormDrafts {
  const t = useT();
  const { user } = useSession();
  const userId = currentImpersonation() ? undefined : user?.id; // no drafts during impersonation
  return useMemo(
    () => ({
      findDraft: async (form) => (userId ? findDraft(userId, form) : undefined),
      saveDraft: (form, values) => void (userId && saveDraft(userId, form, values)),
      deleteDraft: (form) => void (userId && deleteDraft(userId, form)),
      labels: {
        available: (at) => t('ui.draft.available', { time: formatTime(at) }),
        restore: t('ui.draft.restore'),
        discard: t('ui.draft.discard'),
        note: (at) => (userId ? t('ui.draft.note', { time: formatTime(at) }) : undefined),
      },
    }),
    [t, userId],
  );
}
