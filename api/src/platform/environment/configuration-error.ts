/** An error that the operator has to fix: its message states the problem and the solution, and is printed without a stack. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
