import { describe, expect, it } from '@jest/globals';
import type { Result } from '#kernel';
import type { RetentionContent } from '#contracts';
import { validate } from '#http';
import type { CustomerResolver } from '../customers/resolver.js';
import type { ContentScope } from '../invoices/scope.js';
import { RetentionContents } from './content.js';
import { RetentionBody } from './dto.js';

const scope = { timeZone: 'America/Mexico_City' } as ContentScope;
const contents = new RetentionContents({} as CustomerResolver);
const totales = (fields: object = {}, tax: object = {}) => ({
  ...{ monto_tot_operacion: 1000, monto_tot_exent: 0 },
  imp_retenidos: [{ monto_ret: 100, tipo_pago_ret: '04', impuesto: 'ISR', ...tax }],
  ...fields,
});

/** What a body says, or how it is refused: root code, then paths and codes. */
async function read(body: object): Promise<Partial<RetentionContent> | string> {
  const checked = validate(RetentionBody, body, 'body');
  const made: Result<Partial<RetentionContent>> = checked.ok
    ? await contents.changes(scope, checked.value)
    : checked;
  if (made.ok) return made.value;
  const { code, details = [] } = made.refusal;
  return [code, ...details.map((one) => `${one.path} ${one.code}`)].join(', ');
}

describe('the body of a retention', () => {
  it.each([1, '1', '01'])('names its key as %j', async (cve_retenc) => {
    expect(await read({ cve_retenc })).toEqual({ cve_retenc: '01' });
  });

  it.each([1, '1', '01'])('names a kind of payment as %j', async (tipo_pago_ret) => {
    expect(await read({ totales: totales({}, { tipo_pago_ret }) })).toMatchObject({
      totales: { imp_retenidos: [{ tipo_pago_ret: '01' }] },
    });
  });

  it.each([
    ['001', 'ISR'],
    ['002', 'IVA'],
    ['003', 'IEPS'],
    ['IVA', 'IVA'],
  ])('names a tax as %j', async (impuesto, as) => {
    expect(await read({ totales: totales({}, { impuesto }) })).toMatchObject({
      totales: { imp_retenidos: [{ impuesto: as }] },
    });
  });

  it('has amounts as numbers or as decimal text, to the last digit', async () => {
    const text = totales({ monto_tot_operacion: '123456789012.123456', monto_tot_exent: 0.1 });
    expect(await read({ totales: text })).toMatchObject({
      totales: {
        ...{ monto_tot_operacion: '123456789012.123456', monto_tot_exent: '0.1' },
        ...{ monto_tot_grav: null, monto_tot_ret: null },
      },
    });
  });

  it('calls base and amount of a tax by the short names, too, and by both if they agree', async () => {
    const short = totales({}, { monto_ret: undefined, monto: '7.50', base: 75 });
    expect(await read({ totales: short })).toMatchObject({
      totales: { imp_retenidos: [{ monto_ret: '7.5', base_ret: '75' }] },
    });
    expect(await read({ totales: totales({}, { monto: 100, pago_provisional: true }) })).toHaveProperty(
      'totales',
    );
    expect(await read({ totales: totales({}, { monto: 99 }) })).toBe(
      'invalid_request, totales.imp_retenidos[0].monto invalid_value',
    );
    expect(await read({ totales: totales({}, { monto_ret: undefined }) })).toBe(
      'invalid_request, totales.imp_retenidos[0].monto_ret required',
    );
  });

  it('has complements as XML, in an object or alone, or typed by any spelling of their name', async () => {
    const complements = ['<a/>', { type: 'custom', data: '<b/>' }, { type: 'Pagos a Extranjeros', data: {} }];
    expect(await read({ complements })).toEqual({
      complements: [
        { type: 'custom', data: '<a/>' },
        { type: 'custom', data: '<b/>' },
        { type: 'pagosaextranjeros', data: {} },
      ],
    });
  });

  it('takes plans of retirement 1.0 for 1.1, with its version', async () => {
    const data = { SistemaFinanc: 'NO' };
    expect(
      await read({ complements: [{ type: 'planesderetiro', data: { Version: '1.0', ...data } }] }),
    ).toEqual({ complements: [{ type: 'planesderetiro11', data }] });
  });

  it.each([
    [{ type: 'dividendo', data: {} }, '[0].type invalid_value'],
    [{ type: 'custom', data: {} }, '[0].data invalid_type'],
    [{ type: 'dividendos', data: '<x/>' }, '[0].data invalid_type'],
  ])('refuses a complement that is none: %j', async (one, expected) => {
    expect(await read({ complements: [one] })).toBe(`invalid_retention_complement, complements${expected}`);
  });

  it('takes an addenda as clients type it, and relations of old and new clients', async () => {
    const uuid = 'a1b2c3d4-0000-4000-8000-0123456789ab';
    expect(
      await read({ addenda: ['<x/>'], related_documents: [{ relationship: '1', uuid }], folio_int: ' F1 ' }),
    ).toEqual({
      ...{ addenda: '<x/>', folio_int: 'F1' },
      related_documents: [{ relationship: '01', documents: [uuid.toUpperCase()] }],
    });
    expect(await read({ addenda: ['<x/>', '<y/>'] })).toBe('invalid_request, addenda invalid_length');
  });

  it('clears with null, and leaves alone what is not sent', async () => {
    expect(await read({})).toEqual({});
    expect(
      await read({ cve_retenc: null, periodo: null, totales: null, customer: null, fecha_exp: null }),
    ).toEqual({ cve_retenc: null, periodo: null, totales: null, customer: null, fecha_exp: null });
  });

  it('reads its date in the zone of the organization', async () => {
    expect(await read({ fecha_exp: '2026-03-01' })).toEqual({ fecha_exp: '2026-03-01T06:00:00.000Z' });
    expect(await read({ fecha_exp: '2026-02-31' })).toBe('invalid_date');
  });

  it.each([
    [{ cve_retenc: 'x'.repeat(3) }, 'cve_retenc invalid_value'],
    [{ periodo: { mes_ini: 13, mes_fin: 1, ejerc: 2026 } }, 'periodo.mes_ini too_large'],
    [
      { totales: totales({}, { tipo_pago_ret: '5' }) },
      'totales.imp_retenidos[0].tipo_pago_ret invalid_value',
    ],
    [{ totales: totales({}, { monto_ret: -1 }) }, 'totales.imp_retenidos[0].monto_ret too_small'],
    [{ totales: totales({ monto_tot_exent: '1,000' }) }, 'totales.monto_tot_exent invalid_type'],
    [{ total: 1 }, 'total unknown_field'],
  ])('names the field that is wrong: %j', async (body, expected) => {
    expect(await read(body)).toBe(`invalid_request, ${expected}`);
  });
});
