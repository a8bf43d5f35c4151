import { describe, expect, it } from '@jest/globals';
import { readXml } from '#cfdi';
import { structureProblem } from './structure.js';
import { testXml } from './testing.js';

function problem(xml: string): string | undefined {
  const read = readXml(xml);
  return read.ok ? structureProblem(read.value) : JSON.stringify(read.refusal);
}

describe('structure of Anexo 20', () => {
  it('takes a plain document', () => expect(problem(testXml())).toBeUndefined());

  const swapped = testXml().replace(/(<cfdi:Emisor[^>]*\/>)(<cfdi:Receptor[^>]*\/>)/, '$2$1');
  it.each([
    ['another version', testXml({ comprobante: { Version: '3.3' } }), 'Comprobante/@Version no es válido'],
    [
      'a missing attribute',
      testXml({ comprobante: { Total: undefined } }),
      'falta el atributo Comprobante/@Total',
    ],
    ['an attribute nobody knows', testXml({ receptor: { Apodo: 'x' } }), 'atributo Receptor/@Apodo'],
    ['seven decimals', testXml({ comprobante: { Total: '116.0000001' } }), '@Total no es válido'],
    ['a pipe in a text', testXml({ emisor: { Nombre: 'A|B' } }), '@Nombre no es válido'],
    [
      'a day that no month has',
      testXml({ comprobante: { Fecha: '2026-13-01T00:00:00' } }),
      '@Fecha no es válido',
    ],
    [
      'a unit of 21 characters',
      testXml().replace('ClaveUnidad', `Unidad="${'x'.repeat(21)}" ClaveUnidad`),
      '@Unidad',
    ],
    ['an RFC in lower case', testXml({ receptor: { Rfc: 'ure180429tm6' } }), 'Receptor/@Rfc'],
    ['elements in another order', swapped, 'falta Emisor'],
    ['no conceptos', testXml({ conceptos: [] }), 'falta Concepto'],
    ['a second receiver', testXml().replace(/(<cfdi:Receptor[^>]*\/>)/, '$1$1'), 'más de un Receptor'],
    ['an element nobody knows', testXml({ complemento: '<cfdi:Nada/>' }), 'no se esperaba Nada'],
    ['another namespace', testXml().replace('sat.gob.mx/cfd/4"', 'sat.gob.mx/cfd/3"'), 'elemento raíz'],
    [
      'attributes of a concepto tax in the summary',
      testXml({
        resumen:
          '<cfdi:Impuestos TotalImpuestosRetenidos="1.00"><cfdi:Retenciones><cfdi:Retencion Base="1" Impuesto="001" Importe="1.00"/></cfdi:Retenciones></cfdi:Impuestos>',
      }),
      'Retencion/@Base',
    ],
  ])('refuses %s', (_, xml, expected) => {
    expect(problem(xml)).toContain(expected);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(problem(testXml({ emisor: { Nombre: '𝒜'.repeat(300) } }))).toBeUndefined();
    expect(problem(testXml({ emisor: { Nombre: 'A'.repeat(301) } }))).toBeDefined();
  });
});
