import { type ConfirmProps, ConfirmDialog } from './confirm-dialog.tsx';
import { FormattedMessage, type Message } from './formatted-message.tsx';

export type PhraseConfirmProps = Omit<ConfirmProps, 'message'> & Message;

/** A confirmation whose message is a phrase. */
export const PhraseConfirm = ({ phrase, values, ...props }: PhraseConfirmProps) => (
  <ConfirmDialog {...props} message={<FormattedMessage phrase={phrase} {...(values && { values })} />} />
);
