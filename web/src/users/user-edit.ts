import { User, UserInput } from '@storeward/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatMoment, sayError, useLanguage, useT } from '../platform/i18n.ts';
import { currentSession, restore } from '../platform/session.ts';
import { useSchemaForm } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import type { Difference } from '../ui/two-versions.tsx';
import { oneUser, useSaveUser } from './queries.ts';
import { fieldLabel, filledIn, readable, userFields } from './user-fields.ts';
import type { UserField } from './user-fields.ts';
import { fullName } from './user-names.ts';

type Conflict = { yours: UserInput; theirs: UserInput; fields: UserField[]; kept: string; when: string };

/** Editing one user: the form, saving it, and what is to be settled when somebody else was faster. */
export function useUserEdit(user: User) {
  const t = useT();
  const [reader] = useLanguage();
  const notify = useNotify();
  const client = useQueryClient();
  const saveUser = useSaveUser(user.id);
  const form = useSchemaForm({ schema: UserInput, initialValues: filledIn(user), say: sayError });
  const [{ version, ground }, setGround] = useState({ version: user.version, ground: filledIn(user) });
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();

  /** Takes a newer version as the ground to stand on, and puts what is to be kept over it. */
  function standOn(newer: User, keep: Partial<UserInput>) {
    form.accept(filledIn(newer));
    form.setValues(keep);
    setGround({ version: newer.version, ground: filledIn(newer) });
  }

  async function save(input: UserInput) {
    if (form.changed === 0 || saveUser.isPending) return;
    const sent = form.getValues();
    setRefusal(undefined);
    try {
      const saved = await saveUser.mutateAsync({ input, version });
      const typed = form.getValues();
      standOn(
        saved,
        only(typed, (field) => typed[field] !== sent[field]),
      );
      setConflict(undefined);
      notify.success(t('users.edit.saved', { name: fullName(saved) }));
      if (saved.id === currentSession().user?.id) void restore();
    } catch (fault) {
      refuse(fault instanceof ApiError ? fault : new ApiError(0));
    }
  }

  const listed = (names: string[]) => new Intl.ListFormat(reader, { type: 'conjunction' }).format(names);

  function refuse(fault: ApiError) {
    const theirs = fault.code === 'record.stale' ? User.safeParse(fault.current) : undefined;
    if (theirs?.success) return settleWith(theirs.data);
    const sentences = fault.errors.filter(({ path }) => userFields.includes(path as UserField));
    if (sentences.length > 0) {
      return form.refuse(
        Object.fromEntries(sentences.map(({ path, messageCode, message }) => [path, sayError(messageCode, message)])),
      );
    }
    // What broke is told to nobody: what was typed is still there, and can be saved again.
    if (!fault.isFault) setRefusal(sayError(fault.code, fault.message));
  }

  function settleWith(newer: User) {
    const [yours, theirs] = [form.getValues(), filledIn(newer)];
    // What only one of the two has touched is no question: theirs is there already, yours stays.
    const fields = userFields.filter((field) => yours[field] !== theirs[field] && theirs[field] !== ground[field]);
    const kept = userFields.filter((field) => yours[field] !== theirs[field] && theirs[field] === ground[field]);
    const keptNames = listed(kept.map((field) => fieldLabel(field, t)));
    standOn(
      newer,
      only(yours, (field) => form.isDirty(field)),
    );
    client.setQueryData(oneUser(user.id).queryKey, newer);
    if (fields.length > 0) {
      return setConflict({ yours, theirs, fields, kept: keptNames, when: formatMoment(newer.updatedDate) });
    }
    setConflict(undefined);
    notify.info(kept.length > 0 ? t('users.edit.keptAll', { fields: keptNames }) : t('users.edit.sameAlready'));
  }

  /** What is in the form wins over what was there when the question came up: it may have been typed on. */
  const differences = conflict?.fields.map((field): Difference => {
    const [now, theirs] = [form.values[field], conflict.theirs[field]];
    const yours = now === theirs ? conflict.yours[field] : now;
    return {
      id: field,
      label: fieldLabel(field, t),
      yours: readable(field, yours, reader),
      theirs: readable(field, theirs, reader),
      chosen: now === theirs ? 'theirs' : 'yours',
    };
  });

  return {
    form,
    saving: saveUser.isPending,
    refusal,
    conflict: conflict && differences && { when: conflict.when, kept: conflict.kept, differences },
    save,
    choose: (field: string, side: 'yours' | 'theirs') => {
      if (conflict) form.setValues(only(conflict[side], (name) => name === field));
    },
    discard: () => {
      form.reset();
      setConflict(undefined);
      setRefusal(undefined);
    },
  };
}

const only = (values: UserInput, wanted: (field: UserField) => boolean): Partial<UserInput> =>
  Object.fromEntries(userFields.filter(wanted).map((field) => [field, values[field]]));
