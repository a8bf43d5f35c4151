import { describe, expect, it } from '@jest/globals';
import type { IssuerSnapshot, JsonObject, RetentionContent } from '#contracts';
import { prepareRetention, previewRetention } from './prepare.js';
import { foreigner, retentionContent, retentionIssuer, retentionTotals, withheldFrom } from './testing.js';

const UUID = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';
const NOW = new Date('2026-11-20T18:30:00.750Z');

const prepare = (over: Partial<RetentionContent> = {}, issuer: IssuerSnapshot = retentionIssuer) =>
  prepareRetention(retentionContent(over), issuer, NOW);

/** The refusal of a retention: its root code, and each field with what is wrong there. */
function refusal(over: Partial<RetentionContent>): readonly string[] {
  const prepared = prepare(over);
  if (prepared.ok) throw new Error('it was taken');
  const { code, details = [] } = prepared.refusal;
  return [code, ...details.map(({ path, code: subcode }) => `${path} ${subcode}`)];
}

describe('a retention that is prepared', () => {
  it('has its amounts, and its date in the local time of the issuer', () => {
    const prepared = prepare({ totales: retentionTotals({ monto_tot_exent: '100.005' }) });
    expect(prepared).toMatchObject({
      ok: true,
      value: {
        amounts: {
          ...{ monto_tot_operacion: '1000.00', monto_tot_grav: '899.99' },
          ...{ monto_tot_exent: '100.01', monto_tot_ret: '100.00' },
        },
        date: '2026-11-20T18:30:00.000Z',
        fecha: '2026-11-20T12:30:00',
        retencion: { receptor: { nombre: 'XOCHILT CASAS CHAVEZ', domicilioFiscal: '36257' } },
      },
    });
    const tijuana = { ...retentionIssuer, address: { ...retentionIssuer.address, zip: '22000' } };
    expect(prepare({}, tijuana)).toMatchObject({ value: { fecha: '2026-11-20T10:30:00' } });
  });

  it('has typed complements as XML', () => {
    const prepared = prepare({
      cve_retenc: '14',
      complements: [{ type: 'dividendos', data: { DividOUtil: dividend({}) } }],
    });
    expect(prepared).toMatchObject({ ok: true, value: { retencion: { complementos: [{}] } } });
  });

  it('names a foreigner with its number, or without one', () => {
    const receptor = { nacionalidad: 'Extranjero', nombre: 'ACME INC', numRegIdTrib: '123456789' };
    expect(prepare({ customer: foreigner() })).toMatchObject({ value: { retencion: { receptor } } });
    expect(prepare({ customer: foreigner({ tax_id: null }) })).toMatchObject({ ok: true });
  });

  it.each<[what: string, over: Partial<RetentionContent>, ...expected: string[]]>([
    ['no customer', { customer: null }, 'invalid_request', 'customer required'],
    ['no key', { cve_retenc: null }, 'invalid_request', 'cve_retenc required'],
    ['no period', { periodo: null }, 'invalid_request', 'periodo required'],
    ['no totals', { totales: null }, 'invalid_request', 'totales required'],
    [
      'a receiver without postal code',
      { customer: withheldFrom({ address: { ...withheldFrom().address, zip: null } }) },
      'invalid_request',
      'customer.address.zip required',
    ],
    [
      'a foreigner with a number of another form',
      { customer: foreigner({ tax_id: '12-3456789' }) },
      'invalid_request',
      'customer.tax_id invalid_format',
    ],
    [
      'a withheld amount that is no number',
      { totales: retentionTotals({ imp_retenidos: [{ ...tax(), monto_ret: 'x' }] }) },
      'invalid_request',
      'totales.imp_retenidos[0].monto_ret invalid_type',
    ],
    [
      'a kind of payment of another tax',
      { totales: retentionTotals({ imp_retenidos: [{ ...tax(), tipo_pago_ret: '01' }] }) },
      'invalid_request',
      'totales.imp_retenidos[0].tipo_pago_ret invalid_value',
    ],
    [
      'a sum that is not the sum',
      { totales: retentionTotals({ monto_tot_ret: '99' }) },
      'invalid_request',
      'totales.monto_tot_ret invalid_value',
    ],
    ['key 25 without words', { cve_retenc: '25' }, 'invalid_request', 'desc_retenc invalid_value'],
    [
      'a year that is long past',
      { periodo: { mes_ini: 1, mes_fin: 2, ejerc: 2020 } },
      'invalid_request',
      'periodo.ejerc invalid_value',
    ],
    ['an old date', { fecha_exp: '2026-11-17T18:00:00.000Z' }, 'invalid_request', 'fecha_exp too_small'],
    ['a date to come', { fecha_exp: '2026-11-20T19:00:00.000Z' }, 'invalid_request', 'fecha_exp too_large'],
    [
      'two related documents',
      { related_documents: [{ relationship: '01', documents: [UUID, UUID] }] },
      'invalid_request',
      'related_documents[0].documents invalid_length',
    ],
    [
      'a relation that does not exist',
      { related_documents: [{ relationship: '99', documents: [UUID] }] },
      'invalid_request',
      'related_documents[0].relationship invalid_value',
    ],
    [
      'a key without its complement',
      { cve_retenc: '14' },
      'invalid_retention_complement',
      'complements invalid_value',
    ],
    [
      'XML that is none',
      { complements: [{ type: 'custom', data: '<a' }] },
      'invalid_retention_complement',
      'complements[0].data invalid_format',
    ],
    [
      'a typed complement with a field that its standard does not have',
      {
        cve_retenc: '14',
        complements: [{ type: 'dividendos', data: { DividOUtil: dividend({ Otro: 1 }) } }],
      },
      'invalid_retention_complement',
      'complements[0].data.DividOUtil.Otro unknown_field',
    ],
    [
      'a typed complement with a key of no catalogue',
      {
        cve_retenc: '14',
        complements: [{ type: 'dividendos', data: { DividOUtil: dividend({ CveTipDivOUtil: '99' }) } }],
      },
      'invalid_retention_complement',
      'complements[0].data.DividOUtil.CveTipDivOUtil invalid_value',
    ],
  ])('refuses %s', (_, over, ...expected) => {
    expect(refusal(over)).toEqual(expected);
  });

  it('names everything that is wrong, fields and complements, as an invalid request', () => {
    const wrong = refusal({ cve_retenc: null, complements: [{ type: 'custom', data: '<a' }] });
    expect(wrong[0]).toBe('invalid_request');
    expect(wrong.slice(1)).toEqual(['cve_retenc required', 'complements[0].data invalid_format']);
  });
});

describe('a draft of a retention', () => {
  const preview = (over: Partial<RetentionContent> = {}) =>
    previewRetention(retentionContent(over), retentionIssuer, NOW);

  it('shows its amounts although it can not be stamped yet', () => {
    const { amounts, problems } = preview({ customer: null });
    expect(amounts).toMatchObject({ monto_tot_grav: '1000.00', monto_tot_ret: '100.00' });
    expect(problems.map(({ path }) => path)).toEqual(['customer']);
  });

  it('has no amounts without totals', () => {
    expect(preview({ totales: null }).amounts).toBeNull();
  });

  it('may have a date that has grown old: it is issued at its stamp', () => {
    expect(preview({ fecha_exp: '2026-10-01T18:00:00.000Z' }).problems).toEqual([]);
  });
});

function dividend(over: JsonObject): JsonObject {
  const amounts = { MontISRAcredRetMexico: 100, MontISRAcredRetExtranjero: '0' };
  return { CveTipDivOUtil: '01', ...amounts, TipoSocDistrDiv: 'Sociedad Nacional', ...over };
}
function tax() {
  return { base_ret: '1000', impuesto: 'ISR', monto_ret: '100', tipo_pago_ret: '04' } as const;
}
