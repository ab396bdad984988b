import { useMemo } from 'react';
import { dropDraft, findDraft, keepDraft } from '../platform/drafts.ts';
import { formatClock, useT } from '../platform/i18n.ts';
import { seen } from '../platform/seen.ts';
import { useSession } from '../platform/session.ts';
import type { FormDrafts } from '../ui/drafts.tsx';

/** Where the forms of whoever is signed in keep what is typed and not saved. */
export function useFormDrafts(): FormDrafts {
  const t = useT();
  const { user } = useSession();
  const person = seen() ? undefined : user?.id; // nothing typed while only looking is to be found again
  return useMemo(
    () => ({
      find: async (form) => (person ? findDraft(person, form) : undefined),
      keep: (form, values) => void (person && keepDraft(person, form, values)),
      drop: (form) => void (person && dropDraft(person, form)),
      words: {
        kept: (at) => t('ui.draft.kept', { time: formatClock(at) }),
        restore: t('ui.draft.restore'),
        discard: t('ui.draft.discard'),
        note: (at) => (person ? t('ui.draft.note', { time: formatClock(at) }) : undefined),
      },
    }),
    [t, person],
  );
}
