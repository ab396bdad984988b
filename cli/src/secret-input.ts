import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Reads a secret from a pipe, or from a terminal without showing it. */
export async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  process.stderr.write(`${prompt}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    const [line] = (await once(lines, 'line')) as [string];
    return line;
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
