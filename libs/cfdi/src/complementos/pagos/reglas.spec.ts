import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagos20 } from '../../formas/estandares/complementos/pagos-20.js';
import { defectosDe } from '../../formas/revisar.js';
import { parseComprobante } from '../../lectura/comprobante.js';
import type { Nodo } from '../../parsed.js';
import type { Falla } from '../../reglas/regla.js';
import { MATERIAL } from '../../testing/certificados.js';
import { codigosPagos } from './codigos.js';
import type { PagoInput } from './input.js';
import { codigosDeReglas, revisarPagos } from './reglas.js';
import { con, todos, VALIDOS, varios, type Cual, type Mutable } from './testing/cambios.js';
import { CASOS } from './testing/casos.js';
import { comprobanteDePago, documentoPagado, impuestoPagado, pago } from './testing/muestras.js';
import { construido, sobre } from './testing/sobre.js';

const { SIMPLE, RETENIDO, CERO, DOLARES, MAYOR } = VALIDOS;

/** The codes that a document breaks after a change. */
function tras(pagos: readonly PagoInput[], cambio: (cual: Cual) => void): readonly string[] {
  const raiz = structuredClone(sobre(construido(comprobanteDePago(pagos))).raiz) as unknown as Mutable;
  cambio((nombre, i = 0) => {
    const encontrado = todos(raiz).filter((nodo) => nodo.nombre === nombre)[i];
    if (!encontrado) throw new Error(`no ${nombre}`);
    return encontrado;
  });
  return fallas(raiz);
}

function fallas(raiz: Nodo): readonly string[] {
  const complemento = todos(raiz as Mutable).find(({ nombre }) => nombre === 'Pagos') as Nodo;
  expect(defectosDe(pagos20.raiz, complemento)).toEqual([]);
  const out: Falla[] = [];
  revisarPagos(complemento, { raiz }, out);
  return out.map(({ codigo }) => codigo);
}

describe('the matrix of Pagos 2.0', () => {
  it.each(Object.entries(VALIDOS))('is obeyed before anything is changed: %s', (_, pagos) => {
    expect(tras(pagos, () => undefined)).toEqual([]);
  });

  it.each(CASOS)('%s is answered for what breaks it, and nothing else is (%#)', (codigo, pagos, cambio) => {
    expect(tras(pagos, cambio)).toEqual([codigo]);
  });

  it('has a case for each rule, and a place for each code', () => {
    const conRegla = codigosPagos.filter(({ donde }) => donde === 'regla').map(({ codigo }) => codigo);
    expect([...codigosDeReglas].sort()).toEqual(conRegla);
    expect([...new Set(CASOS.map(([codigo]) => codigo))].sort()).toEqual(conRegla);
    expect(new Set(codigosPagos.map(({ codigo }) => codigo)).size).toBe(23 + 79 + 1);
  });

  it.each([
    ['CRP20249', RETENIDO, con('RetencionDR', { BaseDR: '0' })],
    ['CRP20251', RETENIDO, con('RetencionDR', { TipoFactorDR: 'Otro' })],
    ['CRP20255', SIMPLE, con('TrasladoDR', { BaseDR: '0' })],
    ['CRP20257', SIMPLE, con('TrasladoDR', { TipoFactorDR: 'Otro' })],
  ] as const)('%s is a defect of structure', (codigo, pagos, cambio) => {
    expect(codigosPagos.find((uno) => uno.codigo === codigo)?.donde).toBe('estructura');
    const complemento = structuredClone(construido(comprobanteDePago(pagos)).nodo) as unknown as Mutable;
    cambio((nombre) => todos(complemento).find((nodo) => nodo.nombre === nombre) as Mutable);
    expect(defectosDe(pagos20.raiz, complemento)).toMatchObject([{ clase: 'valor' }]);
  });

  it('lets what rounding explains pass, and a Monto with something left over', () => {
    const monto = (valor: string): ((cual: Cual) => void) =>
      varios(con('Pago', { Monto: valor }), con('Totales', { MontoTotalPagos: valor }));
    expect(tras(DOLARES, monto('1818.10'))).toEqual([]);
    expect(tras(DOLARES, monto('3000'))).toEqual([]);
    expect(tras(SIMPLE, monto('3000'))).toEqual([]);
  });

  it('has a base of an exempt tax beside others under the code of all bases', () => {
    const mezcla = [
      pago({
        documentos: [
          documentoPagado({ impuestos: [impuestoPagado({ tipoFactor: 'Exento' }), impuestoPagado()] }),
        ],
      }),
    ];
    expect(
      tras(mezcla, (cual) => {
        cual('TrasladoP').atributos['BaseP'] = '1000.01';
        cual('Totales').atributos['TotalTrasladosBaseIVAExento'] = '1000.01';
      }),
    ).toEqual(['CRP20268']);
  });

  it('takes what was rounded or cut off in the sixth decimal, of other currencies only', () => {
    const yenes = [
      pago({
        documentos: [
          documentoPagado({ moneda: 'JPY', equivalencia: '7', impuestos: [impuestoPagado({ tasa: '0' })] }),
        ],
      }),
    ];
    // 1000 / 7 is 142.857142857...
    const base = (valor: string): readonly string[] => tras(yenes, con('TrasladoP', { BaseP: valor }));
    expect(base('142.857142')).toEqual([]);
    expect(base('142.857143')).toEqual([]);
    expect(base('142.857141')).toEqual(['CRP20268']);
    expect(base('142.857144')).toEqual(['CRP20268']);
    expect(tras(CERO, con('TrasladoP', { BaseP: '1000.000001' }))).toEqual(['CRP20268']);
  });

  it('stops at the limit', () => {
    const { nodo } = construido(comprobanteDePago(MAYOR));
    const raiz: Nodo = { nombre: 'Comprobante', espacio: 'x', atributos: {}, hijos: [] };
    for (const limite of [1, 3]) {
      const out: Falla[] = [];
      revisarPagos(nodo, { raiz }, out, limite);
      expect(out).toHaveLength(limite);
    }
  });
});

const SAMPLES = join(MATERIAL, 'samples/cfdi');
const hay = existsSync(SAMPLES);
if (!hay) process.stderr.write(`libs/cfdi: the samples of payments are not read, without ${SAMPLES}\n`);

(hay ? describe : describe.skip)('payments that others wrote', () => {
  it('obey the matrix', () => {
    const samples = readdirSync(SAMPLES).filter((file) => file.startsWith('pago20'));
    expect(samples.length).toBeGreaterThan(1);
    for (const sample of samples) {
      const parsed = parseComprobante(readFileSync(join(SAMPLES, sample), 'utf8'));
      if (!parsed.ok) throw new Error(sample);
      expect([sample, ...fallas(parsed.value.raiz)]).toEqual([sample]);
    }
  });
});
