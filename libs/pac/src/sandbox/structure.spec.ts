import { describe, expect, it } from '@jest/globals';
import { readXml, Unreadable } from '../xml.js';
import { structureProblem } from './structure.js';
import { testXml } from './testing.js';

const problem = (xml: string): string | undefined => structureProblem(readXml(xml));

describe('reading a document', () => {
  it.each([
    ['an attribute twice', '<a x="1" x="2"/>'],
    ['two roots', '<a/><b/>'],
    ['an element left open', '<a><b></a>'],
    ['an undeclared prefix', '<z:a/>'],
    ['a prefix declared for a sibling only', '<a><b xmlns:z="u"/><z:c/></a>'],
    ['an unknown entity', '<a x="&nada;"/>'],
    ['a document type', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a x="&e;"/>'],
    ['a control character', '<a x="\u0001"/>'],
    ['nothing', ''],
    ['nesting beyond the limit', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`],
  ])('refuses %s', (_, xml) => {
    expect(() => readXml(xml)).toThrow(Unreadable);
  });

  it('keeps elements, attributes and their order', () => {
    const root = readXml('<a b="&#241; &amp; 1"><c/><d/></a>');
    expect(root.atributos).toEqual({ b: 'ñ & 1' });
    expect(root.hijos.map((child) => child.nombre)).toEqual(['c', 'd']);
  });
});

describe('structure of Anexo 20', () => {
  it('takes a plain document', () => expect(problem(testXml())).toBeUndefined());

  const swapped = testXml().replace(/(<cfdi:Emisor[^>]*\/>)(<cfdi:Receptor[^>]*\/>)/, '$2$1');
  it.each([
    ['another version', testXml({ comprobante: { Version: '3.3' } }), 'Comprobante/@Version no es válido'],
    [
      'a missing attribute',
      testXml({ comprobante: { Total: undefined } }),
      'falta el atributo cfdi:Comprobante/@Total',
    ],
    ['an attribute nobody knows', testXml({ receptor: { Apodo: 'x' } }), 'atributo cfdi:Receptor/@Apodo'],
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
    ['an RFC in lower case', testXml({ receptor: { Rfc: 'ure180429tm6' } }), 'cfdi:Receptor/@Rfc'],
    ['elements in another order', swapped, 'falta cfdi:Emisor'],
    ['no conceptos', testXml({ conceptos: [] }), 'falta cfdi:Concepto'],
    ['a second receiver', testXml().replace(/(<cfdi:Receptor[^>]*\/>)/, '$1$1'), 'más de un cfdi:Receptor'],
    ['an element nobody knows', testXml({ complemento: '<cfdi:Nada/>' }), 'no se esperaba cfdi:Nada'],
    ['another namespace', testXml().replace('sat.gob.mx/cfd/4"', 'sat.gob.mx/cfd/3"'), 'elemento raíz'],
    [
      'a prefix bound anew',
      testXml().replace('<cfdi:Conceptos', '<cfdi:Conceptos xmlns:cfdi="urn:x"'),
      'prefijo cfdi',
    ],
    [
      'attributes of a concepto tax in the summary',
      testXml({
        resumen:
          '<cfdi:Impuestos TotalImpuestosRetenidos="1.00"><cfdi:Retenciones><cfdi:Retencion Base="1" Impuesto="001" Importe="1.00"/></cfdi:Retenciones></cfdi:Impuestos>',
      }),
      'cfdi:Retencion/@Base',
    ],
  ])('refuses %s', (_, xml, expected) => {
    expect(problem(xml)).toContain(expected);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(problem(testXml({ emisor: { Nombre: '𝒜'.repeat(300) } }))).toBeUndefined();
    expect(problem(testXml({ emisor: { Nombre: 'A'.repeat(301) } }))).toBeDefined();
  });
});
