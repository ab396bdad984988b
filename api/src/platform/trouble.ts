/** Something the operator has to put right: its message says what is wrong and what to do, and is printed without a stack. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
}
