// node bench/download-package.mjs [--count 10000] [--at-once 1] [--root <another built copy>]: packages of the SAT's bulk download (30 MB
// of XML each) through the built service: a server that stands for the SAT hands them out in SOAP, base64 and all. Says how long it takes
// and what the process's memory grows by. `--pause` sends a package of nothing but refused documents: what the way of a package itself takes.
import { zipSync } from 'fflate';
import { Blob } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    'at-once': { type: 'string', default: '1' },
    root: { type: 'string' },
    noise: { type: 'boolean', default: false },
  },
});
const count = Number(options.count);
const atOnce = Number(options['at-once']);
await ensureInstalled();
if (!options.root) await ensureBuilt();
const { buildComprobante } = await import('#cfdi');
const { makeAuthority, makeCertificado } = await import('#cfdi/testing/certificates');
const { csdOf, stampedXml, testPac } = await import('#cfdi/testing/stamped');
const { comprobante, concepto } = await import('#cfdi/testing/samples');
const { withDataFolder } = await import('./folder.mjs');
const { startService } = await import('./service.mjs');

const say = (message) => console.error(`  ${message}`);
const MB = 1024 * 1024;
const RFC = 'EKU9003173C9';
const NAME = 'ESCUELA KEMPER URGATE';
const DES = 'http://DescargaMasivaTerceros.sat.gob.mx';
const authority = makeAuthority();
const pac = testPac(authority);
const supplier = { rfc: 'PRO100101AB1', nombre: 'PROVEEDORA', regimenFiscal: '601' };
const csd = csdOf({ rfc: supplier.rfc, issuer: authority, name: supplier.nombre });
const receptor = { rfc: RFC, nombre: NAME, domicilioFiscal: '42501', regimenFiscal: '601', usoCfdi: 'G03' };
/** What makes a package of 10,000 documents have 30 MB. */
const PADDING = 1_400;

const documentOf = async (n) => {
  const built = buildComprobante(
    comprobante({
      folio: String(n + 1),
      conceptos: [concepto({ descripcion: `Pieza ${n}` })],
      receptor,
      emisor: supplier,
    }),
  );
  if (!built.ok) throw new Error(JSON.stringify(built.refusal));
  const xml = await stampedXml(built.value, csd, pac);
  const padding = randomBytes(PADDING).toString('base64');
  return xml.replace(
    '</cfdi:Comprobante>',
    `<cfdi:Addenda><n>${padding}</n></cfdi:Addenda></cfdi:Comprobante>`,
  );
};

const packages = [];
for (let number = 0; number < atOnce; number += 1) {
  say(`Making ${count} documents`);
  const files = {};
  for (let n = 0; n < count; n += 1)
    files[`${number}-${n}.xml`] = options.noise
      ? randomBytes(3_100)
      : [Buffer.from(await documentOf(number * count + n)), { level: 6 }];
  packages.push(Buffer.from(zipSync(files)));
}
say(`Packages of ${packages.map(({ length }) => (length / MB).toFixed(1)).join(', ')} MB`);

const envelope = (body, header = '') =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}<s:Body>${body}</s:Body></s:Envelope>`;
const result = (action, attributes, inside = '') =>
  envelope(
    `<${action}Response xmlns="${DES}"><${action}Result ${attributes}>${inside}</${action}Result></${action}Response>`,
  );
let requests = 0;
/** The SAT, as far as a download goes by it: it takes whatever is asked. */
const sat = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const action = String(request.headers.soapaction).replaceAll('"', '').split('/').at(-1);
  if (request.method === 'GET') return response.end(pac.cer);
  if (action === 'Autentica') {
    const times = [0, 300_000].map((ms) => new Date(Date.now() + ms).toISOString());
    const header = `<s:Header><u:Timestamp xmlns:u="u"><u:Created>${times[0]}</u:Created><u:Expires>${times[1]}</u:Expires></u:Timestamp></s:Header>`;
    return response.end(
      envelope(
        '<AutenticaResponse xmlns="http://DescargaMasivaTerceros.gob.mx"><AutenticaResult>token</AutenticaResult></AutenticaResponse>',
        header,
      ),
    );
  }
  if (action.startsWith('SolicitaDescarga'))
    return response.end(
      result(action, `IdSolicitud="${requests++ % atOnce}" CodEstatus="5000" Mensaje="Solicitud Aceptada"`),
    );
  if (action === 'VerificaSolicitudDescarga') {
    const [, id] = /IdSolicitud="(\d+)"/.exec(body);
    const said = `CodEstatus="5000" EstadoSolicitud="3" CodigoEstadoSolicitud="5000" NumeroCFDIs="${count}" Mensaje="Solicitud Aceptada"`;
    return response.end(result(action, said, `<IdsPaquetes>PAQUETE_${id}</IdsPaquetes>`));
  }
  const [, id] = /PAQUETE_(\d+)/.exec(body) ?? [];
  if (id === undefined) return response.writeHead(500).end();
  const [before, after] = envelope(
    `<RespuestaDescargaMasivaTercerosSalida xmlns="${DES}"><Paquete>|</Paquete></RespuestaDescargaMasivaTercerosSalida>`,
    `<s:Header><h:respuesta xmlns:h="${DES}" CodEstatus="5000" Mensaje="Solicitud Aceptada"/></s:Header>`,
  ).split('|');
  response.write(before);
  const zip = packages[Number(id)];
  const PIECE = 3 * 64 * 1024;
  for (let at = 0; at < zip.length; at += PIECE)
    if (!response.write(zip.toString('base64', at, Math.min(zip.length, at + PIECE))))
      await once(response, 'drain');
  response.end(after);
}).listen(0, '127.0.0.1');
await once(sat, 'listening');

const residentMb = async (pid) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

await withDataFolder(async (dataDir) => {
  const url = `http://127.0.0.1:${sat.address().port}`;
  const roots = join(dataDir, 'roots.pem');
  await writeFile(roots, authority.pem);
  Object.assign(process.env, {
    ...{ TIMBRA_SAT_ROOTS: roots, TIMBRA_SAT_CERTIFICATES_URL: `${url}/rccf`, TIMBRA_SAT_DOWNLOAD_URL: url },
    ...{ TIMBRA_SAT_STATUS_URL: `${url}/status`, TIMBRA_SAT_DOWNLOAD_PAUSE_MS: '10' },
    ...{ TIMBRA_PACS: 'sw', TIMBRA_SW_URL: url, TIMBRA_SW_API_URL: url, TIMBRA_SW_TOKEN: 'token' },
  });
  const service = await startService(dataDir, options.root ? { root: options.root } : {});
  try {
    const ask = async (method, path, key, body) => {
      const isForm = body instanceof globalThis.FormData;
      const headers = {
        authorization: `Bearer ${key}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      };
      const answer = await fetch(service.demo.base_url + path, {
        method,
        headers,
        body: body && !isForm ? JSON.stringify(body) : body,
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
      return answer.json();
    };
    const formOf = ({ cer, key, password }) => {
      const form = new globalThis.FormData();
      form.append('cer', new Blob([cer]), 'a.cer');
      form.append('key', new Blob([key]), 'a.key');
      form.append('password', password);
      return form;
    };
    const { id } = await ask('POST', '/organizations', service.demo.user_key, { name: 'Escuela' });
    const live = await ask('PUT', `/organizations/${id}/apikeys/live`, service.demo.user_key);
    await ask('PUT', '/organizations/me/legal', live, {
      name: 'Escuela',
      legal_name: NAME,
      tax_system: '601',
      address: { zip: '42501' },
    });
    const issued = { rfc: RFC, name: NAME, issuer: authority };
    await ask(
      'PUT',
      '/organizations/me/fiel',
      live,
      formOf(makeCertificado({ ...issued, fiel: true, number: '00001000000700000002' })),
    );
    await ask(
      'PUT',
      '/organizations/me/certificate',
      live,
      formOf(makeCertificado({ ...issued, number: '00001000000700000003' })),
    );
    await sleep(2_000);
    const before = await residentMb(service.pid);
    let highest = before;
    const watch = setInterval(async () => (highest = Math.max(highest, await residentMb(service.pid))), 50);
    const begun = performance.now();
    const day = new Date(Date.now() - 30 * 3_600_000).toISOString().slice(0, 10);
    const asked = { kind: 'received', format: 'xml', from: day, to: day };
    const ids = await Promise.all(
      packages.map(async () => (await ask('POST', '/downloads', live, asked)).id),
    );
    const ended = [];
    for (const one of ids) {
      let found;
      do {
        await sleep(200);
        found = await ask('GET', `/downloads/${one}`, live);
      } while (found.status === 'processing');
      ended.push(found);
    }
    clearInterval(watch);
    const seconds = (performance.now() - begun) / 1000;
    for (const { status, imported, duplicates, refused, days } of ended)
      say(JSON.stringify({ status, imported, duplicates, refused, error: days[0].error }));
    console.log(
      `${atOnce} x ${count} documents: ${seconds.toFixed(1)} s; memory ${before} MB before, ${highest} MB at its highest`,
    );
  } finally {
    await service.stop();
    sat.close();
    sat.closeAllConnections();
  }
});
