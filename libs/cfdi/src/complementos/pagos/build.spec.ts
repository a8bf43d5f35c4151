import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toXml } from '../../schemas/write.js';
import { findDefects } from '../../schemas/check.js';
import { pagos20 } from '../../schemas/standards/complementos/pagos-20.js';
import type { Violation } from '../../rules/rule.js';
import type { PagoInput } from './input.js';
import { checkPagos } from './rules.js';
import { arbitraryPagos } from './testing/arbitrary.js';
import {
  pagoComprobante,
  paidDocument,
  impuestoPagado,
  pago,
  largestPago,
  smallestPago,
} from './testing/samples.js';
import { buildOne, wrapInEnvelope } from './testing/envelope.js';
import { verifyPagos } from './testing/verifier.js';
import type { ComprobanteInput } from '../../input.js';

const xml = (...pagos: readonly PagoInput[]): string =>
  toXml(buildOne(pagoComprobante(pagos)).node, pagos20.prefix);
const violationsOf = (input: ComprobanteInput): readonly string[] => {
  const one = buildOne(input);
  const violations: Violation[] = [];
  checkPagos(one.node, { root: wrapInEnvelope(one).root }, violations);
  return violations.map(({ code, node, name }) => `${code} ${node.name}.${name}`);
};
describe('payments', () => {
  it('sum up one document that is paid whole', () => {
    expect(xml(pago())).toBe(
      '<pago20:Pagos Version="2.0">' +
        '<pago20:Totales TotalTrasladosBaseIVA16="1000.00" TotalTrasladosImpuestoIVA16="160.00" MontoTotalPagos="1160.00"/>' +
        '<pago20:Pago FechaPago="2026-11-20T12:00:00" FormaDePagoP="01" MonedaP="MXN" TipoCambioP="1" Monto="1160.00">' +
        '<pago20:DoctoRelacionado IdDocumento="bfc36522-4b8e-45c4-8f14-d11b289f9eb7" MonedaDR="MXN" EquivalenciaDR="1"' +
        ' NumParcialidad="1" ImpSaldoAnt="1160.00" ImpPagado="1160.00" ImpSaldoInsoluto="0.00" ObjetoImpDR="02">' +
        '<pago20:ImpuestosDR><pago20:TrasladosDR><pago20:TrasladoDR BaseDR="1000.00" ImpuestoDR="002" TipoFactorDR="Tasa"' +
        ' TasaOCuotaDR="0.160000" ImporteDR="160.00"/></pago20:TrasladosDR></pago20:ImpuestosDR></pago20:DoctoRelacionado>' +
        '<pago20:ImpuestosP><pago20:TrasladosP><pago20:TrasladoP BaseP="1000.00" ImpuestoP="002" TipoFactorP="Tasa"' +
        ' TasaOCuotaP="0.160000" ImporteP="160.00"/></pago20:TrasladosP></pago20:ImpuestosP></pago20:Pago></pago20:Pagos>',
    );
  });

  it('turn the taxes of a document in USD into the MXN in which it is paid', () => {
    const dollars = paidDocument({
      moneda: 'USD',
      equivalencia: '0.05',
      importePagado: '116',
      impuestos: [impuestoPagado({ base: '100' })],
    });
    const text = xml(pago({ documentos: [dollars] }));
    expect(text).toContain('MonedaP="MXN" TipoCambioP="1" Monto="2320.00"');
    expect(text).toContain('BaseDR="100.00"');
    expect(text).toContain('BaseP="2000.00"');
    expect(text).toContain(
      'TotalTrasladosBaseIVA16="2000.00" TotalTrasladosImpuestoIVA16="320.00" MontoTotalPagos="2320.00"',
    );
  });

  it('count in MXN what is paid in USD, rounding once', () => {
    const one = paidDocument({ moneda: 'USD', importePagado: '0.01', impuestos: [] });
    const text = xml(
      pago({ moneda: 'USD', tipoCambio: '18.4', documentos: [one] }),
      pago({ moneda: 'USD', tipoCambio: '18.4', documentos: [one] }),
    );
    // 0.184 twice is 0.37, where 0.18 twice is 0.36.
    expect(text).toContain('<pago20:Totales MontoTotalPagos="0.37"/>');
  });

  it('raise a Monto that rounding would leave below its documents', () => {
    const one = paidDocument({
      moneda: 'USD',
      equivalencia: '3.0000000001',
      importePagado: '0.01',
      impuestos: [],
    });
    expect(xml(pago({ moneda: 'JPY', tipoCambio: '0.12', documentos: [one] }))).toContain('Monto="1"');
  });

  it('write no tax of a document without any, and total an exempt one', () => {
    expect(xml(pago({ documentos: [paidDocument({ impuestos: [] })] }))).toContain(
      'ObjetoImpDR="01"/></pago20:Pago>',
    );
    const exentoTotal = impuestoPagado({ tipoFactor: 'Exento', tasa: '0.16', importe: '3' });
    const text = xml(pago({ documentos: [paidDocument({ impuestos: [exentoTotal] })] }));
    expect(text).toContain(
      '<pago20:Totales TotalTrasladosBaseIVAExento="1000.00" MontoTotalPagos="1160.00"/>',
    );
    expect(text).not.toContain('Tasa');
  });

  it.each([
    ['the smallest form', smallestPago()],
    ['the fullest form', largestPago()],
  ])('%s obeys the matrix', (_, input) => {
    expect(violationsOf(input)).toEqual([]);
    expect(verifyPagos(buildOne(input).node)).toEqual([]);
  });

  it('every accepted payment obeys the matrix, by the rules and by a second calculation', () => {
    fc.assert(
      fc.property(arbitraryPagos(), (input) => {
        expect(violationsOf(input)).toEqual([]);
        const { node } = buildOne(input);
        expect(findDefects(pagos20.root, node)).toEqual([]);
        expect(verifyPagos(node)).toEqual([]);
      }),
      { numRuns: 300, seed: 8 },
    );
  });

  it('and so it does with a hundred documents', () => {
    fc.assert(
      fc.property(arbitraryPagos(100), (input) => {
        expect(violationsOf(input)).toEqual([]);
        expect(verifyPagos(buildOne(input).node)).toEqual([]);
      }),
      { numRuns: 20, seed: 9 },
    );
  });
});
