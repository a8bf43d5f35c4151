import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildPagos } from './build.js';
import type { PagoInput } from './input.js';
import { arbitraryPagos } from './testing/arbitrary.js';
import { pagoComprobante, paidDocument, impuestoPagado, pago } from './testing/samples.js';

const reject = (...pagos: readonly unknown[]): readonly string[] => {
  const built = buildPagos(pagos as PagoInput[], pagoComprobante([]), 'pagos');
  return built.ok ? [] : (built.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
};

describe('what is refused', () => {
  const withChanges = (over: Parameters<typeof paidDocument>[0], from: Partial<PagoInput> = {}): PagoInput =>
    pago({ ...from, documentos: [paidDocument(), paidDocument(over)] });

  it.each<[string, PagoInput, readonly string[]]>([
    [
      'more than is owed',
      withChanges({ importePagado: '1160.01' }),
      ['documentos[1].importePagado amount_exceeds_related_document_balance'],
    ],
    [
      'USD at more than 1 in MXN',
      withChanges({ moneda: 'USD', equivalencia: '18.5' }),
      ['documentos[1].equivalencia exchange_rate_too_large'],
    ],
    [
      'MXN at less than 1 in USD',
      pago({ moneda: 'USD', tipoCambio: '18', documentos: [paidDocument({ equivalencia: '0.05' })] }),
      ['documentos[0].equivalencia exchange_rate_too_small'],
    ],
    [
      'another currency without its worth',
      withChanges({ moneda: 'EUR' }),
      ['documentos[1].equivalencia required'],
    ],
    [
      'the same currency at another worth',
      withChanges({ equivalencia: '1.1' }),
      ['documentos[1].equivalencia invalid_value'],
    ],
    ['a currency that is none', withChanges({ moneda: 'ABC' }), ['documentos[1].moneda invalid_value']],
    ['XXX', withChanges({ moneda: 'XXX', equivalencia: '2' }), ['documentos[1].moneda invalid_value']],
    [
      'a payment without its exchange rate',
      pago({ moneda: 'EUR', documentos: [paidDocument({ moneda: 'EUR' })] }),
      ['tipoCambio required'],
    ],
    ['MXN at another worth', pago({ tipoCambio: '18' }), ['tipoCambio invalid_value']],
    ['99', pago({ formaPago: '99' }), ['formaPago invalid_value']],
    ['a form that is none', pago({ formaPago: '98' }), ['formaPago invalid_value']],
    [
      'accounts of cash',
      pago({
        ctaOrdenante: '0123456789',
        ctaBeneficiario: '0123456789',
        rfcEmisorCtaOrd: 'BBA830831LJ2',
        rfcEmisorCtaBen: 'BBA830831LJ2',
      }),
      [
        'rfcEmisorCtaOrd not_allowed',
        'ctaOrdenante not_allowed',
        'rfcEmisorCtaBen not_allowed',
        'ctaBeneficiario not_allowed',
      ],
    ],
    ['the bank of cash', pago({ nomBancoOrdExt: 'Bank' }), ['nomBancoOrdExt not_allowed']],
    [
      'a foreign bank without its name',
      pago({ formaPago: '03', rfcEmisorCtaOrd: 'XEXX010101000' }),
      ['nomBancoOrdExt required'],
    ],
    [
      'an account of another form',
      pago({ formaPago: '04', ctaOrdenante: '0123456789' }),
      ['ctaOrdenante invalid_value'],
    ],
    [
      'a proof of payment in parts',
      pago({ formaPago: '03', tipoCadPago: '1', cadPago: '||1||' }),
      ['certPago required', 'selloPago required'],
    ],
    ['a proof of payment of no type', pago({ formaPago: '03', cadPago: '||1||' }), ['cadPago not_allowed']],
    [
      'a proof of payment in cash',
      pago({ tipoCadPago: '1', certPago: 'QUJD', cadPago: '1', selloPago: 'QUJD' }),
      ['tipoCadPago not_allowed'],
    ],
    [
      'folios and installments that are no whole numbers',
      withChanges({ folio: 12.5 as never, numParcialidad: 1.5 }),
      ['documentos[1].folio invalid_type', 'documentos[1].numParcialidad invalid_type'],
    ],
    ['a Monto below its documents', pago({ monto: '1159.99' }), ['monto invalid_value']],
    ['a Monto of half cents', pago({ monto: '1160.001' }), ['monto invalid_value']],
    ['half cents', withChanges({ importePagado: '1.005' }), ['documentos[1].importePagado invalid_value']],
    ['taxes of what has none', withChanges({ objetoImp: '01' }), ['documentos[1].impuestos not_allowed']],
    [
      'no taxes of what has some',
      withChanges({ objetoImp: '02', impuestos: [] }),
      ['documentos[1].impuestos required'],
    ],
    [
      'a rate that is none',
      withChanges({ impuestos: [impuestoPagado({ tasa: '0.17' })] }),
      ['documentos[1].impuestos[0].tasa invalid_value'],
    ],
    [
      'a tax that is not its rate',
      withChanges({ impuestos: [impuestoPagado({ importe: '161' })] }),
      ['documentos[1].impuestos[0].importe invalid_value'],
    ],
    [
      'a withheld Exento',
      withChanges({ impuestos: [impuestoPagado({ tipoFactor: 'Exento', retencion: true })] }),
      ['documentos[1].impuestos[0].tipoFactor invalid_value'],
    ],
    [
      'a base of nothing',
      withChanges({ impuestos: [impuestoPagado({ base: '0' })] }),
      ['documentos[1].impuestos[0].base too_small'],
    ],
    ['an id that is none', withChanges({ idDocumento: 'F-1' }), ['documentos[1].idDocumento invalid_format']],
    ['a date that is none', pago({ fecha: '2026-02-30T12:00:00' }), ['fecha invalid_format']],
    [
      'more than 18 digits',
      withChanges({ saldoAnterior: '9'.repeat(19), importePagado: '1' }),
      ['documentos[1].saldoAnterior too_large'],
    ],
    ['no documents', pago({ documentos: [] }), ['documentos invalid_length']],
    ['"|"', pago({ numOperacion: 'a|b' }), ['numOperacion invalid_value']],
  ])('%s', (_, input, expected) => {
    expect(reject(input)).toEqual(expected.map((detail) => `pagos[0].${detail}`));
  });

  it('not USD at 1 in MXN, nor MXN at 1 in USD', () => {
    expect(reject(withChanges({ moneda: 'USD', equivalencia: '1' }))).toEqual([]);
    const pesos = paidDocument({ equivalencia: '1' });
    expect(reject(pago({ moneda: 'USD', tipoCambio: '18', documentos: [pesos] }))).toEqual([]);
  });

  it('an amount that the currency of the payment cannot hold', () => {
    const one = paidDocument({
      moneda: 'EUR',
      equivalencia: '0.0000000001',
      saldoAnterior: '9'.repeat(18),
      importePagado: '9'.repeat(18),
    });
    expect(reject(pago({ documentos: [one] }))).toEqual(
      expect.arrayContaining(['pagos too_large', 'pagos[0].documentos too_large']),
    );
  });

  it('anything else at all gives an element, or a refusal with paths, and never an exception', () => {
    const value = fc.oneof(
      fc.constantFrom('MXN', 'USD', '1', '0', '-1', 'Tasa', '02', null, undefined),
      fc.anything(),
    );
    const broken = fc
      .tuple(arbitraryPagos(2), fc.array(fc.tuple(fc.nat(), value), { minLength: 1, maxLength: 4 }))
      .map(([input, cambios]) => {
        const data = structuredClone(input.complementos?.[0]) as { pagos: unknown };
        for (const [where, other] of cambios) {
          const sites = placesOf(data);
          const site = sites[where % sites.length];
          if (site) (site[0] as Record<string, unknown>)[site[1]] = other;
        }
        return data.pagos;
      });
    fc.assert(
      fc.property(broken, (pagos) => {
        const built = buildPagos(pagos as PagoInput[], pagoComprobante([]), 'pagos');
        if (built.ok) return;
        expect(built.refusal.details?.length).toBeGreaterThan(0);
        for (const { path } of built.refusal.details ?? []) expect(path).toMatch(/^pagos/);
      }),
      { numRuns: 500, seed: 5 },
    );
  });
});

/** Every place inside of plain JSON. */
function placesOf(data: unknown): readonly (readonly [object, string])[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([field, inside]) => [[data, field] as const, ...placesOf(inside)]);
}
