import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildComprobante } from '#cfdi';
import { makeAuthority } from '#cfdi/testing/certificates';
import { comprobante } from '#cfdi/testing/samples';
import { csdOf, stampedXml, testPac, type TestPac } from '#cfdi/testing/stamped';
import { startApp, type TestApp } from '../../support/app.js';
import { importFile, zipOf } from '../../support/imports.js';
import { afterAll, beforeAll, expect, it } from '../../support/story.js';

/** Whom documents of others are believed: an authority of the installation's, and PACs whose certificates can be had, or not. */

const sat = makeAuthority();
const pac = testPac(sat);
const stranger = testPac();
const csd = csdOf({ issuer: sat, rfc: 'PEJ010203AB1', number: '00001000000700000009' });
const folder = mkdtempSync(join(tmpdir(), 'timbra-trust-'));
const asked: string[] = [];
/** What the tax authority publishes; a certificate that is not named is not to be had for now. */
let published: Buffer | undefined;
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(published ? 200 : 503);
  response.end(published);
});

let app: TestApp;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(folder, 'roots.pem'), sat.pem);
  app = await startApp({
    TIMBRA_SAT_ROOTS: join(folder, 'roots.pem'),
    TIMBRA_SAT_CERTIFICATES_URL: `${url}/rccf`,
    TIMBRA_SAT_STATUS_URL: `${url}/status`,
  });
});
afterAll(async () => {
  await app.close();
  server.close();
  rmSync(folder, { recursive: true });
});

async function document(by: TestPac, folio: string): Promise<string> {
  const built = buildComprobante(
    comprobante({
      folio,
      emisor: { rfc: 'PEJ010203AB1', nombre: 'PROVEEDORA DE EJEMPLO', regimenFiscal: '601' },
      receptor: {
        ...{ rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', domicilioFiscal: '42501' },
        ...{ regimenFiscal: '601', usoCfdi: 'G03' },
      },
    }),
  );
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details));
  return stampedXml(built.value, csd, by);
}

it('refuses for now what nobody can verify, and takes it once the certificate can be had', async () => {
  const xml = await document(pac, '1');
  const first = await importFile(app, app.demo.test_key, xml);
  expect([first.status, first.body.code]).toEqual([503, 'invoice_import_stamp_not_verifiable']);
  expect(asked[0]).toBe('/rccf/000010/000007/00/00/00/00001000000700000001.cer');
  published = pac.cer;
  let answer = first;
  // A server that did not answer is left alone for two seconds.
  for (let tries = 0; answer.status === 503 && tries < 100; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer = await importFile(app, app.demo.test_key, xml);
  }
  expect([answer.status, answer.body.uuid]).toEqual([200, /UUID="([^"]+)"/.exec(xml)?.[1]]);
  expect(answer.body.imported).toMatchObject({ sat_status: null });
});

it('takes no stamp that another key has signed under the number of a trusted one', async () => {
  const [good, forged] = [await document(pac, '2'), await document(stranger, '3')];
  const zip = zipOf({ 'bueno.xml': good, 'falso.xml': forged });
  const { body } = await importFile(app, app.demo.test_key, zip, 'a.zip');
  expect(body.results.map(({ status, code }: { status: string; code: string }) => [status, code])).toEqual([
    ['imported', null],
    ['refused', 'invoice_import_stamp_invalid'],
  ]);
});
