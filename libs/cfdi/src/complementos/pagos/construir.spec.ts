import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { xmlDe } from '../../formas/escribir.js';
import { defectosDe } from '../../formas/revisar.js';
import { pagos20 } from '../../formas/estandares/complementos/pagos-20.js';
import type { Falla } from '../../reglas/regla.js';
import type { PagoInput } from './input.js';
import { revisarPagos } from './reglas.js';
import { pagosArbitrarios } from './testing/arbitrarios.js';
import {
  comprobanteDePago,
  documentoPagado,
  impuestoPagado,
  pago,
  pagoMayor,
  pagoMenor,
} from './testing/muestras.js';
import { construido, sobre } from './testing/sobre.js';
import { verificarPagos } from './testing/verificador.js';
import type { ComprobanteInput } from '../../input.js';

const xml = (...pagos: readonly PagoInput[]): string =>
  xmlDe(construido(comprobanteDePago(pagos)).nodo, pagos20.prefijo);
const fallasDe = (input: ComprobanteInput): readonly string[] => {
  const uno = construido(input);
  const fallas: Falla[] = [];
  revisarPagos(uno.nodo, { raiz: sobre(uno).raiz }, fallas);
  return fallas.map(({ codigo, nodo, nombre }) => `${codigo} ${nodo.nombre}.${nombre}`);
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
    const dolares = documentoPagado({
      moneda: 'USD',
      equivalencia: '0.05',
      importePagado: '116',
      impuestos: [impuestoPagado({ base: '100' })],
    });
    const text = xml(pago({ documentos: [dolares] }));
    expect(text).toContain('MonedaP="MXN" TipoCambioP="1" Monto="2320.00"');
    expect(text).toContain('BaseDR="100.00"');
    expect(text).toContain('BaseP="2000.00"');
    expect(text).toContain(
      'TotalTrasladosBaseIVA16="2000.00" TotalTrasladosImpuestoIVA16="320.00" MontoTotalPagos="2320.00"',
    );
  });

  it('count in MXN what is paid in USD, rounding once', () => {
    const uno = documentoPagado({ moneda: 'USD', importePagado: '0.01', impuestos: [] });
    const text = xml(
      pago({ moneda: 'USD', tipoCambio: '18.4', documentos: [uno] }),
      pago({ moneda: 'USD', tipoCambio: '18.4', documentos: [uno] }),
    );
    // 0.184 twice is 0.37, where 0.18 twice is 0.36.
    expect(text).toContain('<pago20:Totales MontoTotalPagos="0.37"/>');
  });

  it('raise a Monto that rounding would leave below its documents', () => {
    const uno = documentoPagado({
      moneda: 'USD',
      equivalencia: '3.0000000001',
      importePagado: '0.01',
      impuestos: [],
    });
    expect(xml(pago({ moneda: 'JPY', tipoCambio: '0.12', documentos: [uno] }))).toContain('Monto="1"');
  });

  it('write no tax of a document without any, and total an exempt one', () => {
    expect(xml(pago({ documentos: [documentoPagado({ impuestos: [] })] }))).toContain(
      'ObjetoImpDR="01"/></pago20:Pago>',
    );
    const exento = impuestoPagado({ tipoFactor: 'Exento', tasa: '0.16', importe: '3' });
    const text = xml(pago({ documentos: [documentoPagado({ impuestos: [exento] })] }));
    expect(text).toContain(
      '<pago20:Totales TotalTrasladosBaseIVAExento="1000.00" MontoTotalPagos="1160.00"/>',
    );
    expect(text).not.toContain('Tasa');
  });

  it.each([
    ['the smallest form', pagoMenor()],
    ['the fullest form', pagoMayor()],
  ])('%s obeys the matrix', (_, input) => {
    expect(fallasDe(input)).toEqual([]);
    expect(verificarPagos(construido(input).nodo)).toEqual([]);
  });

  it('whatever is accepted obeys the matrix, by the rules and by another reckoning', () => {
    fc.assert(
      fc.property(pagosArbitrarios(), (input) => {
        expect(fallasDe(input)).toEqual([]);
        const { nodo } = construido(input);
        expect(defectosDe(pagos20.raiz, nodo)).toEqual([]);
        expect(verificarPagos(nodo)).toEqual([]);
      }),
      { numRuns: 300, seed: 8 },
    );
  });

  it('and so it does with a hundred documents', () => {
    fc.assert(
      fc.property(pagosArbitrarios(100), (input) => {
        expect(fallasDe(input)).toEqual([]);
        expect(verificarPagos(construido(input).nodo)).toEqual([]);
      }),
      { numRuns: 20, seed: 9 },
    );
  });
});
