import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAcuse, verifyDocument, insertTimbre, type RetencionInput } from '#cfdi';
import { hasXmlsec, verifyWithXmlsec } from '#cfdi/testing/xmldsig';
import { RFC_NOT_FOUND_FISICA } from '#sat';
import type { DocumentKey, StampOutcome } from '../port.js';
import { account, openCancellationBench, type CancellationBench } from './cancellation-bench.js';
import { sealedRetencion, signedCancellation, type TestCancellation } from './testing.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const receptor = { nacionalidad: 'Nacional', rfc: 'CACX7605101P8', domicilioFiscal: '36257' } as const;
const NOMBRE = 'XOCHILT CASAS CHAVEZ';

describe('retentions at the sandbox', () => {
  let bench: CancellationBench;
  let requests = 0;
  beforeAll(async () => {
    bench = await openCancellationBench();
  });
  afterAll(() => bench.close());

  const document = (over: Partial<RetencionInput> = {}, by = bench.csd): Promise<string> =>
    sealedRetencion(over, by);
  const send = (xml: string): Promise<StampOutcome> =>
    bench.pac.stamp({ kind: 'retencion', requestId: `retention-${++requests}`, account, xml });
  async function stamped(over: Partial<RetencionInput> = {}): Promise<DocumentKey> {
    const outcome = await send(await document({ folioInt: `N${++requests}`, ...over }));
    if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome));
    const { receptor: given } = { receptor: { ...receptor, nombre: NOMBRE }, ...over };
    return {
      ...{ kind: 'retencion', account, uuid: outcome.timbre.uuid, rfcEmisor: 'EKU9003173C9' },
      receptor: given.nacionalidad === 'Nacional' ? { rfc: given.rfc } : { numRegIdTrib: given.numRegIdTrib },
      ...{ total: '1000.00', selloTail: outcome.timbre.selloCfd.slice(-8) },
    };
  }
  const cancel = (
    { uuid }: Pick<DocumentKey, 'uuid'>,
    {
      requestId = `cancel-${++requests}`,
      ...request
    }: Partial<TestCancellation> & { requestId?: string } = {},
  ) =>
    bench.pac.cancel({
      ...{ kind: 'retencion', requestId, account },
      xml: signedCancellation({ kind: 'retencion', uuid, ...request }, bench.csd),
    });

  it('stamps one: the seal of document and stamp hold, and the ledger says what it is', async () => {
    const xml = await document();
    const outcome = await send(xml);
    if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome));
    const { timbre } = outcome;
    const { certificates } = bench.pac;
    expect(
      verifyDocument(insertTimbre(xml, timbre.xml), {
        certificadoSat: certificates.pac,
        autoridades: [certificates.authority],
      }),
    ).toEqual({
      ...{ sello: true, noCertificado: true, certificado: true },
      timbre: { selloCfd: true, selloSat: true },
    });
    const { data } = await bench.pac.listStamps({ ...account, page: 1, limit: 1 });
    expect(data).toMatchObject([
      {
        ...{ uuid: timbre.uuid, kind: 'retencion', issuerRfc: 'EKU9003173C9' },
        ...{ receiverRfc: 'CACX7605101P8', total: '1000.00' },
      },
    ]);
  });

  it.each<[string, string, Partial<RetencionInput>]>([
    ['more than 72 hours old', '401', { fechaExp: '2026-11-18T08:00:00' }],
    ['of the future', '401', { fechaExp: '2026-11-21T10:00:00' }],
    [
      'of a receiver that the list of taxpayers lacks',
      'Reten20113',
      { receptor: { ...receptor, nombre: NOMBRE, rfc: RFC_NOT_FOUND_FISICA } },
    ],
    ['of another name', 'Reten20116', { receptor: { ...receptor, nombre: 'OTRO NOMBRE' } }],
  ])('refuses one %s', async (_, code, over) => {
    expect(await send(await document(over))).toMatchObject({ kind: 'refused', code });
  });

  it('refuses what was changed, is of another issuer or is stamped already', async () => {
    const xml = await document();
    expect(await send(xml.replace('MontoTotRet="100.00"', 'MontoTotRet="100.01"'))).toMatchObject({
      ...{ kind: 'refused', code: 'Reten20101', source: 'sat' },
    });
    const other = await bench.pac.issueCsd({ rfc: 'URE180429TM6', nombre: 'UNIVERSIDAD ROBOTICA' });
    expect(await send(await document({}, other))).toMatchObject({ kind: 'refused', code: '303' });
    expect(await send(xml.replace('FechaExp="2026', 'FechaExp="x'))).toMatchObject({ code: 'Reten20103' });
    expect(
      await send(
        xml.replace('NoCertificado="', 'NoCertificado="9').replace(/(NoCertificado="\d{20})\d/, '$1'),
      ),
    ).toMatchObject({
      code: 'Reten20102',
    });
    const outcome = await send(xml);
    if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome));
    expect(await send(insertTimbre(xml, outcome.timbre.xml))).toMatchObject({ code: '707' });
  });

  it('refuses it at the service for comprobantes, and a comprobante at its own', async () => {
    const xml = await document();
    const request = { requestId: 'r', account };
    expect(await bench.pac.stamp({ kind: 'comprobante', ...request, xml })).toMatchObject({ code: '301' });
    expect(await bench.pac.find({ kind: 'comprobante', account, xml })).toEqual({ kind: 'not_found' });
    const key = await bench.stamped();
    expect(await bench.pac.status({ ...key, kind: 'retencion' })).toMatchObject({ estado: 'No Encontrado' });
    expect(await cancel(key)).toMatchObject({ kind: 'refused', code: '1205' });
    expect(await cancel(await stamped(), { kind: 'comprobante' })).toMatchObject({ code: '1301' });
  });

  it('cancels one at once, without its receiver, with a receipt of the service for retentions', async () => {
    const key = await stamped();
    expect(await bench.status(key)).toEqual(['Vigente', 'Cancelable sin aceptación', '']);
    const outcome = await cancel(key, { requestId: 'once' });
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
    expect(outcome.acuse).toContain('<Acuse xmlns="http://www.sat.gob.mx/esquemas/retencionpago/1"');
    expect(parseAcuse(outcome.acuse)).toMatchObject({
      value: { folios: [{ uuid: key.uuid, estatusUuid: '1201', efecto: 'solicitada' }] },
    });
    if (hasXmlsec) expect(verifyWithXmlsec(outcome.acuse)).toBe(true);
    expect(await bench.status(key)).toEqual([
      ...['Cancelado', 'Cancelable sin aceptación', 'Cancelado sin aceptación'],
    ]);
    expect(await cancel(key, { requestId: 'once' })).toEqual(outcome);
    expect(await cancel(key)).toMatchObject({ kind: 'refused', code: '1202' });
  });

  it('knows a foreign receiver by its number, or by none', async () => {
    const abroad = { nacionalidad: 'Extranjero', nombre: 'ACME INC' } as const;
    const key = await stamped({ receptor: { ...abroad, numRegIdTrib: '99-1234' } });
    expect((await bench.status(key))[0]).toBe('Vigente');
    expect((await bench.status({ ...key, receptor: { numRegIdTrib: '99-1235' } }))[0]).toBe('No Encontrado');
    expect((await bench.status(await stamped({ receptor: abroad })))[0]).toBe('Vigente');
  });

  it('cancels with motive 01 for a valid retention that takes its place, and for no other', async () => {
    const key = await stamped();
    expect(await cancel(key, { motive: '01', substitution: UNKNOWN })).toMatchObject({ code: '208' });
    const unrelated = await stamped();
    expect(await cancel(key, { motive: '01', substitution: unrelated.uuid })).toMatchObject({ code: '212' });
    const substitute = await stamped({ relacionado: { tipoRelacion: '04', uuid: key.uuid } });
    expect(await cancel(key)).toMatchObject({ code: '204', related: [substitute.uuid] });
    expect(await cancel(key, { motive: '01', substitution: substitute.uuid })).toMatchObject({
      kind: 'accepted',
    });
  });

  it.each<[string, Partial<RetencionInput>, object]>([
    ['a word of DescRetenc', { descRetenc: 'Prueba SANDBOX-REFUSED' }, { code: 'Reten20116' }],
    ['DescRetenc', { descRetenc: 'SANDBOX-REFUSED-PAC' }, { code: '402', source: 'pac' }],
    ['FolioInt without hyphens', { folioInt: 'SANDBOXOUTAGE' }, { kind: 'unavailable' }],
    ['no other text', { descRetenc: 'SANDBOX-REFUSEDX', folioInt: 'OUTAGE' }, { kind: 'stamped' }],
  ])('does what a trigger asks for: %s', async (_, over, outcome) => {
    expect(await send(await document(over))).toMatchObject(outcome);
  });

  it.each([
    ['SANDBOX-CANCEL-RFC-MISMATCH', '1203'],
    ['SANDBOX-CANCEL-NOT-FOUND', '1205'],
    ['SANDBOX-CANCEL-FAILED', '1308'],
    ['SANDBOX-CANCEL-TOO-LATE', '210'],
    ['SANDBOX-NOT-CANCELABLE', '204'],
  ])('refuses to cancel by the trigger %s with %s', async (descRetenc, code) => {
    expect(await cancel(await stamped({ descRetenc }))).toMatchObject({ kind: 'refused', code });
  });

  it.each([
    ['SANDBOX-CANCEL-OUTAGE', ['unavailable', 'unavailable', 'accepted']],
    ['SANDBOX-CANCEL-TIMEOUT-BEFORE', ['unknown', 'accepted']],
    ['SANDBOX-CANCEL-TIMEOUT-AFTER', ['unknown', 'accepted']],
    ['SANDBOX-CANCEL-VERIFYING', ['verifying']],
  ])('answers requests to cancel by the trigger %s', async (descRetenc, kinds) => {
    const key = await stamped({ descRetenc: `SANDBOX-SLOW ${descRetenc}` });
    for (const kind of kinds) expect((await cancel(key, { requestId: descRetenc })).kind).toBe(kind);
    if (kinds.includes('verifying')) expect((await bench.status(key))[0]).toBe('Cancelado');
  });
});
