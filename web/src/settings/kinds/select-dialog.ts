import type { NodeId } from '@storeward/contract/nodes';

/** A dialog that selects one of the choices of a field. */
export type SelectDialogProps = {
  readonly nodeId: NodeId;
  readonly choices: readonly string[];
  readonly value: string | null;
  /** Without a value the dialog changes nothing. */
  readonly onClose: (value?: string) => void;
};
