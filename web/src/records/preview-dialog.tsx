import { type ConfirmProps, ConfirmDialog } from './confirm-dialog.tsx';
import { MessageDialog } from './message-dialog.tsx';

/** Shows the effect of a change, and asks for confirmation unless there is none. */
export function PreviewDialog({ hasEffect, ...confirmation }: ConfirmProps & { readonly hasEffect: boolean }) {
  const { opened, title, message, onNo } = confirmation;
  return hasEffect ? (
    <ConfirmDialog {...confirmation} />
  ) : (
    <MessageDialog opened={opened} title={title} message={message} onClose={onNo} />
  );
}
