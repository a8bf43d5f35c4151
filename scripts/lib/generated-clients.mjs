import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, runTool, toolsFolder } from './api-tools.mjs';
import { Failure } from './failure.mjs';

const CENTRAL = 'https://repo1.maven.org/maven2/';
const GENERATOR = 'org/openapitools/openapi-generator-cli/7.25.0/openapi-generator-cli-7.25.0.jar';
/** What the generated Java imports, as its pom.xml says. */
const JARS = [
  'com/fasterxml/jackson/core/jackson-core/2.21.5/jackson-core-2.21.5.jar',
  'com/fasterxml/jackson/core/jackson-annotations/2.21/jackson-annotations-2.21.jar',
  'com/fasterxml/jackson/core/jackson-databind/2.21.5/jackson-databind-2.21.5.jar',
  'com/fasterxml/jackson/datatype/jackson-datatype-jsr310/2.21.5/jackson-datatype-jsr310-2.21.5.jar',
  'org/openapitools/jackson-databind-nullable/0.2.11/jackson-databind-nullable-0.2.11.jar',
  'jakarta/annotation/jakarta.annotation-api/1.3.5/jakarta.annotation-api-1.3.5.jar',
  'com/google/code/findbugs/jsr305/3.0.2/jsr305-3.0.2.jar',
  'org/apache/httpcomponents/httpmime/4.5.14/httpmime-4.5.14.jar',
  'org/apache/httpcomponents/httpcore/4.4.16/httpcore-4.4.16.jar',
  'org/apache/httpcomponents/httpclient/4.5.14/httpclient-4.5.14.jar',
];
const cache = join(toolsFolder, 'node_modules/.cache/jars');

/** A file of Maven Central, kept; its checksum is compared with the one that is published beside it. */
const jar = async (path) => {
  const file = join(cache, path.split('/').at(-1));
  if (existsSync(file)) return file;
  const [bytes, sum] = await Promise.all([path, `${path}.sha1`].map((one) => fetched(`${CENTRAL}${one}`)));
  const digest = createHash('sha1').update(bytes).digest('hex');
  if (digest !== sum.toString().trim().slice(0, 40))
    throw new Failure(`${path} is not what its checksum says.`);
  await mkdir(cache, { recursive: true });
  await writeFile(file, bytes);
  return file;
};
const fetched = async (url) => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Failure(`${url} answered ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
};

export const hasProgram = (name, ...args) => spawnSync(name, args).status === 0;

const mustPass = async (what, program, args, options) => {
  const { code, stdout, stderr } = await run(program, args, options);
  if (code !== 0) throw new Failure(`${what} ended with ${code}:\n${`${stdout}${stderr}`.slice(-4000)}`);
  return stdout;
};

const generate = async (document, language, out, ...options) =>
  mustPass(`openapi-generator -g ${language}`, 'java', [
    ...['-jar', await jar(GENERATOR), 'generate', '-i', document, '-g', language, '-o', out],
    ...options,
  ]);

/** A program of ours with the names that its placeholders stand for. */
const program = async (name, names) =>
  (await readFile(join(toolsFolder, 'clients', name), 'utf8')).replace(/@([\w:]+)@/g, (_, key) => {
    if (names[key] === undefined) throw new Failure(`${name}: the document has no ${key}`);
    return names[key];
  });

/** Types by openapi-typescript, under tsc --strict, without leaving out its own declarations. */
export const typescript = async ({ document, folder, env }) => {
  const place = join(folder, 'typescript');
  await mkdir(place);
  await symlink(join(toolsFolder, 'node_modules'), join(place, 'node_modules'));
  await writeFile(join(place, 'package.json'), '{ "type": "module" }');
  const { code, stderr } = await runTool('openapi-typescript', 'openapi-typescript', [
    ...[document, '-o', join(place, 'timbra.ts'), '--redocly', join(toolsFolder, 'clients/redocly.yaml')],
  ]);
  if (code !== 0) throw new Failure(`openapi-typescript ended with ${code}:\n${stderr}`);
  await writeFile(join(place, 'readme.ts'), await program('readme.ts', {}));
  const tsc = join(toolsFolder, 'node_modules/typescript/bin/tsc');
  const options = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom,dom.iterable',
  ];
  await mustPass('tsc --strict', process.execPath, [tsc, ...options, join(place, 'readme.ts')]);
  return mustPass('The TypeScript client', process.execPath, [join(place, 'readme.js')], { env });
};

export const java = async ({ document, folder, env, names }) => {
  const place = join(folder, 'java');
  const classes = join(place, 'classes');
  await generate(
    document,
    'java',
    place,
    '--additional-properties=library=native,useSingleRequestParameter=true',
  );
  await writeFile(join(place, 'src/main/java/Readme.java'), await program('Readme.java', names));
  const path = (await Promise.all(JARS.map(jar))).join(process.platform === 'win32' ? ';' : ':');
  const sources = (await readdir(join(place, 'src/main/java'), { recursive: true }))
    .filter((name) => name.endsWith('.java'))
    .map((name) => `"${join(place, 'src/main/java', name)}"`);
  await writeFile(join(place, 'sources'), sources.join('\n'));
  const javac = [
    '-nowarn',
    '-proc:none',
    '-encoding',
    'UTF-8',
    '-d',
    classes,
    '-cp',
    path,
    `@${place}/sources`,
  ];
  await mustPass('javac', 'javac', javac);
  return mustPass('The Java client', 'java', ['-cp', `${classes}:${path}`, 'Readme'], { env });
};

export const python = async ({ document, folder, env, names }) => {
  const place = join(folder, 'python');
  const venv = join(folder, 'venv');
  await generate(document, 'python', place, '--package-name', 'timbra_client');
  await mustPass('python3 -m venv', 'python3', ['-m', 'venv', venv]);
  const python = join(venv, 'bin/python');
  await mustPass('pip install', python, ['-m', 'pip', 'install', '--quiet', place]);
  await mustPass('compileall', python, ['-m', 'compileall', '-q', join(place, 'timbra_client')]);
  await writeFile(join(folder, 'readme.py'), await program('readme.py', names));
  return mustPass('The Python client', python, [join(folder, 'readme.py')], { env });
};
