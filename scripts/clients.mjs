// npm run test:clients: clients that programs of others make of the OpenAPI document (openapi-typescript; openapi-generator for
// Java and Python), compiled, and making README's own requests of a running service. What needs Java or Python is skipped
// where they are not; the generator and its libraries come from Maven Central and PyPI.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureTools, run } from './lib/api-tools.mjs';
import { Failure, orFailure } from './lib/failure.mjs';
import { hasProgram, java, python, typescript } from './lib/generated-clients.mjs';
import { ensureInstalled, root } from './lib/install.mjs';

const EXPECTED = /^valid 691\.2 %PDF- true$/;

/** The service, started as a user starts it, in a folder of its own. */
const boot = async (data) => {
  const env = { ...process.env, TIMBRA_DATA: data, TIMBRA_PORT: '0' };
  const service = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
  const end = new Promise((resolve) => service.once('close', resolve));
  const demo = join(data, 'demo.json');
  for (let tries = 0; tries < 3000; tries++) {
    if (service.exitCode !== null) throw new Failure('npm start ended by itself.');
    if (existsSync(demo)) {
      const { base_url, test_key } = JSON.parse(readFileSync(demo, 'utf8'));
      const ready = await fetch(`${base_url}/customers`, {
        headers: { authorization: `Bearer ${test_key}` },
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (ready)
        return {
          origin: base_url.replace(/\/v2$/, ''),
          key: test_key,
          stop: () => (service.kill('SIGINT'), end),
        };
    }
    await sleep(100);
  }
  throw new Failure('The service was not ready after five minutes.');
};

const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);
const camel = (name) =>
  name.replace(/[_-](\w)/g, (_, letter) => letter.toUpperCase()).replace(/^./, (c) => c.toLowerCase());
const snake = (name) => camel(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The names of methods and classes that generators make for README's requests, by what our programs call them. */
const namesIn = ({ paths }) => {
  const operations = {
    createCustomer: paths['/v2/customers'].post,
    createInvoice: paths['/v2/invoices'].post,
    listInvoices: paths['/v2/invoices'].get,
    downloadInvoice: paths['/v2/invoices/{invoice_id}/{format}'].get,
  };
  return Object.fromEntries(
    Object.entries(operations).flatMap(([name, { operationId, tags }]) => [
      [name, camel(operationId)],
      [snake(name), snake(operationId)],
      [`Id:${name}`, capital(camel(operationId))],
      [`Tag:${name}`, capital(tags[0].replace(/ (\w)/g, (_, letter) => letter.toUpperCase()))],
    ]),
  );
};

const clients = [
  ['TypeScript', typescript, () => true],
  ['Java', java, () => hasProgram('javac', '-version')],
  ['Python', python, () => hasProgram('java', '-version') && hasProgram('python3', '--version')],
];

await orFailure(async () => {
  await ensureInstalled();
  await ensureTools();
  const folder = await mkdtemp(join(tmpdir(), 'timbra-clients-'));
  const data = join(folder, 'data');
  const service = await boot(data);
  try {
    const served = await (await fetch(`${service.origin}/v2/openapi.json`)).text();
    const document = join(folder, 'openapi.json');
    await writeFile(document, served);
    const env = { ORIGIN: service.origin, KEY: service.key };
    const names = namesIn(JSON.parse(served));
    for (const [language, make, isHere] of clients) {
      if (!isHere()) {
        console.log(
          `SKIPPED: ${language}: the generator needs Java 11 or later, and the client its language`,
        );
        continue;
      }
      const since = Date.now();
      const said = (await make({ document, folder, env, names })).trim();
      if (!EXPECTED.test(said)) throw new Failure(`${language} said: ${said}`);
      console.log(
        `${language}: compiled, and made README's requests: ${said} (${Math.round((Date.now() - since) / 1000)} s)`,
      );
    }
    console.log('PASS: generated clients');
  } finally {
    await service.stop();
    await run(process.execPath, [join(root, '.ci/story.mjs'), '--forget', data]);
    await rm(folder, { recursive: true, force: true });
  }
});
