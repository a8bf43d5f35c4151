import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { construirPagos } from './construir.js';
import type { PagoInput } from './input.js';
import { pagosArbitrarios } from './testing/arbitrarios.js';
import { comprobanteDePago, documentoPagado, impuestoPagado, pago } from './testing/muestras.js';

const rechazo = (...pagos: readonly unknown[]): readonly string[] => {
  const built = construirPagos(pagos as PagoInput[], comprobanteDePago([]), 'pagos');
  return built.ok ? [] : (built.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
};

describe('what is refused', () => {
  const con = (over: Parameters<typeof documentoPagado>[0], de: Partial<PagoInput> = {}): PagoInput =>
    pago({ ...de, documentos: [documentoPagado(), documentoPagado(over)] });

  it.each<[string, PagoInput, readonly string[]]>([
    [
      'more than is owed',
      con({ importePagado: '1160.01' }),
      ['documentos[1].importePagado amount_exceeds_related_document_balance'],
    ],
    [
      'USD at more than 1 in MXN',
      con({ moneda: 'USD', equivalencia: '18.5' }),
      ['documentos[1].equivalencia exchange_rate_too_large'],
    ],
    [
      'MXN at less than 1 in USD',
      pago({ moneda: 'USD', tipoCambio: '18', documentos: [documentoPagado({ equivalencia: '0.05' })] }),
      ['documentos[0].equivalencia exchange_rate_too_small'],
    ],
    ['another currency without its worth', con({ moneda: 'EUR' }), ['documentos[1].equivalencia required']],
    [
      'the same currency at another worth',
      con({ equivalencia: '1.1' }),
      ['documentos[1].equivalencia invalid_value'],
    ],
    ['a currency that is none', con({ moneda: 'ABC' }), ['documentos[1].moneda invalid_value']],
    ['XXX', con({ moneda: 'XXX', equivalencia: '2' }), ['documentos[1].moneda invalid_value']],
    [
      'a payment without its exchange rate',
      pago({ moneda: 'EUR', documentos: [documentoPagado({ moneda: 'EUR' })] }),
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
    ['a Monto below its documents', pago({ monto: '1159.99' }), ['monto invalid_value']],
    ['a Monto of half cents', pago({ monto: '1160.001' }), ['monto invalid_value']],
    ['half cents', con({ importePagado: '1.005' }), ['documentos[1].importePagado invalid_value']],
    ['taxes of what has none', con({ objetoImp: '01' }), ['documentos[1].impuestos not_allowed']],
    [
      'no taxes of what has some',
      con({ objetoImp: '02', impuestos: [] }),
      ['documentos[1].impuestos required'],
    ],
    [
      'a rate that is none',
      con({ impuestos: [impuestoPagado({ tasa: '0.17' })] }),
      ['documentos[1].impuestos[0].tasa invalid_value'],
    ],
    [
      'a tax that is not its rate',
      con({ impuestos: [impuestoPagado({ importe: '161' })] }),
      ['documentos[1].impuestos[0].importe invalid_value'],
    ],
    [
      'a withheld Exento',
      con({ impuestos: [impuestoPagado({ tipoFactor: 'Exento', retencion: true })] }),
      ['documentos[1].impuestos[0].tipoFactor invalid_value'],
    ],
    [
      'a base of nothing',
      con({ impuestos: [impuestoPagado({ base: '0' })] }),
      ['documentos[1].impuestos[0].base too_small'],
    ],
    ['an id that is none', con({ idDocumento: 'F-1' }), ['documentos[1].idDocumento invalid_format']],
    ['a date that is none', pago({ fecha: '2026-02-30T12:00:00' }), ['fecha invalid_format']],
    [
      'more than 18 digits',
      con({ saldoAnterior: '9'.repeat(19), importePagado: '1' }),
      ['documentos[1].saldoAnterior too_large'],
    ],
    ['no documents', pago({ documentos: [] }), ['documentos invalid_length']],
    ['"|"', pago({ numOperacion: 'a|b' }), ['numOperacion invalid_value']],
  ])('%s', (_, input, expected) => {
    expect(rechazo(input)).toEqual(expected.map((detail) => `pagos[0].${detail}`));
  });

  it('not USD at 1 in MXN, nor MXN at 1 in USD', () => {
    expect(rechazo(con({ moneda: 'USD', equivalencia: '1' }))).toEqual([]);
    const pesos = documentoPagado({ equivalencia: '1' });
    expect(rechazo(pago({ moneda: 'USD', tipoCambio: '18', documentos: [pesos] }))).toEqual([]);
  });

  it('an amount that the currency of the payment cannot hold', () => {
    const uno = documentoPagado({
      moneda: 'EUR',
      equivalencia: '0.0000000001',
      saldoAnterior: '9'.repeat(18),
      importePagado: '9'.repeat(18),
    });
    expect(rechazo(pago({ documentos: [uno] }))).toEqual(
      expect.arrayContaining(['pagos invalid_format', 'pagos[0].documentos invalid_format']),
    );
  });

  it('anything else at all gives an element, or a refusal with paths, and never an exception', () => {
    const valor = fc.oneof(
      fc.constantFrom('MXN', 'USD', '1', '0', '-1', 'Tasa', '02', null, undefined),
      fc.anything(),
    );
    const roto = fc
      .tuple(pagosArbitrarios(2), fc.array(fc.tuple(fc.nat(), valor), { minLength: 1, maxLength: 4 }))
      .map(([input, cambios]) => {
        const datos = structuredClone(input.complementos?.[0]) as { pagos: unknown };
        for (const [donde, otro] of cambios) {
          const sitios = lugares(datos);
          const sitio = sitios[donde % sitios.length];
          if (sitio) (sitio[0] as Record<string, unknown>)[sitio[1]] = otro;
        }
        return datos.pagos;
      });
    fc.assert(
      fc.property(roto, (pagos) => {
        const built = construirPagos(pagos as PagoInput[], comprobanteDePago([]), 'pagos');
        if (built.ok) return;
        expect(built.refusal.details?.length).toBeGreaterThan(0);
        for (const { path } of built.refusal.details ?? []) expect(path).toMatch(/^pagos/);
      }),
      { numRuns: 500, seed: 5 },
    );
  });
});

/** Every place inside of plain JSON. */
function lugares(datos: unknown): readonly (readonly [object, string])[] {
  if (typeof datos !== 'object' || datos === null) return [];
  return Object.entries(datos).flatMap(([campo, inside]) => [[datos, campo] as const, ...lugares(inside)]);
}
