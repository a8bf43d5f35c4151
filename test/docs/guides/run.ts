import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { differencesOf, patternOf } from './compare.js';
import { readGuide, type Step } from './read.js';

/** Does what a guide says in a folder of its own, in one shell, as a reader who pastes every block in order. */

const ROOT = resolve(import.meta.dirname, '../../..');
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;
export const hasCurl = isThere('curl');
/** What a machine may lack: its steps are left out there. */
const isInstalled = { sh: true, js: true, python: isThere('python3'), java: isThere('java') } as const;

/** Stands before the real curl, and writes down each answer of a step: `<step>.<number>.head` and `.body`. */
const CURL = `#!/bin/sh
number=$(($(cat "$GUIDE/count" 2>/dev/null || echo 0) + 1))
echo $number > "$GUIDE/count"
answer="$GUIDE/$(cat "$GUIDE/step").$number"
: > "$answer.head"
echo "$*" > "$answer.args"
code=0
PATH=\${PATH#*:} curl -D "$answer.head" "$@" > "$answer.body" || code=$?
cat "$answer.body"
exit $code
`;

/** In place of the folder that a guide makes for its files: one that has its files already, and what it would install. */
const MKTEMP = `#!/bin/sh
echo "\${GUIDE%/guide}/work"
`;
/** In place of npm, which would download the SDK. */
const NPM = `#!/bin/sh
[ "$1" = install ]
`;

/** What the shell is given for a step: its output goes to a file, its variables stay. */
function scriptOf(step: Step, number: number): string {
  const code =
    step.language === 'sh'
      ? step.code
      : `${program[step.language]} "$GUIDE/../work/step-${number}.${suffix[step.language]}"\n`;
  return `echo ${number} > "$GUIDE/step"\n{\n${code}} > "$GUIDE/${number}.out"\n`;
}
const program = {
  js: `'${process.execPath}'`,
  python: 'python3',
  java: 'java -XX:TieredStopAtLevel=1',
} as const;
const suffix = { js: 'mjs', python: 'py', java: 'java' } as const;

/** A port on which nobody listens. */
const findPort = (): Promise<number> =>
  new Promise((settle) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => settle(port));
    });
  });

/**
 * Runs a guide, and says where what comes of it differs from what it says.
 *
 * @param demo what `.data/demo.json` has: where the service is, and its keys
 * @returns sentences that name the line of the guide; none where all is as it says
 */
export async function runGuide(markdown: string, demo: object): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'timbra-guide-'));
  try {
    const port = await findPort();
    // The one thing that is not as in the text: port 4000 may be taken.
    const steps = await prepare(folder, markdown.replaceAll('4000', String(port)), demo);
    const error = await runScript(folder, steps);
    const problems = await Promise.all(steps.map((step, number) => judge(folder, step, number)));
    // The folder itself is the clone.
    const left = (await readdir(folder)).filter((name) => !OWN.includes(name));
    return [
      ...(error === undefined ? [] : [error]),
      ...problems.flat(),
      ...left.map((name) => `${name} is left in the clone`),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is beside the shell before a guide begins: of the clone `.data` alone. */
const OWN = ['.data', 'guide', 'bin', 'work'];

/** Writes the files of the guide and what it needs; answers the steps to run. */
async function prepare(folder: string, markdown: string, demo: object): Promise<Step[]> {
  for (const name of OWN) await mkdir(join(folder, name));
  await writeFile(join(folder, '.data/demo.json'), JSON.stringify(demo));
  for (const [name, script] of Object.entries({ curl: CURL, mktemp: MKTEMP, npm: NPM }))
    await writeFile(join(folder, 'bin', name), script, { mode: 0o755 });
  const work = join(folder, 'work');
  await symlink(join(ROOT, 'node_modules'), join(work, 'node_modules'));
  const steps: Step[] = [];
  for (const part of readGuide(markdown)) {
    if ('name' in part) await writeFile(join(work, part.name), part.content);
    else if (isInstalled[part.language]) {
      if (part.language !== 'sh')
        await writeFile(join(work, `step-${steps.length}.${suffix[part.language]}`), part.code);
      steps.push(part);
    }
  }
  return steps;
}

/** Runs the steps in one shell, which stops at the first command that fails: what it said then, or nothing. */
async function runScript(folder: string, steps: readonly Step[]): Promise<string | undefined> {
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    GUIDE: join(folder, 'guide'),
  };
  const shell = spawn('sh', ['-eu', '-c', steps.map(scriptOf).join('\n')], {
    ...{ cwd: folder, env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] as const },
  });
  const said: Buffer[] = [];
  shell.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise((settle) => shell.on('exit', settle));
  try {
    // What the reader would stop by Ctrl-C: servers that still listen.
    if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGTERM');
  } catch {
    // Nothing is left.
  }
  if (code === 0) return undefined;
  const at = Number(await read(join(folder, 'guide/step')));
  return `line ${steps[at]?.line ?? 0}: the shell ended with ${String(code)}: ${Buffer.concat(said).toString().slice(-2000)}`;
}

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** What of a step is not as the guide says. */
async function judge(folder: string, step: Step, number: number): Promise<string[]> {
  const trace = join(folder, 'guide');
  const problems: string[] = [];
  const count = Number(await read(join(trace, 'count')));
  const answers: { status: number; body: string }[] = [];
  for (let at = 1; at <= count; at++) {
    const head = await read(join(trace, `${number}.${at}.head`));
    const [, status] = [...head.matchAll(/^HTTP\/\S+ (\d{3})/gm)].at(-1) ?? [];
    // Requests to the reader's own server are its business.
    if (status !== undefined && (await read(join(trace, `${number}.${at}.args`))).includes('/v2/'))
      answers.push({ status: Number(status), body: await read(join(trace, `${number}.${at}.body`)) });
  }
  const last = step.answer ? answers.pop() : undefined;
  for (const { status, body } of answers)
    if (status >= 300) problems.push(`was answered ${status}: ${body.slice(0, 1500)}`);
  if (step.answer) {
    const { status, body } = last ?? { status: 0, body: 'null' };
    if (status !== step.answer.status) problems.push(`was answered ${status}: ${body.slice(0, 1500)}`);
    else problems.push(...differencesOf(step.answer.body, JSON.parse(body)));
  }
  if (step.output !== undefined)
    problems.push(...missingLines(step.output, await read(join(trace, `${number}.out`))));
  return problems.map((problem) => `line ${step.line}: ${problem}`);
}

/** Lines that a guide says are printed, and are not. */
function missingLines(shown: string, printed: string): string[] {
  const lines = printed.split('\n').map((line) => line.trim());
  return shown
    .trim()
    .split('\n')
    .filter((line) => !lines.some((real) => patternOf(line.trim()).test(real)))
    .map((line) => `"${line.trim()}" is not printed, but: ${printed.slice(0, 1500)}`);
}
