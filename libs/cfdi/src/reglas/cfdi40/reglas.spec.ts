import { describe, expect, it } from '@jest/globals';
import { readXml } from '../../lectura/nodos.js';
import type { Nodo } from '../../parsed.js';
import { testXml, type TestDocument } from '../../testing/xml-de-prueba.js';
import type { Falla } from '../regla.js';
import { codigosCfdi40 } from './codigos.js';
import { defectosDeCfdi40 } from './estructura.js';
import { codigosDeReglas40, revisarCfdi40 } from './index.js';
import { casosDeConceptos, conceptosValidos } from './testing/casos-conceptos.js';
import { casosDeEncabezado } from './testing/casos-encabezado.js';
import { casosDeTotales } from './testing/casos-totales.js';
import {
  conocido,
  foreign,
  local,
  onlyExempt,
  payment,
  publico,
  transfer,
  untaxed,
  withDiscount,
  withRetention,
} from './testing/documentos.js';

function raiz(xml: string): Nodo {
  const read = readXml(xml);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  return read.value;
}

/** Complements have their own rules and structure: what is looked at here is the CFDI around them. */
function fallas(xml: string, limite?: number): readonly Falla[] {
  const root = raiz(xml);
  expect(defectosDeCfdi40(root).filter(({ nodo }) => nodo.espacio === root.espacio)).toEqual([]);
  const found: Falla[] = [];
  revisarCfdi40(root, { raiz: root, ...conocido }, found, limite);
  return found;
}

const codes = (document: TestDocument): string[] => fallas(testXml(document)).map(({ codigo }) => codigo);

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
    ...conceptosValidos.map(([que, documento]): [string, TestDocument] => [que, documento]),
    ['a global invoice', publico],
    ['local taxes', { comprobante: { Total: '118.50' }, complemento: local('3.00', '0.50') }],
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
  const casos = [...casosDeEncabezado, ...casosDeConceptos, ...casosDeTotales].map(
    ([codigo, documento]): [string, TestDocument] => [codigo, documento],
  );

  it.each(casos)('%s', (codigo, document) => expect(codes(document)).toEqual([codigo]));

  it('has a document for every rule', () => {
    expect(new Set(casos.map(([codigo]) => codigo))).toEqual(codigosDeReglas40);
  });

  it('is the same in bigints, whatever the size of the amounts', () => {
    const enorme = (documento: TestDocument): string =>
      testXml({
        ...documento,
        // A line of 10,000 million takes the arithmetic beyond the doubles' safe integers.
        conceptos: [
          ...(documento.conceptos ?? [{}]),
          { objetoImp: '01', valorUnitario: '10000000000', importe: '10000000000' },
        ],
      }).replace(/ (SubTotal|Total)="(\d+)/g, (all, name: string, units: string) =>
        units === '0' ? all : ` ${name}="${10_000_000_000 + Number(units)}`,
      );
    for (const [codigo, documento] of casosDeTotales) {
      const { TipoDeComprobante = 'I' } = documento.comprobante ?? {};
      if (TipoDeComprobante !== 'I') continue;
      // Where a discount was larger than the SubTotal it is not any more.
      const debido = codigo === 'CFDI40110' ? 'CFDI40111' : codigo;
      expect(fallas(enorme(documento)).map((falla) => falla.codigo)).toEqual([debido]);
    }
  });
});

describe('broken rules', () => {
  it('say where: the element, and its attribute or child', () => {
    const [falla] = fallas(testXml({ conceptos: [{}, { importe: '151.00' }] }));
    expect(falla).toMatchObject({ codigo: 'CFDI40167', nombre: 'Importe' });
    expect(falla?.nodo.atributos['Importe']).toBe('151.00');
  });

  it('come in the order of the document, as many as are asked for', () => {
    const xml = testXml({
      comprobante: { FormaPago: '07', Total: '1.00' },
      receptor: { UsoCFDI: 'G09' },
      conceptos: [{ objetoImp: '09', impuestos: '' }],
    });
    const todas = fallas(xml).map(({ codigo }) => codigo);
    expect(todas).toEqual(['CFDI40104', 'CFDI40160', 'CFDI40170', 'CFDI40119', 'CFDI40215', 'CFDI40221']);
    for (const limite of [1, 2, 3, 4])
      expect(fallas(xml, limite).map(({ codigo }) => codigo)).toEqual(todas.slice(0, limite));
  });

  it('judge nothing of what is not known', () => {
    const root = raiz(
      testXml({
        receptor: { Rfc: 'AAA010101AAA' },
        conceptos: [{ atributos: { ClaveProdServ: '99999999' } }],
      }),
    );
    const found: Falla[] = [];
    revisarCfdi40(root, { raiz: root }, found);
    expect(found).toEqual([]);
  });

  it('read values as the schema does, white space collapsed', () => {
    const xml = testXml()
      .replaceAll('"002"', '" 002 "')
      .replaceAll('"16.00"', '" 16.00"')
      .replaceAll('"I"', '" I "');
    expect(fallas(xml)).toEqual([]);
  });
});

describe('the list of codes', () => {
  const matriz = Array.from({ length: 121 }, (_, i) => `CFDI40${101 + i}`);

  it('has every code of the matrix once', () => {
    const codigos = codigosCfdi40.map(({ codigo }) => codigo);
    expect(new Set(codigos).size).toBe(codigos.length);
    expect(codigos).toEqual(expect.arrayContaining(matriz));
  });

  it('names as rules those that are rules, and says of the others why', () => {
    const reglas = codigosCfdi40.filter(({ donde }) => donde === 'regla').map(({ codigo }) => codigo);
    expect(new Set(reglas)).toEqual(codigosDeReglas40);
    for (const { donde, nota } of codigosCfdi40) expect(donde === 'regla' || nota !== undefined).toBe(true);
  });
});
