import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Comprobante } from '../comprobante.js';
import { cfdi40 } from '../formas/estandares/cfdi/cfdi-40.js';
import type { ElementoForma } from '../formas/forma.js';
import { leerComprobante } from '../lectura/modelo.js';
import { deCadena, deJson, deNodo, deTabla, deXml, type Cambio } from '../testing/cambios.js';
import { completo, SELLADO_COMPLETO } from '../testing/completo.js';
import { complementosDe, desacuerdos, type Cinco } from '../testing/una-descripcion.js';
import { cadenaOriginal } from './cadena.js';
import { MODELO } from './campos.js';
import { escritores } from './generador/index.js';
import { nodoDelComprobante } from './nodo.js';
import { planDe, type Plan } from './plan.js';
import { comprobanteXml } from './xml.js';

/**
 * CFDI 4.0 is described once, by its table and the names of the model. Two writers are generated from it and committed;
 * the element of a built comprobante and the reader go by it. Here the five are held together: over a document that has
 * everything, nothing may be left out, renamed or moved in one of them without the others disagreeing.
 */

const XML = comprobanteXml(completo, SELLADO_COMPLETO);
const CADENA = cadenaOriginal(completo, SELLADO_COMPLETO.noCertificado);
const NODO = nodoDelComprobante(completo, complementosDe(XML));
const leer: Cinco['leer'] = (xml) => {
  const leido = leerComprobante(xml);
  return leido.ok ? leido.value : undefined;
};
const LEIDO = leer(XML);

/** What each of them says of the complete document, worked out once: there are some thousand changes. */
const cinco: Cinco = {
  tabla: cfdi40.raiz,
  xml: () => XML,
  cadena: () => CADENA,
  nodo: () => NODO,
  leer: (xml) => (xml === XML ? LEIDO : leer(xml)),
};

const escritos = Object.fromEntries(
  ['xml.ts', 'cadena.ts'].map((file) => [
    file,
    readFileSync(join(import.meta.dirname, 'generado', file), 'utf8'),
  ]),
);

/** Changes that nobody noticed; what is as it was is nothing to notice. */
function inadvertidos<T>(
  bueno: T,
  cambios: readonly Cambio<T>[],
  notado: (nuevo: T) => boolean,
): readonly string[] {
  expect(notado(bueno)).toBe(false);
  return cambios.filter(([, nuevo]) => !notado(nuevo)).map(([que]) => que);
}

const enDesacuerdo = (cambiado: Partial<Cinco>): boolean => desacuerdos({ ...cinco, ...cambiado }).length > 0;

describe('the description of CFDI 4.0', () => {
  it('is what the writers were generated from: `npm run writers` would change nothing', () => {
    expect(escritores()).toEqual(escritos);
  });

  it('names nothing that the table does not have', () => {
    const elementos = new Map<string, Set<string>>();
    const anotar = ({ nombre, atributos, hijos }: Plan): void => {
      const nombres = elementos.get(nombre) ?? new Set();
      for (const uno of [...atributos, ...hijos]) nombres.add(uno.nombre);
      elementos.set(nombre, nombres);
      hijos.forEach(anotar);
    };
    anotar(planDe(cfdi40.raiz));
    for (const [nombre, { atributos, entrada }] of Object.entries(MODELO))
      expect([...(elementos.get(nombre) ?? [])]).toEqual(
        expect.arrayContaining([...Object.keys(atributos ?? {}), ...Object.keys(entrada ?? {})]),
      );
    expect([...elementos.keys()]).toEqual(expect.arrayContaining(Object.keys(MODELO)));
  });

  it('is that of the table, the XML, the cadena original, the element and the reader', () => {
    expect(desacuerdos(cinco)).toEqual([]);
  });
});

describe('whichever of the five says something else, the others disagree', () => {
  it('the table', () => {
    const cambios = deTabla(cfdi40.raiz);
    expect(cambios.length).toBeGreaterThan(300);
    expect(inadvertidos(cfdi40.raiz, cambios, (tabla) => enDesacuerdo({ tabla }))).toEqual([]);
  });

  it('the table, by the writers that it would give', () => {
    const otros = (tabla: ElementoForma): boolean => {
      try {
        return JSON.stringify(escritores(planDe(tabla))) !== JSON.stringify(escritos);
      } catch {
        return true;
      }
    };
    expect(inadvertidos(cfdi40.raiz, deTabla(cfdi40.raiz), otros)).toEqual([]);
  });

  it('the writer of the XML', () => {
    const cambios = deXml(XML);
    expect(cambios.length).toBeGreaterThan(300);
    expect(inadvertidos(XML, cambios, (nuevo) => enDesacuerdo({ xml: () => nuevo }))).toEqual([]);
  });

  it('the writer of the cadena original', () => {
    const cambios = deCadena(CADENA);
    expect(cambios.length).toBeGreaterThan(250);
    expect(inadvertidos(CADENA, cambios, (nueva) => enDesacuerdo({ cadena: () => nueva }))).toEqual([]);
  });

  it('the element of a built comprobante', () => {
    const cambios = deNodo(NODO);
    expect(cambios.length).toBeGreaterThan(300);
    expect(inadvertidos(NODO, cambios, (nuevo) => enDesacuerdo({ nodo: () => nuevo }))).toEqual([]);
  });

  it('the reader', () => {
    const cambios = deJson(completo);
    expect(cambios.length).toBeGreaterThan(300);
    const leido = (comprobante: unknown) => ({
      comprobante: comprobante as Comprobante,
      sellado: SELLADO_COMPLETO,
    });
    expect(
      inadvertidos<unknown>(completo, cambios, (nuevo) => enDesacuerdo({ leer: () => leido(nuevo) })),
    ).toEqual([]);
  });
});
