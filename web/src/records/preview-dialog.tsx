import { type ConfirmProps, ConfirmDialog } from './confirm-dialog.tsx';
import { MessageDialog } from './message-dialog.tsx';

/** Shows what a change would do, and asks whether to make it unless it would do nothing. */
export function PreviewDialog({ hasEffect, ...question }: ConfirmProps & { readonly hasEffect: boolean }) {
  const { opened, title, message, onNo } = question;
  return hasEffect ? (
    <ConfirmDialog {...question} />
  ) : (
    <MessageDialog opened={opened} title={title} message={message} onClose={onNo} />
  );
}
