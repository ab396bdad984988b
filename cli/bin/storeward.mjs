#!/usr/bin/env node
// Starts the command line with the pinned Node, which runs TypeScript. Plain JavaScript for the system's Node.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runtime } from '../../scripts/install.mjs';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const child = spawn(runtime(), [main, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => (process.exitCode = code ?? 1));
