// node bench/import-cfdi.mjs [--count 10000] [--write docs/benchmarks.md]: a ZIP of received documents through the built service: made by our
// engine for many suppliers, some of them changed. Says how many it imports a second, beside what the same run makes of the same machine
// (RSA signatures, reading and verifying alone, stamped invoices), and what the process's memory grows by. Nothing outside is asked: the
// PAC's certificate is published by a server of its own.
import { zipSync } from 'fflate';
import { Blob } from 'node:buffer';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';

const { values: options } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, write: { type: 'string' } },
});
const count = Number(options.count);
await ensureInstalled();
await ensureBuilt();
const { buildComprobante, readReceived } = await import('#cfdi');
const { makeAuthority } = await import('#cfdi/testing/certificates');
const { csdOf, stampedXml, testPac } = await import('#cfdi/testing/stamped');
const { comprobante, concepto } = await import('#cfdi/testing/samples');
const { importedDocument } = await import('#billing');
const { withDataFolder } = await import('./folder.mjs');
const { load, makeInvoice } = await import('./http.mjs');
const { machine, markdownOf, writeInto } = await import('./report.mjs');
const { startService } = await import('./service.mjs');

const say = (message) => console.error(`  ${message}`);
const SUPPLIERS = 100;
/** One of so many documents was changed after it was sealed. */
const CHANGED = 50;
const CONNECTIONS = 16;
const KEMPER = {
  ...{ rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', domicilioFiscal: '42501' },
  ...{ regimenFiscal: '601', usoCfdi: 'G03' },
};

const authority = makeAuthority();
const pac = testPac(authority);
const rfcOf = (n) => `PRO${String(100101 + (n % 28))}${String(n).padStart(2, '0')}${n % 10}`;
const issuers = Array.from({ length: SUPPLIERS }, (_, n) => {
  const rfc = rfcOf(n);
  return { rfc, csd: csdOf({ rfc, issuer: authority, name: `PROVEEDORA ${n}` }) };
});

/** The n-th document: of one to five lines. */
const documentOf = async (n) => {
  const { rfc, csd } = issuers[n % SUPPLIERS];
  const conceptos = Array.from({ length: 1 + (n % 5) }, (_, line) =>
    concepto({ descripcion: `Pieza ${n}-${line}`, precio: String(10 + ((n * 7) % 990)) }),
  );
  const built = buildComprobante(
    comprobante({
      ...{ folio: String(n + 1), conceptos, receptor: KEMPER },
      emisor: { rfc, nombre: `PROVEEDORA ${n % SUPPLIERS}`, regimenFiscal: '601' },
    }),
  );
  if (!built.ok) throw new Error(JSON.stringify(built.refusal));
  const xml = await stampedXml(built.value, csd, pac);
  return n % CHANGED === 0 ? xml.replace(/ Folio="\d+"/, ' Folio="999999"') : xml;
};

say(`Making ${count} documents of ${SUPPLIERS} suppliers`);
const documents = [];
for (let n = 0; n < count; n += 1) documents.push(Buffer.from(await documentOf(n)));

say('Reading and verifying them here, one after the other');
const some = documents.slice(0, Math.min(count, 2_000));
for (const bytes of some.slice(0, 200)) readReceived(bytes.toString());
const since = performance.now();
for (const bytes of some) {
  const read = readReceived(bytes.toString());
  if (read.ok) importedDocument(read.value, 'key');
}
const alone = (some.length / (performance.now() - since)) * 1000;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signing = performance.now();
for (let n = 0; n < 2_000; n += 1) sign('sha256', some[n % some.length], privateKey);
const signatures = (2_000 / (performance.now() - signing)) * 1000;

const zip = zipSync(Object.fromEntries(documents.map((bytes, n) => [`${n}.xml`, [bytes, { level: 6 }]])));
say(`A ZIP of ${(zip.length / 1024 / 1024).toFixed(1)} MB`);

const residentMb = async (pid) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

const published = createServer((_, response) => response.end(pac.cer)).listen(0, '127.0.0.1');
await once(published, 'listening');
await withDataFolder(async (dataDir) => {
  const roots = join(dataDir, 'roots.pem');
  await writeFile(roots, authority.pem);
  process.env.TIMBRA_SAT_ROOTS = roots;
  process.env.TIMBRA_SAT_CERTIFICATES_URL = `http://127.0.0.1:${published.address().port}/rccf`;
  const service = await startService(dataDir);
  try {
    const send = async () => {
      const form = new globalThis.FormData();
      form.append('file', new Blob([zip]), 'received.zip');
      const begun = performance.now();
      const answer = await fetch(`${service.demo.base_url}/invoices/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.demo.test_key}` },
        body: form,
      });
      const body = await answer.json();
      if (answer.status !== 200) throw new Error(`it was answered ${answer.status}: ${JSON.stringify(body)}`);
      const by = {};
      for (const { status } of body.results) by[status] = (by[status] ?? 0) + 1;
      return { seconds: (performance.now() - begun) / 1000, by };
    };
    say('Stamped invoices');
    await load(() => makeInvoice(service), { connections: CONNECTIONS, seconds: 3 });
    const invoices = await load(() => makeInvoice(service), { connections: CONNECTIONS, seconds: 8 });
    const before = await residentMb(service.pid);
    let highest = before;
    const watch = setInterval(async () => (highest = Math.max(highest, await residentMb(service.pid))), 200);
    const first = await send();
    say(JSON.stringify(first));
    const again = await send();
    say(JSON.stringify(again));
    clearInterval(watch);
    const changed = Math.ceil(count / CHANGED);
    if (first.by.imported !== count - changed || first.by.refused !== changed)
      throw new Error(`${JSON.stringify(first.by)} of ${count}, ${changed} of them changed`);
    if (again.by.duplicate !== count - changed) throw new Error(`again: ${JSON.stringify(again.by)}`);
    const rate = count / first.seconds;
    const table = markdownOf(machine(), [
      [
        `ZIP of ${count} documents, ${changed} changed: until all can be read`,
        `${first.seconds.toFixed(1)} s: ${Math.round(rate)}/s`,
        '1,000/s',
      ],
      ['RSA-2048 signatures on one core', `${Math.round(signatures)}/s`, ''],
      ['The import to signatures', (rate / signatures).toFixed(3), ''],
      ['Reading and verifying them alone, in one thread', `${Math.round(alone)}/s`, ''],
      ['The import to reading alone', (rate / alone).toFixed(2), ''],
      [`Stamped invoices, ${CONNECTIONS} connections`, `${Math.round(invoices.perSecond)}/s`, ''],
      ['The import to stamped invoices', (rate / invoices.perSecond).toFixed(1), ''],
      [
        'The same ZIP again: all duplicates',
        `${again.seconds.toFixed(1)} s: ${Math.round(count / again.seconds)}/s`,
        '',
      ],
      ['Memory of the process before, and at its highest', `${before} MB, ${highest} MB`, 'bounded'],
    ]);
    console.log(`\n${table}`);
    if (options.write) await writeInto(options.write, table, 'npm run bench:import-cfdi');
  } finally {
    await service.stop();
    published.close();
  }
});
