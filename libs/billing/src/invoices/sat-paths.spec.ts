import { describe, expect, it } from '@jest/globals';
import { readXml } from '#cfdi/reading/nodes';
import { check } from '#cfdi';
import { conceptosCases } from '#cfdi/rules/cfdi40/testing/conceptos-cases';
import { known } from '#cfdi/rules/cfdi40/testing/documents';
import { headerCases } from '#cfdi/rules/cfdi40/testing/header-cases';
import { totalesCases } from '#cfdi/rules/cfdi40/testing/totales-cases';
import { testXml, type TestDocument } from '#cfdi/testing/test-xml';
import { fieldOfPlace, fieldOfRefusal } from './sat-paths.js';

const PEDIMENTO = '<cfdi:InformacionAduanera NumeroPedimento="25  47  3807  5003832"/>';
const EXTERIOR =
  '<cfdi:Complemento><cce20:ComercioExterior xmlns:cce20="http://www.sat.gob.mx/ComercioExterior20" Version="2.0"/></cfdi:Complemento>';
const ordinary = testXml();

describe('the field of a broken rule', () => {
  /** What no request of the API has. */
  const NO_FIELD = ['Confirmacion', 'FacAtrAdquirente', 'Version'];

  it.each([...headerCases, ...conceptosCases, ...totalesCases].map(([code, document]) => [code, document]))(
    '%s has one',
    (code, document) => {
      const read = readXml(testXml(document as TestDocument));
      if (!read.ok) throw new Error('not read');
      const broken = check(read.value, known).filter((violation) => violation.code === code);
      expect(broken.length).toBeGreaterThan(0);
      for (const place of broken.filter(({ name = '' }) => !NO_FIELD.includes(name)))
        expect(fieldOfPlace(read.value, place)).toMatch(/^[a-z_]+(\[\d+\])?(\.|$)/);
    },
  );

  const fieldsOf = (document: TestDocument): (string | undefined)[] => {
    const read = readXml(testXml(document));
    if (!read.ok) throw new Error('not read');
    return check(read.value, known).map((place) => fieldOfPlace(read.value, place));
  };

  it('is as close as the request has it', () => {
    expect(fieldsOf({ comprobante: { Total: '1.00' } })).toEqual(['items']);
    expect(fieldsOf({ receptor: { UsoCFDI: 'D01' } })).toEqual(['use']);
    expect(fieldsOf({ conceptos: [{}, { importe: '151.00' }] }).slice(0, 1)).toEqual([
      'items[1].product.price',
    ]);
  });
});

describe("the field of a provider's refusal", () => {
  it('is where its rule is broken', () => {
    const twice = testXml({ conceptos: [{}, { children: PEDIMENTO }], complemento: EXTERIOR });
    expect(fieldOfRefusal(twice, 'CFDI40195')).toBe('items[1].customs_keys');
    const inPart = testXml({
      conceptos: [
        {
          children: `<cfdi:Parte ClaveProdServ="01010101" Cantidad="2" Descripcion="Pieza">${PEDIMENTO}</cfdi:Parte>`,
        },
      ],
      complemento: EXTERIOR,
    });
    expect(fieldOfRefusal(inPart, 'CFDI40200')).toBe('items[0].parts[0].customs_keys');
  });

  it.each([
    ['CFDI40145', 'customer.legal_name'],
    ['CFDI40148', 'customer.address.zip'],
    ['CFDI40162', 'items'],
    ['CRP20222', 'complements'],
    ['NOM45', 'complements'],
    ['CP202', 'complements'],
    ['CCHYP108', 'items'],
    ['401', undefined],
    ['CFDI40102', undefined],
  ])('of %s, which only others can judge, is %s', (code, path) => {
    expect(fieldOfRefusal(ordinary, code)).toBe(path);
    expect(fieldOfRefusal('no XML', code)).toBe(path);
  });

  it('is not looked for in a document that is too large', () => {
    const large = testXml({ conceptos: [{ importe: '151.00' }] }).replace(
      '<cfdi:Emisor',
      `<!--${' '.repeat(1_000_000)}-->$&`,
    );
    expect(fieldOfRefusal(large, 'CFDI40167')).toBe('items');
  });
});
