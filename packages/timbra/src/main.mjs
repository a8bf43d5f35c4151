import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { trigger } from './api.mjs';
import { Failure, misuse } from './failure.mjs';
import { readTarget } from './forward.mjs';
import { HELP } from './help.mjs';
import { listen } from './listen.mjs';
import { readSettings } from './settings.mjs';
import { isSecret, makeSecret } from './sign.mjs';

const common = /** @type {const} */ ({
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  'print-json': { type: 'boolean' },
});
const ofListen = /** @type {const} */ ({
  'forward-to': { type: 'string', short: 'f' },
  events: { type: 'string', short: 'e' },
  secret: { type: 'string' },
  since: { type: 'string' },
  'skip-verify': { type: 'boolean' },
});

/**
 * Runs the program with its arguments.
 *
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function main(args) {
  // A reader that has enough, such as head, is no fault.
  process.stdout.on('error', () => process.exit(0));
  try {
    await run(args);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
}

/** @param {string[]} args */
async function run(args) {
  const { values, positionals } = parse(args);
  const [command, ...rest] = positionals;
  if (values.version) return void process.stdout.write(`${versionOf()}\n`);
  if (values.help || command === 'help') return void process.stdout.write(HELP);
  if (command === undefined) throw misuse('What is to be done: listen, or trigger?');
  if (command === 'listen') return runListen(values, rest);
  if (command === 'trigger') return runTrigger(values, rest);
  throw misuse(`There is no command "${command}".`);
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, options: { ...common, ...ofListen }, allowPositionals: true });
  } catch (error) {
    throw misuse(error instanceof Error ? error.message : String(error));
  }
}

/** @typedef {ReturnType<typeof parse>['values']} Values */

/** @param {Values} values @param {string[]} rest */
async function runListen(values, rest) {
  if (rest.length > 0) throw misuse(`listen takes no "${rest[0]}": did you mean --forward-to ${rest[0]}?`);
  const asked = values['forward-to'];
  const target = asked === undefined ? undefined : readTarget(asked);
  const given = values.secret ?? (process.env['TIMBRA_WEBHOOK_SECRET'] || undefined);
  if (given !== undefined && !isSecret(given))
    throw misuse('The secret must be whsec_ and base64 of at least 24 bytes, as webhooks have them.');
  const types = (values.events ?? '').split(',').map((type) => type.trim());
  await listen({
    settings: readSettings({ env: process.env, cwd: process.cwd() }),
    target,
    secret: given ?? makeSecret(),
    isSecretGiven: given !== undefined,
    types: types.filter((type) => type !== ''),
    since: values.since,
    printJson: values['print-json'] ?? false,
    verify: !values['skip-verify'],
    signal: untilInterrupted(),
  });
}

/** @param {Values} values @param {string[]} rest */
async function runTrigger(values, rest) {
  const [type, extra] = rest;
  if (type === undefined) throw misuse('trigger needs a type, such as invoice.status_updated.');
  if (extra !== undefined) throw misuse(`trigger takes one type: "${extra}" is one too many.`);
  for (const name of Object.keys(ofListen))
    if (name in values) throw misuse(`--${name} is an option of listen.`);
  const event = await trigger(readSettings({ env: process.env, cwd: process.cwd() }), type);
  process.stdout.write(
    values['print-json'] ? `${JSON.stringify(event)}\n` : `Triggered ${event.type}: event ${event.id}\n`,
  );
}

/** The first Ctrl-C ends it in order, the second at once. */
function untilInterrupted() {
  const controller = new AbortController();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
    });
  return controller.signal;
}

function versionOf() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return version;
}
