import type { SettingField } from '@storeward/contract/settings/section';
import type { ComponentType, ReactNode } from 'react';
import type { t as translate } from '../../platform/i18n.ts';

export type Translate = typeof translate;

export type ControlProps = {
  readonly definition: SettingField;
  readonly label: string;
  readonly value: unknown;
  /** Whether a secret is stored. */
  readonly isSet: boolean;
  readonly error: ReactNode;
  readonly disabled: boolean;
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
  /** A value as one line of text, also if it is not set. */
  readonly text: (value: unknown, t: Translate) => string;
  /** The value with which an override starts if none is inherited. */
  readonly initialValue: unknown;
  /** Whether an override starts with the inherited value. */
  readonly copiesInherited: boolean;
  /** Whether the action that reverts an override names the value it reverts to. */
  readonly namesInherited: boolean;
  /** Replaces the action that reverts a stored value. */
  readonly StoredAction?: ComponentType<StoredActionProps>;
};

const isUnset = (value: unknown) => value === null || value === undefined || value === '';

/** Adds the text of a value that is not set. */
export const orNotSet =
  (text: (value: unknown, t: Translate) => string): FieldView['text'] =>
  (value, t) =>
    isUnset(value) ? t('settings.value.notSet') : text(value, t);

/** Defines a view; what it does not state is the behaviour of most kinds. */
export const defineView = (view: Pick<FieldView, 'Control' | 'text'> & Partial<FieldView>): FieldView => ({
  initialValue: '',
  copiesInherited: true,
  namesInherited: true,
  ...view,
});

/** The properties that all input components share. */
export const inputProps = ({ label, disabled, error, onBlur }: ControlProps) => ({
  'aria-label': label,
  disabled,
  error,
  onBlur,
});

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
