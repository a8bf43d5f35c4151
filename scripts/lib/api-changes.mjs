import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, toolsFolder } from './api-tools.mjs';
import { Failure } from './failure.mjs';
import { root } from './install.mjs';
import { withProgress } from './progress.mjs';

/** The document of the last release: what clients that are out there were made from. */
export const RELEASED = join(root, 'docs/openapi/released.json');

const VERSION = 'v1.37.0';
const folder = join(toolsFolder, 'node_modules/.cache', `oasdiff-${VERSION}`);
const program = join(folder, process.platform === 'win32' ? 'oasdiff.exe' : 'oasdiff');

/** Whether oasdiff, a program in Go, is here or can be built. */
const hasGo = () => existsSync(program) || spawnSync('go', ['version']).status === 0;

const ensureOasdiff = async () => {
  if (existsSync(program)) return;
  await mkdir(folder, { recursive: true });
  const { code, stderr } = await withProgress(`Building oasdiff ${VERSION} (once, a minute)`, () =>
    run('go', ['install', `github.com/oasdiff/oasdiff@${VERSION}`], {
      env: { GOBIN: folder, GOFLAGS: '-mod=mod' },
    }),
  );
  if (code !== 0) throw new Failure(`oasdiff could not be built:\n${stderr}`);
};

/** What a document is compared by: its shape. Words and examples break no client, nor another way to say the same. */
export const shapeOf = (document) => withoutWords(document, '');

/**
 * What oasdiff takes for a change, and is none: one reference in an `allOf` is that reference, and what refers to objects alone
 * need not say that it is an object.
 */
const saidOnce = (schema) => {
  const { allOf, type, ...rest } = schema;
  if (!Array.isArray(allOf)) return schema;
  const [part] = allOf;
  if (allOf.length === 1 && part.$ref) return { ...rest, ...part };
  return type === 'object' ? { ...rest, allOf } : schema;
};

const WORDS = new Set(['description', 'summary', 'example', 'examples', 'x-enum-descriptions']);
const withoutWords = (given, holder) => {
  if (Array.isArray(given)) return given.map((one) => withoutWords(one, ''));
  if (typeof given !== 'object' || given === null) return given;
  // Names of fields and of components are no keywords: a field may be called `description`.
  const isMap = holder === 'properties' || holder === 'schemas';
  const node = isMap ? given : saidOnce(given);
  const kept = Object.entries(node).filter(([key]) => isMap || !WORDS.has(key));
  const isResponse = !isMap && 'description' in node && ('content' in node || holder === 'responses');
  return Object.fromEntries([
    ...(isResponse || /^([1-5][0-9X]{2}|default)$/.test(holder) ? [['description', '']] : []),
    ...kept.map(([key, value]) => [key, withoutWords(value, isMap ? '' : key)]),
  ]);
};

/** What of a change breaks clients, by oasdiff: a line each; undefined where there is no Go to build it with. */
export const breakingChanges = async (before, after) => {
  if (!hasGo()) return undefined;
  await ensureOasdiff();
  const scratch = await mkdtemp(join(tmpdir(), 'timbra-oasdiff-'));
  try {
    const [old, now] = ['before.json', 'after.json'].map((name) => join(scratch, name));
    await writeFile(old, JSON.stringify(before));
    await writeFile(now, JSON.stringify(after));
    const { code, stdout, stderr } = await run(program, ['breaking', '--format', 'json', old, now]);
    if (code !== 0) throw new Failure(`oasdiff ended with ${code}: ${stderr}`);
    const said = JSON.parse(stdout.trim() || '[]');
    const changes = Array.isArray(said) ? said : (said.changes ?? []);
    return changes.map(({ id, operation = '', path = '', text }) => ({
      rule: id,
      place: `${operation} ${path}`.trim(),
      message: text,
    }));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

export const readReleased = () =>
  existsSync(RELEASED) ? shapeOf(JSON.parse(readFileSync(RELEASED, 'utf8'))) : undefined;
