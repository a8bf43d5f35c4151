import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagos20 } from '../../schemas/standards/complementos/pagos-20.js';
import { findDefects } from '../../schemas/check.js';
import { parseComprobante } from '../../reading/comprobante.js';
import type { XmlNode } from '../../parsed.js';
import type { Violation } from '../../rules/rule.js';
import { MATERIAL } from '../../testing/certificates.js';
import { pagosCodes } from './codes.js';
import type { PagoInput } from './input.js';
import { ruleCodes, checkPagos } from './rules.js';
import { withChanges, all, VALID_DAYS, oneOrMore, type NodePicker, type Mutable } from './testing/changes.js';
import { CASES } from './testing/cases.js';
import { pagoComprobante, paidDocument, impuestoPagado, pago } from './testing/samples.js';
import { buildOne, wrapInEnvelope } from './testing/envelope.js';

const { SIMPLE, RETENIDO, CERO, DOLARES, MAYOR } = VALID_DAYS;

/** The codes that a document breaks after a change. */
function codesAfter(
  pagos: readonly PagoInput[],
  applyChange: (which: NodePicker) => void,
): readonly string[] {
  const root = structuredClone(wrapInEnvelope(buildOne(pagoComprobante(pagos))).root) as unknown as Mutable;
  applyChange((name, i = 0) => {
    const found = all(root).filter((node) => node.name === name)[i];
    if (!found) throw new Error(`no ${name}`);
    return found;
  });
  return violationsOf(root);
}

function violationsOf(root: XmlNode): readonly string[] {
  const complemento = all(root as Mutable).find(({ name }) => name === 'Pagos') as XmlNode;
  expect(findDefects(pagos20.root, complemento)).toEqual([]);
  const out: Violation[] = [];
  checkPagos(complemento, { root }, out);
  return out.map(({ code }) => code);
}

describe('the matrix of Pagos 2.0', () => {
  it.each(Object.entries(VALID_DAYS))('is obeyed before anything is changed: %s', (_, pagos) => {
    expect(codesAfter(pagos, () => undefined)).toEqual([]);
  });

  it.each(CASES)(
    '%s is answered for what breaks it, and nothing else is (%#)',
    (code, pagos, applyChange) => {
      expect(codesAfter(pagos, applyChange)).toEqual([code]);
    },
  );

  it('has a case for each rule, and a place for each code', () => {
    const withRule = pagosCodes.filter(({ where }) => where === 'rule').map(({ code }) => code);
    expect([...ruleCodes].sort()).toEqual(withRule);
    expect([...new Set(CASES.map(([code]) => code))].sort()).toEqual(withRule);
    expect(new Set(pagosCodes.map(({ code }) => code)).size).toBe(23 + 79 + 1);
  });

  it.each([
    ['CRP20249', RETENIDO, withChanges('RetencionDR', { BaseDR: '0' })],
    ['CRP20251', RETENIDO, withChanges('RetencionDR', { TipoFactorDR: 'Otro' })],
    ['CRP20255', SIMPLE, withChanges('TrasladoDR', { BaseDR: '0' })],
    ['CRP20257', SIMPLE, withChanges('TrasladoDR', { TipoFactorDR: 'Otro' })],
  ] as const)('%s is a defect of structure', (code, pagos, applyChange) => {
    expect(pagosCodes.find((one) => one.code === code)?.where).toBe('structure');
    const complemento = structuredClone(buildOne(pagoComprobante(pagos)).node) as unknown as Mutable;
    applyChange((name) => all(complemento).find((node) => node.name === name) as Mutable);
    expect(findDefects(pagos20.root, complemento)).toMatchObject([{ kind: 'value' }]);
  });

  it('lets what rounding explains pass, and a Monto with something left over', () => {
    const montoRule = (value: string): ((which: NodePicker) => void) =>
      oneOrMore(withChanges('Pago', { Monto: value }), withChanges('Totales', { MontoTotalPagos: value }));
    expect(codesAfter(DOLARES, montoRule('1818.10'))).toEqual([]);
    expect(codesAfter(DOLARES, montoRule('3000'))).toEqual([]);
    expect(codesAfter(SIMPLE, montoRule('3000'))).toEqual([]);
  });

  it('has a base of an exempt tax beside others under the code of all bases', () => {
    const mix = [
      pago({
        documentos: [
          paidDocument({ impuestos: [impuestoPagado({ tipoFactor: 'Exento' }), impuestoPagado()] }),
        ],
      }),
    ];
    expect(
      codesAfter(mix, (which) => {
        which('TrasladoP').attributes['BaseP'] = '1000.01';
        which('Totales').attributes['TotalTrasladosBaseIVAExento'] = '1000.01';
      }),
    ).toEqual(['CRP20268']);
  });

  it('takes what was rounded or cut off in the sixth decimal, of other currencies only', () => {
    const yenes = [
      pago({
        documentos: [
          paidDocument({ moneda: 'JPY', equivalencia: '7', impuestos: [impuestoPagado({ tasa: '0' })] }),
        ],
      }),
    ];
    // 1000 / 7 is 142.857142857...
    const base = (value: string): readonly string[] =>
      codesAfter(yenes, withChanges('TrasladoP', { BaseP: value }));
    expect(base('142.857142')).toEqual([]);
    expect(base('142.857143')).toEqual([]);
    expect(base('142.857141')).toEqual(['CRP20268']);
    expect(base('142.857144')).toEqual(['CRP20268']);
    expect(codesAfter(CERO, withChanges('TrasladoP', { BaseP: '1000.000001' }))).toEqual(['CRP20268']);
  });

  it('stops at the limit', () => {
    const { node } = buildOne(pagoComprobante(MAYOR));
    const root: XmlNode = { name: 'Comprobante', namespace: 'x', attributes: {}, children: [] };
    for (const limit of [1, 3]) {
      const out: Violation[] = [];
      checkPagos(node, { root }, out, limit);
      expect(out).toHaveLength(limit);
    }
  });
});

const SAMPLES = join(MATERIAL, 'samples/cfdi');
const present = existsSync(SAMPLES);
if (!present) process.stderr.write(`libs/cfdi: the samples of payments are not read, without ${SAMPLES}\n`);

(present ? describe : describe.skip)('payments that others wrote', () => {
  it('obey the matrix', () => {
    const samples = readdirSync(SAMPLES).filter((file) => file.startsWith('pago20'));
    expect(samples.length).toBeGreaterThan(1);
    for (const sample of samples) {
      const parsed = parseComprobante(readFileSync(join(SAMPLES, sample), 'utf8'));
      if (!parsed.ok) throw new Error(sample);
      expect([sample, ...violationsOf(parsed.value.root)]).toEqual([sample]);
    }
  });
});
