import { type ConfirmProps, ConfirmDialog } from './confirm-dialog.tsx';
import { FormattedMessage, type Message } from './formatted-message.tsx';

export type QuestionProps = Omit<ConfirmProps, 'message'> & Message;

/** A confirmation whose message is a phrase. */
export const Question = ({ phrase, values, ...question }: QuestionProps) => (
  <ConfirmDialog {...question} message={<FormattedMessage phrase={phrase} {...(values && { values })} />} />
);
