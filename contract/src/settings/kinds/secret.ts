import { requiredText } from '../../fields.ts';
import { defineKind } from './field-kind.ts';

/** A text that is stored encrypted and never returned. */
export const secretKind = defineKind({
  schema: ({ maxLength = 1024 }) => requiredText(maxLength),
  isSecret: true,
  redact: () => null,
  auditValue: () => '••••',
  // only the ciphertext is stored; a deleted secret leaves null
  matchesStored: (_, value) => value !== null,
  // the value is never sent to the client, so the client sends null for a value it does not change
  keepsStored: (value) => value === null,
  displayText: () => '••••••',
});
