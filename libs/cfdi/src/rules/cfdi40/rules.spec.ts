import { describe, expect, it } from '@jest/globals';
import { readXml } from '../../reading/nodes.js';
import type { XmlNode } from '../../parsed.js';
import { testXml, type TestDocument } from '../../testing/test-xml.js';
import type { Violation } from '../rule.js';
import { cfdi40Codes } from './codes.js';
import { findCfdi40Defects } from './structure.js';
import { ruleCodes40, checkCfdi40 } from './index.js';
import { conceptosCases, validConceptos } from './testing/conceptos-cases.js';
import { headerCases } from './testing/header-cases.js';
import { totalesCases } from './testing/totales-cases.js';
import {
  known,
  foreign,
  local,
  onlyExempt,
  payment,
  publico,
  transfer,
  untaxed,
  withDiscount,
  withRetention,
} from './testing/documents.js';

function parseRoot(xml: string): XmlNode {
  const read = readXml(xml);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  return read.value;
}

/** Complements have their own rules and structure: what is looked at here is the CFDI around them. */
function violationsOf(xml: string, limit?: number): readonly Violation[] {
  const root = parseRoot(xml);
  expect(findCfdi40Defects(root).filter(({ node }) => node.namespace === root.namespace)).toEqual([]);
  const found: Violation[] = [];
  checkCfdi40(root, { root, ...known }, found, limit);
  return found;
}

const codes = (document: TestDocument): string[] => violationsOf(testXml(document)).map(({ code }) => code);

describe('error matrix: documents that keep it', () => {
  it.each<[string, TestDocument]>([
    ['IVA 16%', {}],
    ['a retention', withRetention],
    ['a discount', withDiscount],
    ['only exempt', onlyExempt],
    ['no object of tax', untaxed],
    ['a transfer', transfer],
    ['a payment', payment],
    ['a foreign receiver', foreign],
    ...validConceptos.map(([what, document]): [string, TestDocument] => [what, document]),
    ['a global invoice', publico],
    [
      'a global invoice, with its accent',
      { ...publico, receptor: { ...publico.receptor, Nombre: 'PÚBLICO EN GENERAL' } },
    ],
    ['local taxes', { comprobante: { Total: '118.50' }, complemento: local('3.00', '0.50') }],
    [
      'local taxes with zeros at their end',
      { comprobante: { Total: '118.50' }, complemento: local('3.000000000', ' 0.5000 ') },
    ],
    ['dollars', { comprobante: { Moneda: 'USD', TipoCambio: '18.5' } }],
    [
      'a thousand at a third of a cent',
      {
        ...untaxed,
        comprobante: { SubTotal: '3.33', Total: '3.33' },
        conceptos: [{ objetoImp: '01', cantidad: '1000', valorUnitario: '0.003333', importe: '3.333' }],
      },
    ],
    [
      'a price with six decimals that the total rounds',
      {
        ...untaxed,
        comprobante: { SubTotal: '0.01', Total: '0.01' },
        conceptos: [{ objetoImp: '01', valorUnitario: '0.005', importe: '0.005' }],
      },
    ],
  ])('%s', (_, document) => expect(codes(document)).toEqual([]));
});

describe('error matrix: each rule that is broken alone', () => {
  const cases = [...headerCases, ...conceptosCases, ...totalesCases].map(
    ([code, document]): [string, TestDocument] => [code, document],
  );

  it.each(cases)('%s', (code, document) => expect(codes(document)).toEqual([code]));

  it('has a document for every rule', () => {
    expect(new Set(cases.map(([code]) => code))).toEqual(ruleCodes40);
  });

  it('is the same in bigints, whatever the size of the amounts', () => {
    const makeHuge = (document: TestDocument): string =>
      testXml({
        ...document,
        // A line of 10,000 million takes the arithmetic beyond the doubles' safe integers.
        conceptos: [
          ...(document.conceptos ?? [{}]),
          { objetoImp: '01', valorUnitario: '10000000000', importe: '10000000000' },
        ],
      }).replace(/ (SubTotal|Total)="(\d+)/g, (all, name: string, units: string) =>
        units === '0' ? all : ` ${name}="${10_000_000_000 + Number(units)}`,
      );
    for (const [code, document] of totalesCases) {
      const { TipoDeComprobante = 'I' } = document.comprobante ?? {};
      if (TipoDeComprobante !== 'I') continue;
      // Where a discount was larger than the SubTotal it is not any more.
      const due = code === 'CFDI40110' ? 'CFDI40111' : code;
      expect(violationsOf(makeHuge(document)).map((violation) => violation.code)).toEqual([due]);
    }
  });
});

describe('broken rules', () => {
  it('say where: the element, and its attribute or child', () => {
    const [violation] = violationsOf(testXml({ conceptos: [{}, { importe: '151.00' }] }));
    expect(violation).toMatchObject({ code: 'CFDI40167', name: 'Importe' });
    expect(violation?.node.attributes['Importe']).toBe('151.00');
  });

  it('are of rules only: zeros at the end of local taxes are no defect', () => {
    const root = parseRoot(testXml({ complemento: local('3.000', '0.5000000000') }));
    expect(findCfdi40Defects(root)).toEqual([]);
    const wrong = parseRoot(testXml({ complemento: local('3.001', '0.50') }));
    expect(findCfdi40Defects(wrong)).toMatchObject([{ attribute: 'TotaldeTraslados' }]);
  });

  it('come in the order of the document, as many as are asked for', () => {
    const xml = testXml({
      comprobante: { FormaPago: '07', Total: '1.00' },
      receptor: { UsoCFDI: 'G09' },
      conceptos: [{ objetoImp: '09', impuestos: '' }],
    });
    const all = violationsOf(xml).map(({ code }) => code);
    expect(all).toEqual(['CFDI40104', 'CFDI40160', 'CFDI40170', 'CFDI40119', 'CFDI40215', 'CFDI40221']);
    for (const limit of [1, 2, 3, 4])
      expect(violationsOf(xml, limit).map(({ code }) => code)).toEqual(all.slice(0, limit));
  });

  it('judge nothing of what is not known', () => {
    const root = parseRoot(
      testXml({
        receptor: { Rfc: 'AAA010101AAA' },
        conceptos: [{ attributes: { ClaveProdServ: '99999999' } }],
      }),
    );
    const found: Violation[] = [];
    checkCfdi40(root, { root }, found);
    expect(found).toEqual([]);
  });

  it('read values as the schema does, white space collapsed', () => {
    const xml = testXml()
      .replaceAll('"002"', '" 002 "')
      .replaceAll('"16.00"', '" 16.00"')
      .replaceAll('"I"', '" I "');
    expect(violationsOf(xml)).toEqual([]);
  });
});

describe('the list of codes', () => {
  const matrix = Array.from({ length: 121 }, (_, i) => `CFDI40${101 + i}`);

  it('has every code of the matrix once', () => {
    const codes = cfdi40Codes.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual(expect.arrayContaining(matrix));
  });

  it('names as rules those that are rules, and says of the others why', () => {
    const rules = cfdi40Codes.filter(({ where }) => where === 'rule').map(({ code }) => code);
    expect(new Set(rules)).toEqual(ruleCodes40);
    for (const { where, note } of cfdi40Codes) expect(where === 'rule' || note !== undefined).toBe(true);
  });
});
