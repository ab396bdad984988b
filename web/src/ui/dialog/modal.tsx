import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useReturnFocus } from './return-focus.ts';

type Props = ModalProps & {
  /** Element to focus after closing if the control that opened the dialog is gone by then. */
  origin?: (() => HTMLElement | null) | undefined;
};

/** A dialog in the middle of the window; the focus returns when it is closed, and also when it is removed open. */
export function Modal({ origin, ...props }: Props) {
  useReturnFocus(props.opened, origin);
  return <MantineModal {...props} returnFocus={false} />;
}
