import { spawn } from 'node:child_process';

/** Runs a Node program to its end. Its output is kept, to be shown only when it fails. */
export const runNode = (args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? signal, output: output.trim() }));
  });
