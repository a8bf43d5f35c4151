// npm run test:node [-- 20 22] [-- --whole | --judged]: the suites and the start on other versions of Node, which npm has as the package
// `node`. Without --whole: every spec that needs no database, and some that go through the service from end to end.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';

/** Beside the one that npm brings and everything else runs on (docs/adr/0093-a-node-of-its-own.md). */
const SUPPORTED = ['20', '22'];

/** Patterns of Jest: specs of neither kind that start a database, and a few of those. */
const CHOSEN = [
  '(?<!\\.int|\\.e2e|\\.kafka|\\.sat)\\.spec\\.ts$',
  'test/e2e/records\\.e2e',
  'test/services/documents\\.int',
  'libs/event-store/src/postgres/',
];

/** Specs that ask judges from outside of the project (docs/ci.md). */
const JUDGED = [
  'libs/cfdi/',
  'libs/pac/',
  'libs/pdf/',
  'apps/notifications/src/render/',
  'test/services/',
  'test/sdk/methods',
  'test/e2e/(invoices|settlement|delivery|newcomers)\\.e2e',
];

const { values: options, positionals } = parseArgs({
  options: { whole: { type: 'boolean', default: false }, judged: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const run = (program, args, { cwd = root, env = process.env } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: 'inherit' });
    child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
  });

/** Installs a version into a folder; gives its program. */
const install = async (version, folder) => {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`];
  const code = await run('npm', args, { cwd: folder });
  const program = join(folder, 'node_modules/node/bin/node');
  if (code !== 0 || !existsSync(program)) throw new Failure(`Node ${version} could not be installed by npm.`);
  return program;
};

/** Runs specs and a start on a Node; whatever they start by the name `node` is of that version too. */
const tryNode = async (program, folder) => {
  const { NODE_OPTIONS: _, ...rest } = process.env;
  const env = { ...rest, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
  const args = [
    join(root, 'scripts/test.mjs'),
    ...(options.whole ? ['--all'] : options.judged ? JUDGED : CHOSEN),
  ];
  if ((await run(program, args, { env })) !== 0) return 'its suites fail';
  const data = join(folder, 'data');
  const story = join(root, '.ci/story.mjs');
  const started = await run(program, [story, root, data, '--directly'], { env });
  // Where root's database lies elsewhere.
  await run(program, [story, '--forget', data], { env });
  return started === 0 ? undefined : 'the service does not start, or not end, as it should';
};

await orFailure(async () => {
  await ensureInstalled();
  const versions = positionals.length > 0 ? positionals : SUPPORTED;
  const folder = await mkdtemp(join(tmpdir(), 'timbra-node-'));
  try {
    const failed = [];
    for (const version of versions) {
      const place = join(folder, version);
      const program = await install(version, place);
      await run(program, ['-p', '"Node " + process.version']);
      const problem = await tryNode(program, place);
      if (problem) failed.push(`Node ${version}: ${problem}.`);
    }
    if (failed.length > 0) throw new Failure(failed.join('\n'));
    const which = options.whole ? 'everything' : options.judged ? 'what others judge' : 'the chosen specs';
    console.log(`PASS: ${which} on Node ${versions.join(', ')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
