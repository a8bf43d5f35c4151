import { join } from 'node:path';
import { until } from '#bus/testing/until';
import { certificate, efosText, lcoText, listBench, lrfcText, type ListBench } from '#sat/lists/testing';
import type { Json } from '../../support/app.js';
import { invoice, line, universidad } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { startSat, startSw, type SatDouble, type SwDouble } from '../../doubles/index.js';
import { issuerIn, openStage, type Stage } from './stage.js';

/** The tax authority's lists, as files that the settings name, and what they decide in Live. */

const BORDER = { rfc: 'IXS7607092R5', name: 'INTERNACIONAL XIMBO Y SABORES', zip: '22000' };
const STOPPED = { rfc: 'ICV060329BY0', name: 'INMOBILIARIA CVA', zip: '33826' };
const SITUATIONS = [
  ['PRE010101AAA', 'Previsto', false],
  ['PSU010101AAA', 'Presunto', false],
  ['DES010101AAA', 'Desvirtuado', true],
  ['DEF010101AAA', 'Definitivo', false],
  ['SEN010101AAA', 'Sentencia favorable', true],
  ['SUP010101AAA', 'EFOS de información suprimida', true],
] as const;

let sat: SatDouble;
let sw: SwDouble;
let files: ListBench;
let stage: Stage;

beforeAll(async () => {
  sat = await startSat();
  sw = await startSw({ sat });
  files = listBench();
  const { folder } = files;
  const file = (name: string, content: string | Buffer) => files.file(name, content);
  const lco = {
    EKU9003173C9: [certificate(1)],
    [BORDER.rfc]: [certificate(2)],
    [STOPPED.rfc]: [certificate(0)],
  };
  // The list itself writes "Sentencia Favorable", and blanks at the end.
  const written = (situation: string) => situation.replace('favorable', 'Favorable ');
  const efos = SITUATIONS.map(([rfc, situation]) => [rfc, `EMPRESA ${rfc}`, written(situation)]);
  stage = await openStage(sat, {
    ...{ TIMBRA_PACS: 'sw', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
    ...{ TIMBRA_SW_TOKEN: 'infinite.token.sw', TIMBRA_DATA: join(folder, 'data') },
    TIMBRA_SAT_LRFC: file('l_RFC_1.txt.gz', lrfcText(`${universidad.tax_id}|0|0`, 'LULU800101AB1|0|0')),
    TIMBRA_SAT_LCO: file('LCO_1.XML.gz', lcoText(lco)),
    TIMBRA_SAT_69B: file('69b.csv', Buffer.from(efosText(efos), 'latin1')),
  });
  const inUse = /^timbra_sat_list_loaded_timestamp_seconds\{/gm;
  await until(async () => {
    const text = await stage.app.runtime.telemetry.metrics.text();
    return [...text.matchAll(inUse)].length === 3;
  });
});
afterAll(async () => {
  await stage.close();
  await Promise.all([sw.close(), sat.close()]);
  files.remove();
});

const ask = (method: string, path: string, body?: object, key = stage.live) =>
  stage.app.api(method, path, body, { key });
const at8 = invoice({ items: [line({ taxes: [{ type: 'IVA', rate: 0.08 }] })] });
const codes = ({ errors }: Json) => errors.map(({ code, path }: Json) => `${code} ${path}`);

describe('LCO', () => {
  it('with 1 refuses IVA at 8 % at its line, before a folio is used', async () => {
    const { body: before } = await stage.create();
    const { status, body } = await ask('POST', '/invoices', at8);
    expect([status, body.code, codes(body)]).toEqual([
      ...[400, 'invalid_request'],
      ['not_allowed items.0.product.taxes.0.rate'],
    ]);
    const { body: after } = await stage.create();
    expect([after.status, after.folio_number]).toEqual(['valid', before.folio_number + 1]);
  });

  it('with 2 lets an issuer in the northern border region use it', async () => {
    const key = await issuerIn(stage.app, sat, BORDER);
    const { status, body } = await ask('POST', '/invoices', at8, key);
    expect([status, body.status]).toEqual([200, 'valid']);
  });

  it('with 0 lets nobody issue: not at once, nor from a draft', async () => {
    const key = await issuerIn(stage.app, sat, STOPPED);
    const { status, body } = await ask('POST', '/invoices', invoice(), key);
    expect([status, body.code]).toEqual([400, 'organization_tax_info_invalid']);
    const draft = await ask('POST', '/invoices', invoice({ status: 'draft' }), key);
    expect([draft.status, draft.body.status]).toEqual([200, 'draft']);
    const stamped = await ask('POST', `/invoices/${draft.body.id}/stamp`, undefined, key);
    expect([stamped.status, stamped.body.code]).toEqual([400, 'draft_not_ready_to_stamp']);
    expect(sw.ledger.stamps.filter(({ emisor }) => emisor === STOPPED.rfc)).toEqual([]);
  });
});

describe('L_RFC', () => {
  const luz = {
    legal_name: 'LUZ DE LUNA',
    tax_id: 'LULU800101AB1',
    tax_system: '612',
    address: { zip: '06000' },
  };

  it('refuses an RFC that it has not, of a customer and in an invoice', async () => {
    const nobody = { ...luz, tax_id: 'LULU800101AB9' };
    const alone = await ask('POST', '/customers', nobody);
    expect([alone.status, codes(alone.body)]).toEqual([400, ['tax_id_not_found tax_id']]);
    const inside = await ask('POST', '/invoices', invoice({ customer: nobody }));
    expect([inside.status, codes(inside.body)]).toEqual([400, ['tax_id_not_found customer.tax_id']]);
  });

  it('confirms nothing but the RFC: the rest is confirmed by the first stamp', async () => {
    const { body: customer } = await ask('POST', '/customers', luz);
    expect(customer.sat_validated_at).toBeNull();
    const path = `/customers/${customer.id}/tax-info-validation`;
    const before = await ask('GET', path);
    expect([before.status, before.body.code]).toEqual([503, 'customer_tax_info_unavailable']);
    const { body } = await ask('POST', '/invoices', invoice({ customer: customer.id }));
    expect(body.status).toBe('valid');
    await until(async () => (await stage.get(`/customers/${customer.id}`)).sat_validated_at !== null);
    expect((await ask('GET', path)).body).toEqual({ is_valid: true, errors: [] });
  });
});

describe('69-B', () => {
  it.each(SITUATIONS)('of %s, who is %s, says %s', async (rfc, situation, is_valid) => {
    const { efos } = await stage.get(`/tools/tax_id_validation?tax_id=${rfc}`);
    expect(efos).toMatchObject({
      is_valid,
      data: { fechaLista: '31/07/2026', detalles: [{ rfc, situacionContribuyente: situation }] },
    });
    expect(efos.data).not.toHaveProperty('mensaje');
  });

  it('has a message for who is not in it, and refuses what is no RFC', async () => {
    const { efos } = await stage.get('/tools/tax_id_validation?tax_id=EKU9003173C9');
    expect(efos).toMatchObject({ is_valid: true, data: { mensaje: expect.any(String), detalles: [] } });
    const wrong = await ask('GET', '/tools/tax_id_validation?tax_id=EKU');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'tax_id_validation_failed']);
  });
});
