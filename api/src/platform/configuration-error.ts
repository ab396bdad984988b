/** An error that the operator has to fix: its message says what is wrong and what to do, and is printed without a stack. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
