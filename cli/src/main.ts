import { CommanderError } from 'commander';
import { exitCodeOf, messageOf } from './failures.ts';
import { createProgram } from './program.ts';

// a reader that stops early, such as head, is no error
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await createProgram().parseAsync();
} catch (error) {
  // commander has printed its own messages
  if (!(error instanceof CommanderError)) process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = exitCodeOf(error);
}
