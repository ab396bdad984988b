import type { ColumnField, ParsedValue } from '@storeward/contract/settings/kinds/registry';
import type { NodeId } from '@storeward/contract/nodes';
import type { FieldState } from '@storeward/contract/settings/engine/section-state';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import type { ComponentType, ReactNode } from 'react';
import type { PartConflict } from '../../records/record-conflict.ts';
import type { t as translate } from '../../platform/text/i18n.ts';

export type Translate = typeof translate;

/** What the control of a field needs for the fields inside its value: columns of a list, properties of an object. */
export type FieldParts = {
  readonly label: (part: string) => string;
  readonly hint: (part: string, definition: ColumnField) => string | undefined;
  /** Errors by the path inside the value, such as `2.code`. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly viewOf: (definition: Pick<SettingField, 'kind'>) => FieldView;
};

export type ControlProps = {
  readonly definition: SettingField;
  readonly label: string;
  readonly value: unknown;
  /** Whether a secret is stored. */
  readonly isSet: boolean;
  readonly error: ReactNode;
  readonly disabled: boolean;
  readonly parts: FieldParts;
  /** What is stored for the field; absent for a part of another field. */
  readonly state?: FieldState;
  /** The node whose field it is; absent for a part of another field. */
  readonly nodeId?: NodeId;
  /** Whether the node can have descendants, which may be restricted. */
  readonly hasDescendants?: boolean;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
};

export type StoredActionProps = {
  readonly label: string;
  /** The node that stores the value. */
  readonly nodeName: string;
  /** Whether the form holds a value that replaces the stored one. */
  readonly isReplaced: boolean;
  readonly onKeep: () => void;
  readonly onDelete: () => void;
};

/** How the portal edits and displays the values of one kind. */
export type FieldView = {
  readonly Control: ComponentType<ControlProps>;
  /** The value with which an override starts if none is inherited. */
  readonly initialValue: unknown;
  /** Whether an override starts with the inherited value. */
  readonly copiesInherited: boolean;
  /** Whether the action that reverts an override names the value it reverts to. */
  readonly namesInherited: boolean;
  /** Whether the value takes the whole width below its label. */
  readonly isWide: boolean;
  /** Whether the values are short, so that a column of a list needs little room. */
  readonly isNarrow: boolean;
  /**
   * For fields whose form value is a set of changes instead of a value: the value without changes, and the errors of a
   * set. Such a field can be edited without an own value.
   */
  readonly changes?: (field: SettingField) => FieldChanges | undefined;
  /** A small picture of a value, beside its text in the rows of a list. */
  readonly Thumbnail?: ComponentType<{ readonly value: unknown }>;
  /** Replaces the action that reverts a stored value. */
  readonly StoredAction?: ComponentType<StoredActionProps>;
};

export type FieldChanges = {
  readonly none: unknown;
  /** The changes that remove all operations of the node on the field. */
  readonly revert: (state: FieldState) => unknown;
  /** The changes that make the field as these changes of `state` have it, after it was reverted; and how many rows it has then. */
  readonly restore: (value: unknown, state: FieldState) => { readonly value: unknown; readonly rows: number };
  readonly validate: (value: unknown, state: FieldState) => ParsedValue;
  /** The parts that these changes and another user have changed differently since `base`. */
  readonly conflicts: (
    value: unknown,
    base: FieldState,
    newer: FieldState,
    parts: Pick<FieldParts, 'label'>,
    t: Translate,
  ) => readonly PartConflict<unknown>[];
};

/** Defines a view; omitted properties have the behaviour of most kinds. */
export const defineView = (view: Pick<FieldView, 'Control'> & Partial<FieldView>): FieldView => ({
  initialValue: '',
  copiesInherited: true,
  namesInherited: true,
  isWide: false,
  isNarrow: false,
  ...view,
});

/** The properties that all input components share. */
export const inputProps = ({ label, disabled, error, onBlur }: ControlProps) => ({
  'aria-label': label,
  disabled,
  error,
  onBlur,
});
