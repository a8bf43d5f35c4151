import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseComprobante } from '../../lectura/comprobante.js';
import type { Falla } from '../../reglas/regla.js';
import { MATERIAL } from '../../testing/certificados.js';
import { codigosNomina } from './codigos.js';
import type { NominaInput } from './input.js';
import { reglasDeNomina, revisarNomina } from './reglas/index.js';
import { comprobanteDeNomina } from './testing/arbitrarias.js';
import { copia, en, poner } from './testing/cambios.js';
import { atributos, codigosTras, CONCEPTO, N, O, P, R, type Cambio } from './testing/casos/caso.js';
import { deNominas } from './testing/casos/nomina.js';
import { deOtros } from './testing/casos/otros.js';
import { dePercepciones } from './testing/casos/percepciones.js';
import { deReceptor } from './testing/casos/receptor.js';
import { deSobre } from './testing/casos/sobre.js';
import { documentoDe, fallasDe } from './testing/documento.js';
import {
  deNomina,
  nominaCompleta,
  nominaJubilacion,
  nominaMinima,
  nominaOrdinaria,
  nominaOtrosPagos,
  nominaSeparacion,
} from './testing/nominas.js';

const casos = [...deSobre, ...deNominas, ...deReceptor, ...dePercepciones, ...deOtros];
const nada: Cambio = () => undefined;

describe('the matrix of Nómina 1.2', () => {
  it.each(casos)('%s is broken alone', (codigo, base, cambio) => {
    expect(codigosTras(base, cambio)).toEqual([codigo]);
  });

  it('NOM30: a payroll that is not in cfdi:Complemento', () => {
    const raiz = copia(documentoDe(deNomina(nominaMinima)).raiz);
    const nomina = en(raiz, N);
    en(raiz, 'Complemento').hijos = [];
    en(raiz, CONCEPTO).hijos.push({
      ...{ nombre: 'ComplementoConcepto', espacio: raiz.espacio, atributos: {}, hijos: [nomina] },
    });
    const fallas: Falla[] = [];
    revisarNomina(nomina, { raiz }, fallas);
    expect(fallas.map(({ codigo }) => codigo)).toEqual(['NOM30']);
  });

  it.each(
    Object.entries({
      ...{
        nominaMinima,
        nominaOrdinaria,
        nominaOtrosPagos,
        nominaJubilacion,
        nominaSeparacion,
        nominaCompleta,
      },
    }),
  )('%s breaks nothing', (_, nomina) => {
    expect(codigosTras(nomina, nada)).toEqual([]);
  });

  it('any payroll that is built right breaks nothing, alone or with another', () => {
    fc.assert(
      fc.property(comprobanteDeNomina, (input) => {
        expect(fallasDe(documentoDe(input).raiz)).toEqual([]);
      }),
      { numRuns: 300, seed: 12 },
    );
  });

  it('stops at the limit', () => {
    const raiz = copia(documentoDe(deNomina(nominaCompleta)).raiz);
    raiz.atributos['Moneda'] = 'USD';
    en(raiz, R).atributos['ClaveEntFed'] = 'TX';
    en(raiz, `${P}/Percepcion`).atributos['TipoPercepcion'] = '000';
    const codigos = (limite: number): string[] => {
      const fallas: Falla[] = [];
      revisarNomina(en(raiz, N), { raiz }, fallas, limite);
      return fallas.map(({ codigo }) => codigo);
    };
    expect(codigos(Infinity)).toEqual(['NOM1', 'NOM66', 'NOM76']);
    expect([1, 2, 3].map((limite) => codigos(limite).length)).toEqual([1, 2, 3]);
  });
});

describe('where the matrix changes with time', () => {
  const subsidio = (numDiasPagados: string, causado: string, fecha: string): string[] =>
    codigosTras(
      { ...nominaOrdinaria, numDiasPagados },
      atributos(`${O}/OtroPago/SubsidioAlEmpleo`, { SubsidioCausado: causado }),
      fecha,
    );

  it('caps the subsidy as the edition in force on the day of issue does', () => {
    expect(subsidio('31', '628.00', '2026-01-01T00:00:00')).toEqual([]);
    expect(subsidio('31', '628.01', '2026-01-01T00:00:00')).toEqual(['NOM101']);
    expect(subsidio('31', '407.02', '2025-12-31T23:59:59')).toEqual([]);
    expect(subsidio('31', '407.03', '2025-12-31T23:59:59')).toEqual(['NOM101']);
    expect(subsidio('31.5', '650.79', '2026-11-20T10:30:00')).toEqual([]);
    expect(subsidio('31.5', '650.80', '2026-11-20T10:30:00')).toEqual(['NOM108']);
    expect(subsidio('40', '535.60', '2025-12-31T10:30:00')).toEqual([]);
    expect(subsidio('40', '535.61', '2025-12-31T10:30:00')).toEqual(['NOM108']);
  });

  it('lets 038 be exempt before 2026 only', () => {
    const otros: NominaInput = {
      ...nominaMinima,
      percepciones: {
        percepcion: [{ tipoPercepcion: '038', clave: '038', importeGravado: '0', importeExento: '5' }],
      },
    };
    expect(codigosTras(otros, nada, '2025-12-31T00:00:00')).toEqual([]);
    expect(codigosTras(otros, nada, '2026-01-01T00:00:00')).toEqual(['NOM109']);
  });

  it('takes the catalogues of the day of issue', () => {
    const banco = atributos(R, { Banco: '032' });
    expect(codigosTras(nominaCompleta, banco, '2017-08-12T00:00:00')).not.toContain('NOM61');
    expect(codigosTras(nominaCompleta, banco)).toContain('NOM61');
  });

  it('lets a balance in favour be of the same year where December is paid', () => {
    const saldo = atributos(`${O}/OtroPago[1]/CompensacionSaldosAFavor`, { Año: '2026' });
    const diciembre = { ...nominaCompleta, fechaPago: '2026-12-15' };
    expect(codigosTras(diciembre, saldo, '2026-12-15T00:00:00')).toEqual([]);
    expect(codigosTras(nominaCompleta, saldo)).toEqual(['NOM103']);
  });
});

describe('the list of codes', () => {
  it('is right that NOM69 cannot be broken alone', () => {
    const totales = fc.record(
      Object.fromEntries(
        ['TotalSueldos', 'TotalSeparacionIndemnizacion', 'TotalJubilacionPensionRetiro'].map((total) => [
          total,
          fc.option(fc.integer({ min: 0, max: 20_000 }).map(String), { nil: undefined, freq: 3 }),
        ]),
      ),
    );
    const base = fc.constantFrom(nominaMinima, nominaCompleta, nominaJubilacion, nominaSeparacion);
    fc.assert(
      fc.property(base, totales, (nomina, cambios) => {
        const raiz = copia(documentoDe(deNomina(nomina)).raiz);
        poner(raiz, P, cambios);
        const de = (...nombres: string[]): number =>
          nombres.reduce((sum, nombre) => sum + Number(en(raiz, P).atributos[nombre] ?? 0), 0);
        fc.pre(de(...Object.keys(cambios)) !== de('TotalGravado', 'TotalExento'));
        const codigos = fallasDe(raiz).map(({ codigo }) => Number(codigo.slice(3)));
        expect(codigos.filter((codigo) => codigo >= 70 && codigo <= 79)).not.toEqual([]);
      }),
      { seed: 69 },
    );
  });

  it('names every rule, and the rules are those that it names', () => {
    const reglas = new Set(reglasDeNomina.map(({ codigo }) => codigo));
    expect(
      new Set(codigosNomina.filter(({ donde }) => donde === 'regla').map(({ codigo }) => codigo)),
    ).toEqual(reglas);
    expect(new Set(['NOM30', ...casos.map(([codigo]) => codigo)])).toEqual(reglas);
    for (const { donde, nota } of codigosNomina)
      expect(donde === 'regla' || (nota ?? '').length > 10).toBe(true);
  });

  const matriz = join(MATERIAL, 'errors/nomina12.tsv');
  const hay = existsSync(matriz);
  if (!hay) process.stderr.write(`libs/cfdi: the codes of Nómina are not compared, without ${matriz}\n`);
  (hay ? it : it.skip)("has every code of the tax authority's matrix", () => {
    const oficiales = [...readFileSync(matriz, 'utf8').matchAll(/\t(NOM\d+)\t/g)].map(([, codigo]) => codigo);
    const nuestros = codigosNomina.map(({ codigo }) => codigo);
    expect(nuestros.filter((codigo) => !oficiales.includes(codigo))).toEqual(['NOM110', 'NOM111']);
    expect(oficiales.filter((codigo) => !nuestros.includes(codigo as string))).toEqual([]);
  });

  const muestra = join(MATERIAL, 'samples/cfdi/nomina12-timbrado.xml');
  (hay ? it : it.skip)('finds nothing in a payroll that the tax authority took', () => {
    const leido = parseComprobante(readFileSync(muestra, 'utf8'));
    if (!leido.ok) throw new Error(leido.refusal.code);
    expect(fallasDe(leido.value.raiz)).toEqual([]);
  });
});
