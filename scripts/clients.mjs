// npm run test:clients: clients that programs of others make of the OpenAPI document (openapi-typescript; openapi-generator for
// Java and Python), compiled, and making README's own requests of a running service. What needs Java or Python is skipped
// where they are not; the generator and its libraries come from Maven Central and PyPI.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTools } from './lib/api-tools.mjs';
import { Failure, orFailure } from './lib/failure.mjs';
import { hasProgram, java, python, typescript } from './lib/generated-clients.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { forgetService, startService } from './lib/service.mjs';

const EXPECTED = /^valid 691\.2 %PDF- true$/;

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
  const service = await startService(data);
  try {
    const served = await (await fetch(`${service.origin}/v2/openapi.json`)).text();
    const document = join(folder, 'openapi.json');
    await writeFile(document, served);
    const env = { ORIGIN: service.origin, KEY: service.testKey };
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
    await forgetService(data);
    await rm(folder, { recursive: true, force: true });
  }
});
