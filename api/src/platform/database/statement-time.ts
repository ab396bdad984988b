/** Measures for how long at least one of several statements was running. */
export class StatementTime {
  #running = 0;
  #since = 0;
  milliseconds = 0;

  during<T>(statement: Promise<T>): Promise<T> {
    this.#running += 1;
    if (this.#running === 1) this.#since = performance.now();
    const end = () => {
      this.#running -= 1;
      if (this.#running === 0) this.milliseconds += performance.now() - this.#since;
    };
    statement.then(end, end);
    return statement;
  }
}
