import { describe, expect, it } from '@jest/globals';
import { findCfdi40Defects, readXml, check, type Defect } from '#cfdi';
import { checkDocument, openDocument, textOfDefect, textOfViolation } from './check.js';
import { testXml } from './testing.js';

function problem(xml: string): string | undefined {
  const read = readXml(xml);
  if (!read.ok) return JSON.stringify(read.refusal);
  const [defect] = findCfdi40Defects(read.value, 1) as readonly (Defect | undefined)[];
  return defect && textOfDefect(defect);
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
    ['one that every object has', testXml({ receptor: { ['__proto__']: 'x' } }), 'Receptor/@__proto__'],
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

describe('a refusal', () => {
  const refusalOf = (xml: string) => {
    const checked = checkDocument(openDocument(xml), new Date('2026-11-21T16:00:00Z'));
    return 'negativa' in checked ? checked.negativa : undefined;
  };

  it('has the code 301 where the structure is wrong', () => {
    expect(refusalOf('<a/>')).toMatchObject({ codigo: '301', origen: 'pac' });
    expect(refusalOf(testXml({ comprobante: { Total: undefined } }))).toEqual({
      codigo: '301',
      texto: 'La estructura del comprobante es incorrecta: falta el atributo Comprobante/@Total.',
      origen: 'pac',
    });
  });

  it.each([
    ['CFDI40101', { Fecha: '2026-02-30T09:00:00' }],
    ['CFDI40117', { Moneda: 'USD', TipoCambio: '0' }],
  ])('has the code of the matrix where a form has one: %s', (code, comprobante) =>
    expect(refusalOf(testXml({ comprobante }))).toMatchObject({ codigo: code, origen: 'sat' }),
  );

  it('says in which concepto a rule is broken', () => {
    const read = readXml(testXml({ conceptos: [{}, { importe: '151.00' }], comprobante: { Total: '1' } }));
    if (!read.ok) throw new Error(JSON.stringify(read.refusal));
    const [line, head] = check(read.value).map((violation) => textOfViolation(read.value, violation));
    expect(line).toMatch(/ permitidos \(concepto 2\)\.$/);
    expect(head).not.toContain('concepto 2');
  });
});
