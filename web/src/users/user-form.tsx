import { Alert, TextInput } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { useLeaveGuard } from '../platform/leave-guard.ts';
import { useT } from '../platform/i18n.ts';
import { CountryPicker } from '../reference/country-picker.tsx';
import { LanguagePicker } from '../reference/language-picker.tsx';
import { TimeZonePicker } from '../reference/time-zone-picker.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FixedField, Form, FormSection, OptionalLabel, Wide } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { SaveBar } from '../ui/save-bar.tsx';
import { TwoVersions } from '../ui/two-versions.tsx';
import { useUserEdit } from './user-edit.ts';
import { pathText } from './user-names.ts';
import classes from './user-page.module.css';

/** Changes what is filled in about a user; place, role and user name stand beside it, locked. */
export function UserForm({ user }: { user: User }) {
  const t = useT();
  const { form, saving, refusal, conflict, save, choose, discard } = useUserEdit(user);
  const { asked, stay, leave } = useLeaveGuard(form.changed > 0);
  const nothingFound = t('users.edit.nothingFound');
  const lock = <Icon name="lock" size={16} title={t('users.edit.locked')} />;

  return (
    <>
      <div className={classes.body}>
        {refusal && (
          <Alert
            className={classes.alert ?? ''}
            color="danger"
            icon={<Icon name="error-circle" />}
            title={t('users.edit.notSaved')}
          >
            {refusal}
          </Alert>
        )}
        {conflict && (
          <TwoVersions
            title={t('users.edit.conflictTitle')}
            text={
              <>
                {t('users.edit.conflictText', { when: conflict.when })}
                {conflict.kept && ` ${t('users.edit.kept', { fields: conflict.kept })}`}
              </>
            }
            differences={conflict.differences}
            words={{ yours: t('users.edit.yours'), theirs: t('users.edit.theirs'), nothing: t('users.view.none') }}
            onChoose={choose}
          />
        )}
        <Form form={form} onSubmit={save} label={t('app.title.userEdit')}>
          <FormSection title={t('users.section.person')} text={t('users.section.personText')}>
            <TextInput label={t('users.field.firstName')} autoComplete="off" {...form.getInputProps('firstName')} />
            <TextInput label={t('users.field.lastName')} autoComplete="off" {...form.getInputProps('lastName')} />
            <TextInput
              label={t('users.field.email')}
              type="email"
              autoComplete="off"
              {...form.getInputProps('emailId')}
            />
            <TextInput
              label={<OptionalLabel label={t('users.field.phone')} optional={t('ui.form.optional')} />}
              type="tel"
              autoComplete="off"
              {...form.getInputProps('phoneNumber')}
            />
            <LanguagePicker label={t('users.field.language')} {...form.getInputProps('language')} />
            <TimeZonePicker
              label={t('users.field.timeZone')}
              nothingFoundMessage={nothingFound}
              {...form.getInputProps('timeZone')}
            />
            <CountryPicker
              label={<OptionalLabel label={t('users.field.country')} optional={t('ui.form.optional')} />}
              nothingFoundMessage={nothingFound}
              clearButtonProps={{ 'aria-label': t('users.edit.noCountry') }}
              {...form.getInputProps('country')}
            />
          </FormSection>
          <FormSection title={t('users.section.place')} text={t('users.section.placeFixed')}>
            <Wide>
              <FixedField label={t('users.field.place')} mark={lock}>
                <span title={pathText(user.path)}>{pathText(user.path) || t('users.list.noPlace')}</span>
              </FixedField>
            </Wide>
            <FixedField label={t('users.field.role')} mark={lock}>
              {user.userRole.map(({ name }) => name).join(', ') || t('users.list.noRole')}
            </FixedField>
          </FormSection>
          <FormSection title={t('users.section.signIn')} text={t('users.section.signInFixed')}>
            <FixedField label={t('users.field.userName')} mark={lock}>
              {user.userName}
            </FixedField>
            <FixedField label={t('users.field.domain')} mark={lock}>
              {user.domainName ?? t('users.view.none')}
            </FixedField>
          </FormSection>
        </Form>
      </div>
      <SaveBar
        changed={form.changed}
        changedText={t('ui.form.unsaved', { count: form.changed })}
        faultyText={form.faulty > 0 ? t('ui.form.faulty', { count: form.faulty }) : undefined}
        onFaulty={form.focusFirstError}
        note={form.draftNote}
        discard={{ label: t('ui.form.discard'), onDiscard: discard }}
        save={{ label: t('ui.form.save'), onSave: form.submit, busy: saving }}
      />
      <ConfirmDialog
        opened={asked}
        title={t('users.edit.leaveTitle')}
        text={t('ui.form.unsaved', { count: form.changed })}
        no={{ label: t('users.edit.leaveNo'), onNo: stay }}
        yes={{ label: t('users.edit.leaveYes'), onYes: leave, danger: true }}
      />
    </>
  );
}
