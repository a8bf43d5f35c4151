import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cartaPorte31 } from '../../schemas/standards/complementos/carta-porte-31.js';
import type { ElementSchema } from '../../schemas/schema.js';
import { findDefects } from '../../schemas/check.js';
import type { XmlNode } from '../../parsed.js';
import { comprobante } from '../../testing/samples.js';
import { buildCartaPorte } from './build.js';
import { childOf, childrenOf } from './rules/view.js';
import { documentOf, violationsOf } from './testing/document.js';
import { arbitraryCartaPorte, dataOf, TRANSPORTES } from './testing/index.js';
import { fullPlan, minimalPlan } from './testing/plan.js';

const PATH = 'complementos[0].datos';
type Data = Record<string, unknown>;

/** The smallest one by road, with other fields. */
const dataWith = (over: Data = {}): Data => ({ ...dataOf(minimalPlan('01')), ...over });
const mercancias = (over: Data): Data =>
  dataWith({ Mercancias: { ...(dataWith()['Mercancias'] as Data), ...over } });

function nodeFrom(given: unknown): XmlNode {
  const buildFrom = buildCartaPorte(given, comprobante(), PATH);
  if (!buildFrom.ok) throw new Error(JSON.stringify(buildFrom.refusal.details, null, 1));
  return buildFrom.value.node;
}

function reject(given: unknown): string[] {
  const buildFrom = buildCartaPorte(given, comprobante(), PATH);
  if (buildFrom.ok) throw new Error('it was built');
  return (buildFrom.refusal.details ?? []).map(
    ({ path = '', code }) => `${path.replace(`${PATH}.`, '')} ${code}`,
  );
}

const totalesOf = (node: XmlNode): Data => ({ ...childOf(node, 'Mercancias')?.attributes });

/** There is a total net weight by sea, of the goods, and by rail, of the cars in tonnes. */
const NET_WEIGHTS: Readonly<Record<string, string>> = { '02': '2100.72', '04': '70.125' };

describe('a Carta Porte from JSON', () => {
  it('has its version, and the totals that were left out', () => {
    const node = nodeFrom(dataWith());
    expect(Object.entries(node.attributes)).toEqual([
      ['Version', '3.1'],
      ['IdCCP', 'CCC01A2B-3C4D-4E5F-8A9B-0C1D2E3F4A5B'],
      ['TranspInternac', 'No'],
      ['TotalDistRec', '620.5'],
    ]);
    expect(totalesOf(node)).toEqual({ PesoBrutoTotal: '12.5', UnidadPeso: 'KGM', NumTotalMercancias: '1' });
  });

  it.each(TRANSPORTES)(
    '%s: everything that is given comes out, and what may be computed is the same',
    (meansOf) => {
      const integer = dataOf(fullPlan(meansOf));
      const without = { ...integer };
      const { PesoBrutoTotal, PesoNetoTotal, NumTotalMercancias, ...rest } = integer['Mercancias'] as Data;
      expect([PesoBrutoTotal, PesoNetoTotal, NumTotalMercancias]).toEqual([
        '2100.75',
        NET_WEIGHTS[meansOf],
        6,
      ]);
      expect(nodeFrom({ ...without, Mercancias: rest })).toEqual(nodeFrom(integer));
    },
  );

  it('has no total of missing measures', () => {
    expect(nodeFrom(dataOf(minimalPlan('02'))).attributes['TotalDistRec']).toBeUndefined();
    expect(reject(mercancias({ UnidadPeso: 'TNE' }))).toEqual(['Mercancias.PesoBrutoTotal required']);
    expect(reject(mercancias({ Mercancia: [] }))).toEqual([
      'Mercancias.PesoBrutoTotal required',
      'Mercancias.NumTotalMercancias required',
      'Mercancias.Mercancia required',
    ]);
  });

  it('keeps the totals that are given, for the rules to judge', () => {
    const node = nodeFrom(mercancias({ PesoBrutoTotal: 99, NumTotalMercancias: '3' }));
    expect(totalesOf(node)).toMatchObject({ PesoBrutoTotal: '99', NumTotalMercancias: '3' });
  });

  it.each([
    ['a list of keys', ['IMD', 'ITR']],
    ['a list of objects', [{ RegimenAduanero: 'IMD' }, { RegimenAduanero: 'ITR' }]],
    [
      'the group of objects',
      { RegimenAduaneroCCP: [{ RegimenAduanero: 'IMD' }, { RegimenAduanero: 'ITR' }] },
    ],
    ['the group of keys', { RegimenAduaneroCCP: ['IMD', 'ITR'] }],
  ])('takes the customs regimes as %s', (_schema, RegimenesAduaneros) => {
    const node = nodeFrom(dataWith({ RegimenesAduaneros }));
    const regimenes = childrenOf(childOf(node, 'RegimenesAduaneros'), 'RegimenAduaneroCCP');
    expect(regimenes.map(({ attributes }) => attributes)).toEqual([
      { RegimenAduanero: 'IMD' },
      { RegimenAduanero: 'ITR' },
    ]);
  });

  it.each([
    { RegimenAduanero: 'IMD' },
    { RegimenAduaneroCCP: { RegimenAduanero: 'IMD' } },
    { RegimenAduaneroCCP: 'IMD' },
  ])('takes one customs regime alone: %j', (RegimenesAduaneros) => {
    const regimenes = childOf(nodeFrom(dataWith({ RegimenesAduaneros })), 'RegimenesAduaneros');
    expect(regimenes?.children.map(({ attributes }) => attributes)).toEqual([{ RegimenAduanero: 'IMD' }]);
  });

  it('leaves empty groups out, and null', () => {
    const node = nodeFrom({
      ...dataOf({ ...minimalPlan('02') }),
      ...{ RegimenesAduaneros: [], FiguraTransporte: [], RegistroISTMO: null, UbicacionPoloOrigen: null },
    });
    expect(node.children.map(({ name }) => name)).toEqual(['Ubicaciones', 'Mercancias']);
  });

  it('writes booleans as Sí and No', () => {
    const [bien] = (dataWith()['Mercancias'] as { Mercancia: Data[] }).Mercancia;
    const node = nodeFrom({
      ...mercancias({
        LogisticaInversaRecoleccionDevolucion: false,
        Mercancia: [
          { ...bien, MaterialPeligroso: true },
          { ...bien, MaterialPeligroso: false },
        ],
      }),
      ...{ TranspInternac: true, RegistroISTMO: true },
    });
    expect(node.attributes).toMatchObject({ TranspInternac: 'Sí', RegistroISTMO: 'Sí' });
    expect(totalesOf(node)['LogisticaInversaRecoleccionDevolucion']).toBeUndefined();
    expect(
      childrenOf(childOf(node, 'Mercancias'), 'Mercancia').map(
        ({ attributes }) => attributes['MaterialPeligroso'],
      ),
    ).toEqual(['Sí', 'No']);
    expect(nodeFrom(dataWith({ TranspInternac: false })).attributes['TranspInternac']).toBe('No');
  });

  it('names each wrong field', () => {
    const { IdCCP: _id, ...sinFolio } = dataWith();
    expect(reject(sinFolio)).toEqual(['IdCCP required']);
    expect(reject(dataWith({ IdCCP: 'ccc01A2B-3C4D-4E5F-8A9B-0C1D2E3F4A5B' }))).toEqual([
      'IdCCP invalid_format',
    ]);
    expect(reject(dataWith({ TranspInternac: 'Si', Inventado: 1 }))).toEqual([
      'Inventado unknown_field',
      'TranspInternac invalid_value',
    ]);
    expect(reject(dataWith({ Ubicaciones: (dataWith()['Ubicaciones'] as Data[]).slice(0, 1) }))).toEqual([
      'Ubicaciones.Ubicacion required',
    ]);
    expect(reject(dataWith({ FiguraTransporte: [{ TipoFigura: 1 }] }))).toEqual([
      'FiguraTransporte[0].TipoFigura invalid_value',
      'FiguraTransporte[0].NombreFigura required',
    ]);
    const [bien] = (dataWith()['Mercancias'] as { Mercancia: Data[] }).Mercancia;
    expect(reject(mercancias({ Mercancia: [{ ...bien, PesoEnKg: '1.2345', Cantidad: 'x' }] }))).toEqual([
      'Mercancias.Mercancia[0].Cantidad invalid_type',
      'Mercancias.Mercancia[0].PesoEnKg invalid_format',
    ]);
    expect(reject(mercancias({ Mercancia: [{ ...bien, Descripcion: 'a|b' }] }))).toEqual([
      'Mercancias.Mercancia[0].Descripcion invalid_value',
    ]);
  });

  it.each([
    ['AnioModeloVM', 1899, 'too_small'],
    ['AnioModeloVM', 2100, 'too_large'],
    ['PlacaVM', 'AB12', 'invalid_length'],
    ['PlacaVM', 'AB-1234', 'invalid_format'],
  ])('says what is wrong with %s %s: %s', (name, value, code) => {
    const { Autotransporte } = dataWith()['Mercancias'] as { Autotransporte: Data };
    const IdentificacionVehicular = { ...(Autotransporte['IdentificacionVehicular'] as Data), [name]: value };
    expect(reject(mercancias({ Autotransporte: { ...Autotransporte, IdentificacionVehicular } }))).toEqual([
      `Mercancias.Autotransporte.IdentificacionVehicular.${name} ${code}`,
    ]);
  });

  it.each([undefined, null, 3, 'x', [], [[]], true])('refuses %j', (given) => {
    const buildFrom = buildCartaPorte(given, comprobante(), PATH);
    expect(!buildFrom.ok && buildFrom.refusal.details?.[0]).toMatchObject({
      path: PATH,
      code: 'invalid_type',
    });
  });
});

/** JSON with the standard's names and values of any type. */
const anyOf = (schema: ElementSchema): fc.Arbitrary<unknown> => {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const name of schema.attributes.keys())
    fields[name] = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('Sí', '1', 1, 'KGM', 'IMD'));
  for (const { element } of schema.children) {
    const one = anyOf(element);
    fields[element.name] = fc.oneof(one, fc.array(one, { maxLength: 2 }), fc.jsonValue({ maxDepth: 1 }));
  }
  return fc.record(fields, { requiredKeys: [] });
};

describe('for any input', () => {
  it('it builds an element that the schema takes, or refuses with paths', () => {
    fc.assert(
      fc.property(fc.oneof(anyOf(cartaPorte31.root), fc.jsonValue()), (given) => {
        const buildFrom = buildCartaPorte(given, comprobante(), PATH);
        if (buildFrom.ok) expect(findDefects(cartaPorte31.root, buildFrom.value.node)).toEqual([]);
        else
          for (const { path } of buildFrom.refusal.details ?? []) expect(path?.startsWith(PATH)).toBe(true);
        expect(buildFrom.ok || (buildFrom.refusal.details ?? []).length > 0).toBe(true);
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  it('a valid one obeys the rules', () => {
    fc.assert(
      fc.property(arbitraryCartaPorte, (entry) => {
        const { root, carta } = documentOf(entry);
        expect(violationsOf(root, carta)).toEqual([]);
      }),
      { numRuns: 100, seed: 6 },
    );
  });
});
