import { type ReactNode, type RefObject, useEffect } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { Form } from '../ui/form/schema-form.tsx';
import { useChangeConfirmations } from './change-confirmations.tsx';
import { SaveBar } from '../ui/form/save-bar.tsx';
import { PageAlert, PageBody, PageDetails } from '../ui/page/page.tsx';
import type { RecordEdit } from './record-edit.ts';
import { ConflictResolver } from '../ui/form/conflict-resolver.tsx';

type Props<In extends Record<string, unknown>, Out> = {
  edit: RecordEdit<In, Out>;
  label: string;
  /** Label of the create button; without it the form edits a record. */
  createLabel?: string;
  children: ReactNode;
  /** Wraps the form, for example to show an index beside it; by default the form is not wrapped. */
  renderAround?: (form: ReactNode) => ReactNode;
  /** Details of the change as a whole, above the buttons that save or discard it. */
  changeDetails?: ReactNode;
  /** Additional content that is saved separately. */
  additionalContent?: ReactNode;
};

/** The form of a record with submit errors, conflict resolution, save bar and leave confirmation. */
export function RecordForm<In extends Record<string, unknown>, Out>({
  edit,
  label,
  createLabel,
  children,
  renderAround = (form) => form,
  changeDetails,
  additionalContent,
}: Props<In, Out>) {
  const t = useT();
  const { form, changed, submitError, conflict, merged } = edit;
  const changedText = t('ui.form.unsaved', { count: changed });
  const { discard, confirmations } = useChangeConfirmations({
    changed,
    onDiscard: edit.discard,
    origin: () => form.element.current,
  });
  useRestoreFocus(form.element, changed > 0 || edit.saving);
  useRestoreFocus(form.element, edit.saving);

  return (
    <>
      <PageBody>
        {submitError && <PageAlert title={t('records.form.notSaved')}>{submitError}</PageAlert>}
        {merged && (
          <PageAlert icon="info" color="primary" title={t('records.form.mergedTitle')}>
            {t('records.form.mergedText', { change: merged.change, fields: merged.keptFields })}
          </PageAlert>
        )}
        {conflict && (
          <ConflictResolver
            title={t('records.form.conflictTitle')}
            text={
              changed === 0 ? (
                t('records.form.conflictSettled')
              ) : (
                <>
                  {t('records.form.conflictText', { change: conflict.change })}
                  {conflict.keptFields && ` ${t('records.form.keptFields', { fields: conflict.keptFields })}`}
                </>
              )
            }
            close={changed === 0 ? { label: t('ui.action.close'), onClose: edit.endConflict } : undefined}
            differences={conflict.differences}
            labels={{
              yours: t('records.form.yours'),
              theirs: t('records.form.theirs'),
              empty: t('records.form.emptyValue'),
            }}
            onSelect={edit.chooseSide}
          />
        )}
        {renderAround(
          <Form form={form} onSubmit={edit.save} label={label}>
            {children}
          </Form>,
        )}
        {additionalContent && <PageDetails belowForm>{additionalContent}</PageDetails>}
      </PageBody>
      {changed > 0 && changeDetails}
      <SaveBar
        changed={changed}
        alwaysOpen={createLabel !== undefined}
        changedText={changedText}
        invalidText={form.errorCount > 0 ? t('ui.form.invalid', { count: form.errorCount }) : undefined}
        onShowInvalid={form.focusFirstError}
        note={form.draftNote}
        discard={discard}
        save={{ label: createLabel ?? t('ui.form.save'), onSave: form.submit, busy: edit.saving }}
      />
      {confirmations}
    </>
  );
}

/**
 * Moves the focus to the form when the focused element disappears or is disabled, so that keyboard users continue
 * there.
 */
function useRestoreFocus(form: RefObject<HTMLElement | null>, isActive: boolean) {
  useEffect(() => {
    const element = form.current;
    if (!isActive) return undefined;
    return () => {
      if (document.activeElement === document.body) element?.focus({ preventScroll: true });
    };
  }, [form, isActive]);
}
