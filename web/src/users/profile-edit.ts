import { ProfileInput } from '@storeward/contract/profiles';
import { User } from '@storeward/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatMoment, sayError, useLanguage, useT } from '../platform/i18n.ts';
import { restore } from '../platform/session.ts';
import { useSchemaForm } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import type { Difference } from '../ui/two-versions.tsx';
import {
  comparedFields,
  type ProfileField,
  profileFields,
  profileLabel,
  profileText,
  profileValues,
} from './profile-fields.ts';
import { ownProfile, useSaveProfile } from './queries.ts';

type Conflict = { yours: ProfileInput; theirs: ProfileInput; fields: ProfileField[]; when: string };

/** What leads to a new password: whoever changes it is asked for the present one. */
const keyFields = ['emailId', 'phoneNumber', 'secretWord'] as const;

/** Editing one's own profile: the form, saving it, and when the password is needed for that. */
export function useProfileEdit(user: User) {
  const t = useT();
  const [reader] = useLanguage();
  const notify = useNotify();
  const client = useQueryClient();
  const saveProfile = useSaveProfile(user.id);
  const form = useSchemaForm({ schema: ProfileInput, initialValues: profileValues(user), say: sayError });
  const [version, setVersion] = useState(user.version);
  const [conflict, setConflict] = useState<Conflict>();
  const [refusal, setRefusal] = useState<string>();

  const dirty = (field: ProfileField) => form.isDirty(field);
  const keysChanged = keyFields.filter(dirty);
  // the password is no change of its own, it only goes with one
  const changed = profileFields.filter((field) => field !== 'password' && dirty(field)).length;

  /** Takes a newer version as the ground to stand on, and puts what is to be kept over it. */
  function standOn(newer: User, keep: Partial<ProfileInput>) {
    form.accept(profileValues(newer));
    form.setValues(keep);
    setVersion(newer.version);
  }

  // A new picture is a new version too; nothing that is being typed is lost by it.
  useEffect(() => {
    if (user.version > version && !saveProfile.isPending) standOn(user, only(form.getValues(), dirty));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what the server tells anew counts
  }, [user]);

  async function save(input: ProfileInput) {
    if (changed === 0 || saveProfile.isPending) return;
    if (keysChanged.length > 0 && !input.password) return form.refuse({ password: sayError('password.needed') });
    const sent = form.getValues();
    setRefusal(undefined);
    try {
      const saved = await saveProfile.mutateAsync({ input, version });
      const typed = form.getValues();
      standOn(
        saved,
        only(typed, (field) => typed[field] !== sent[field]),
      );
      setConflict(undefined);
      notify.success(t('profile.saved'));
      void restore();
    } catch (fault) {
      refuse(fault instanceof ApiError ? fault : new ApiError(0));
    }
  }

  function refuse(fault: ApiError) {
    const theirs = fault.code === 'record.stale' ? User.safeParse(fault.current) : undefined;
    if (theirs?.success) return settleWith(theirs.data);
    if (fault.code === 'password.needed' || fault.code === 'password.oldWrong')
      return form.refuse({ password: sayError(fault.code) });
    const sentences = fault.errors.filter(({ path }) => profileFields.includes(path as ProfileField));
    if (sentences.length > 0) {
      return form.refuse(
        Object.fromEntries(sentences.map(({ path, messageCode, message }) => [path, sayError(messageCode, message)])),
      );
    }
    // A failure of ours is told to nobody: what was typed is still there, and can be saved again.
    if (fault.code !== 'unknown' && fault.status < 500) setRefusal(sayError(fault.code, fault.message));
  }

  function settleWith(newer: User) {
    const [yours, theirs] = [form.getValues(), profileValues(newer)];
    const fields = comparedFields.filter((field) => yours[field] !== theirs[field]);
    standOn(newer, only(yours, dirty));
    client.setQueryData(ownProfile(user.id).queryKey, newer);
    if (fields.length === 0) notify.info(t('users.edit.sameAlready'));
    setConflict(fields.length > 0 ? { yours, theirs, fields, when: formatMoment(newer.updatedDate) } : undefined);
  }

  const differences = conflict?.fields.map((field): Difference => {
    const [now, theirs] = [form.values[field], conflict.theirs[field]];
    const yours = now === theirs ? conflict.yours[field] : now;
    return {
      id: field,
      label: profileLabel(field, t),
      yours: profileText(field, yours, reader, t),
      theirs: profileText(field, theirs, reader, t),
      chosen: now === theirs ? 'theirs' : 'yours',
    };
  });

  return {
    form,
    changed,
    keysChanged,
    saving: saveProfile.isPending,
    refusal,
    conflict: conflict && differences && { when: conflict.when, differences },
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

const only = (values: ProfileInput, wanted: (field: ProfileField) => boolean): Partial<ProfileInput> =>
  Object.fromEntries(profileFields.filter(wanted).map((field) => [field, values[field]]));
