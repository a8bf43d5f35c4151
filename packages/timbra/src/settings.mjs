import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from './failure.mjs';

const DEFAULT_URL = 'http://localhost:3000/v2';

/**
 * @typedef {object} Settings
 * @property {string} apiUrl without a slash at its end
 * @property {string} key a Test key
 */

/**
 * @typedef {object} Place
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {string} cwd
 */

/**
 * Where the service is, and by which key: from TIMBRA_API_URL and TIMBRA_API_KEY, else from the demo.json that `npm start`
 * leaves.
 *
 * @param {Place} place
 * @returns {Settings}
 */
export function readSettings({ env, cwd }) {
  const asked = env['TIMBRA_API_URL'] || undefined;
  const given = env['TIMBRA_API_KEY'] || undefined;
  const demo = given ? undefined : findDemo({ env, cwd });
  const apiUrl = readUrl(asked ?? demo?.base_url ?? DEFAULT_URL);
  // The demo's key is shown to no other server.
  const demoKey = demo && (!asked || isSameHost(apiUrl, demo.base_url)) ? demo.test_key : undefined;
  const key = given ?? demoKey;
  if (key === undefined)
    throw new Failure(
      demo
        ? `TIMBRA_API_URL is ${apiUrl}: set TIMBRA_API_KEY to a Test key of that service (sk_test_…).`
        : 'No key: set TIMBRA_API_KEY to a Test key (sk_test_…), or run this where `npm start` has left .data/demo.json.',
    );
  return { apiUrl, key: judgeKey(key) };
}

/** @param {string} key */
function judgeKey(key) {
  if (key.startsWith('sk_test_')) return key;
  if (key.startsWith('sk_live_'))
    throw new Failure(
      'TIMBRA_API_KEY is a Live key. Events are received in Test only: set it to a Test key (sk_test_…).',
    );
  if (key.startsWith('sk_user_'))
    throw new Failure(
      'TIMBRA_API_KEY is a User key. Set it to the Test key of the organization whose events you want (sk_test_…).',
    );
  throw new Failure('TIMBRA_API_KEY is no Test key: those begin with sk_test_.');
}

/** @param {string} text */
function readUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Failure(`TIMBRA_API_URL is "${text}", which is no http address. Example: ${DEFAULT_URL}`);
  return text.replace(/\/+$/, '');
}

/** @param {string} one @param {string} other */
function isSameHost(one, other) {
  const [first, second] = [new URL(one), new URL(other)];
  /** @param {URL} url */
  const isLocal = ({ hostname }) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return first.host === second.host || (isLocal(first) && isLocal(second));
}

/**
 * @param {Place} place
 * @returns {{ base_url: string, test_key: string } | undefined}
 */
function findDemo({ env, cwd }) {
  const folders = env['TIMBRA_DATA'] ? [resolve(cwd, env['TIMBRA_DATA'])] : [];
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    folders.push(join(folder, '.data'));
    if (dirname(folder) === folder) break;
  }
  for (const folder of folders) {
    const demo = readDemo(join(folder, 'demo.json'));
    if (demo) return demo;
  }
  return undefined;
}

/** @param {string} path */
function readDemo(path) {
  try {
    const { base_url, test_key } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof base_url === 'string' && typeof test_key === 'string' ? { base_url, test_key } : undefined;
  } catch (error) {
    const code = /** @type {{ code?: string }} */ (error).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Failure(`${path} can't be read: ${code ?? 'it is no JSON'}.`);
  }
}
