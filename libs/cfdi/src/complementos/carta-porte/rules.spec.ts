import { describe, expect, it } from '@jest/globals';
import { builtInCatalogues } from '#sat';
import { readXml } from '../../reading/nodes.js';
import { violationToDetail, type Violation } from '../../rules/rule.js';
import { cartaPorteCodes } from './codes.js';
import { cartaPorteRules, checkCartaPorte } from './rules/index.js';
import { applyChange } from './testing/cases/case.js';
import { keyCases } from './testing/cases/keys.js';
import { documentCases } from './testing/cases/document.js';
import { mercanciasCases } from './testing/cases/mercancias.js';
import { transportesCases } from './testing/cases/transportes.js';
import { validCases } from './testing/cases/valid.js';
import { documentOf, violationsOf } from './testing/document.js';
import { testLarge } from './testing/large.js';
import { cartaPorteFull, cartaPorteMinimal, comprobanteOf, TRANSPORTES } from './testing/index.js';
import { fullPlan } from './testing/plan.js';

const cases = [...documentCases, ...mercanciasCases, ...transportesCases, ...keyCases];

describe('the rules of Carta Porte', () => {
  it.each(cases.map((one, i) => [one.code, i, one] as const))('%s (%i) alone is broken', (code, _i, one) => {
    const { root, cartas } = applyChange(one);
    const violations = cartas.flatMap((carta) => violationsOf(root, carta, one.large));
    expect(violations.map((violation) => violation.code)).toEqual([code]);
    const [{ es, en, node }] = violations as [Violation];
    expect([es, en].every((text) => text.endsWith('.'))).toBe(true);
    expect(node.attributes).toBeDefined();
  });

  it.each(validCases)('hold: %s', (_what, one) => {
    const { root, cartas } = applyChange(one);
    expect(cartas.flatMap((carta) => violationsOf(root, carta, one.large))).toEqual([]);
  });

  it('have a case each, and a code of their own', () => {
    const codes = cartaPorteRules.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect([...new Set(cases.map(({ code }) => code))].sort()).toEqual([...codes].sort());
  });

  it('and the list of codes hold each other', () => {
    const ofRule = cartaPorteCodes.filter(({ where }) => where === 'rule');
    expect(ofRule.map(({ code }) => code).sort()).toEqual(cartaPorteRules.map(({ code }) => code).sort());
    expect(new Set(cartaPorteCodes.map(({ code }) => code)).size).toBe(cartaPorteCodes.length);
    for (const { where, note } of cartaPorteCodes) if (where !== 'rule') expect(note).toBeTruthy();
  });

  it.each(TRANSPORTES)(
    'hold for %s, with the large catalogues, while they are not loaded, and without',
    (transporte) => {
      for (const entry of [
        ...(['I', 'T'] as const).flatMap((type) => [
          cartaPorteMinimal(transporte, type),
          cartaPorteFull(transporte, type),
        ]),
        comprobanteOf({ ...fullPlan(transporte), internacional: 'Salida' }, 'I'),
        comprobanteOf({ ...fullPlan(transporte), internacional: 'No' }, 'I'),
      ]) {
        const { root, carta } = documentOf(entry);
        expect(violationsOf(root, carta)).toEqual([]);
        expect(violationsOf(root, carta, testLarge)).toEqual([]);
        expect(violationsOf(root, carta, builtInCatalogues)).toEqual([]);
      }
    },
  );

  it('stop at the limit', () => {
    const { root, carta } = documentOf(cartaPorteMinimal('01', 'I'));
    const broken = { ...root, attributes: { ...root.attributes, TipoDeComprobante: 'E' } };
    const violations: Violation[] = [];
    checkCartaPorte({ ...carta, children: [] }, { root: broken }, violations, 2);
    expect(violations).toHaveLength(2);
  });

  it('name the field of the input, and look at nothing else than the tree', () => {
    const entry = cartaPorteMinimal('01', 'I');
    const { root, carta } = documentOf(entry);
    (carta.children[1]?.attributes as Record<string, string>)['NumTotalMercancias'] = '7';
    const [violation] = violationsOf(root, carta) as [Violation];
    expect(violationToDetail(violation).path).toBe('complementos[0].datos.Mercancias.NumTotalMercancias');
  });

  it('never throw, for any tree', () => {
    const read = readXml(
      '<a><CartaPorte><Mercancias><Mercancia/><Autotransporte/></Mercancias></CartaPorte></a>',
    );
    if (!read.ok) throw new Error('it is XML');
    expect(() => violationsOf(read.value, read.value.children[0] ?? read.value, testLarge)).not.toThrow();
  });
});
