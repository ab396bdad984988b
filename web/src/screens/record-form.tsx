import { type ReactNode, type RefObject, useEffect } from 'react';
import { useT } from '../platform/i18n.ts';
import { useLeaveGuard } from '../platform/leave-guard.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Form } from '../ui/form.tsx';
import { PageAlert, PageBody, PageFacts } from '../ui/page.tsx';
import type { RecordEdit } from './record-edit.ts';
import { SaveBar } from '../ui/save-bar.tsx';
import { TwoVersions } from '../ui/two-versions.tsx';

type Props<In extends Record<string, unknown>, Out> = {
  edit: RecordEdit<In, Out>;
  label: string;
  /** What the button is called that makes a new record; without it the form changes one. */
  makes?: string;
  children: ReactNode;
  /** What else belongs on the page and is saved by itself. */
  further?: ReactNode;
};

/** The form of one stored record, with everything that may come between typing and being saved: a refusal, somebody who was faster, leaving too early. */
export function RecordForm<In extends Record<string, unknown>, Out>({
  edit,
  label,
  makes,
  children,
  further,
}: Props<In, Out>) {
  const t = useT();
  const { form, changed, refusal, conflict } = edit;
  const { asked, stay, leave } = useLeaveGuard(changed > 0);
  const changedText = t('ui.form.unsaved', { count: changed });
  useFocusKept(form.element, changed > 0 || edit.saving);
  useFocusKept(form.element, edit.saving);

  return (
    <>
      <PageBody>
        {refusal && <PageAlert title={t('screens.record.notSaved')}>{refusal}</PageAlert>}
        {conflict && (
          <TwoVersions
            title={t('screens.record.conflictTitle')}
            text={
              <>
                {t('screens.record.conflictText', { when: conflict.when })}
                {conflict.kept && ` ${t('screens.record.kept', { fields: conflict.kept })}`}
              </>
            }
            differences={conflict.differences}
            words={{
              yours: t('screens.record.yours'),
              theirs: t('screens.record.theirs'),
              nothing: t('screens.record.nothing'),
            }}
            onChoose={edit.choose}
          />
        )}
        <Form form={form} onSubmit={edit.save} label={label}>
          {children}
        </Form>
        {further && <PageFacts further>{further}</PageFacts>}
      </PageBody>
      <SaveBar
        changed={changed}
        always={makes !== undefined}
        changedText={changedText}
        faultyText={form.faulty > 0 ? t('ui.form.faulty', { count: form.faulty }) : undefined}
        onFaulty={form.focusFirstError}
        note={form.draftNote}
        discard={{ label: t('ui.form.discard'), onDiscard: edit.discard }}
        save={{ label: makes ?? t('ui.form.save'), onSave: form.submit, busy: edit.saving }}
      />
      <ConfirmDialog
        opened={asked}
        title={t('screens.record.leaveTitle')}
        text={t('screens.record.leaveText', { count: changed })}
        no={{ label: t('screens.record.leaveNo'), onNo: stay }}
        yes={{ label: t('screens.record.leaveYes'), onYes: leave, danger: true }}
      />
    </>
  );
}

/** Puts the focus on the form when what held it goes, or sleeps while it saves, so that the next key begins where the work was. */
function useFocusKept(form: RefObject<HTMLElement | null>, held: boolean) {
  useEffect(() => {
    const around = form.current;
    if (!held) return undefined;
    return () => {
      if (document.activeElement === document.body) around?.focus({ preventScroll: true });
    };
  }, [form, held]);
}
