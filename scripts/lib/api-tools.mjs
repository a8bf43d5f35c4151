import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgramsInstalled, root } from './install.mjs';

/** Programs of others that read the API's document: a package of their own, which the service does not depend on. */
export const toolsFolder = join(root, 'scripts/openapi');

export const ensureTools = () =>
  ensureProgramsInstalled(toolsFolder, 'Installing the linters of the API document (once, half a minute)');

/** The file that a package of the tools names as its program. */
const binOf = (name, program) => {
  const folder = join(toolsFolder, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[program]);
};

// They ask for newer versions of themselves, and tell their makers that they run.
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', SCARF_ANALYTICS: 'false' };

/** Runs a program of the tools to its end, in their folder; what it prints on each stream. */
export const runTool = (name, program, args) =>
  run(process.execPath, [binOf(name, program), ...args], { cwd: toolsFolder });

/** Runs any program to its end. */
export const run = (program, args, { cwd = root, env = {} } = {}) =>
  new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...QUIET, ...env }, stdio: ['ignore', 'pipe', 'pipe'] };
    const child = spawn(program, args, options);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? signal, stdout, stderr }));
  });
