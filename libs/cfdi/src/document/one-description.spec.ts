import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Comprobante } from '../comprobante.js';
import { cfdi40 } from '../schemas/standards/cfdi/cfdi-40.js';
import type { ElementSchema } from '../schemas/schema.js';
import { readComprobante } from '../reading/model.js';
import {
  changesOfCadena,
  changesOfJson,
  changesOfNode,
  changesOfTable,
  changesOfXml,
  type Change,
} from '../testing/changes.js';
import { full, FULL_SEALS } from '../testing/complete.js';
import { complementosOf, findDisagreements, type Five } from '../testing/one-description.js';
import { cadenaOriginal } from './cadena.js';
import { MODEL } from './fields.js';
import { writeWriters } from './generator/index.js';
import { comprobanteToNode } from './node.js';
import { toPlan, type Plan } from './plan.js';
import { comprobanteXml } from './xml.js';

/**
 * CFDI 4.0 is described once, by its table and the names of the model. Two writers are generated from it and committed;
 * the element of a built comprobante and the reader go by it. Here the five are held together: over a document that has
 * everything, nothing may be left out, renamed or moved in one of them without the others disagreeing.
 */

const XML = comprobanteXml(full, FULL_SEALS);
const CADENA = cadenaOriginal(full, FULL_SEALS.noCertificado);
const NODE = comprobanteToNode(full, complementosOf(XML));
const readNode: Five['read'] = (xml) => {
  const parsed = readComprobante(xml);
  return parsed.ok ? parsed.value : undefined;
};
const READ = readNode(XML);

/** What each of them says of the complete document, worked out once: there are some thousand changes. */
const five: Five = {
  table: cfdi40.root,
  xml: () => XML,
  cadena: () => CADENA,
  node: () => NODE,
  read: (xml) => (xml === XML ? READ : readNode(xml)),
};

const written = Object.fromEntries(
  ['xml.ts', 'cadena.ts'].map((file) => [
    file,
    readFileSync(join(import.meta.dirname, 'generated', file), 'utf8'),
  ]),
);

/** Changes that nobody noticed; what is as it was is nothing to notice. */
function findUnnoticed<T>(
  good: T,
  cambios: readonly Change<T>[],
  noted: (newValue: T) => boolean,
): readonly string[] {
  expect(noted(good)).toBe(false);
  return cambios.filter(([, newValue]) => !noted(newValue)).map(([what]) => what);
}

const disagrees = (changed: Partial<Five>): boolean => findDisagreements({ ...five, ...changed }).length > 0;

describe('the description of CFDI 4.0', () => {
  it('is what the writers were generated from: `npm run writers` would change nothing', () => {
    expect(writeWriters()).toEqual(written);
  });

  it('names nothing that the table does not have', () => {
    const elements = new Map<string, Set<string>>();
    const appendCadena = ({ name, attributes, children }: Plan): void => {
      const names = elements.get(name) ?? new Set();
      for (const one of [...attributes, ...children]) names.add(one.name);
      elements.set(name, names);
      children.forEach(appendCadena);
    };
    appendCadena(toPlan(cfdi40.root));
    for (const [name, { attributes, entry }] of Object.entries(MODEL))
      expect([...(elements.get(name) ?? [])]).toEqual(
        expect.arrayContaining([...Object.keys(attributes ?? {}), ...Object.keys(entry ?? {})]),
      );
    expect([...elements.keys()]).toEqual(expect.arrayContaining(Object.keys(MODEL)));
  });

  it('is that of the table, the XML, the cadena original, the element and the reader', () => {
    expect(findDisagreements(five)).toEqual([]);
  });
});

describe('whichever of the five says something else, the others disagree', () => {
  it('the table', () => {
    const cambios = changesOfTable(cfdi40.root);
    expect(cambios.length).toBeGreaterThan(300);
    expect(findUnnoticed(cfdi40.root, cambios, (table) => disagrees({ table }))).toEqual([]);
  });

  it('the table, by the writers that it would give', () => {
    const othersOf = (table: ElementSchema): boolean => {
      try {
        return JSON.stringify(writeWriters(toPlan(table))) !== JSON.stringify(written);
      } catch {
        return true;
      }
    };
    expect(findUnnoticed(cfdi40.root, changesOfTable(cfdi40.root), othersOf)).toEqual([]);
  });

  it('the writer of the XML', () => {
    const cambios = changesOfXml(XML);
    expect(cambios.length).toBeGreaterThan(300);
    expect(findUnnoticed(XML, cambios, (newValue) => disagrees({ xml: () => newValue }))).toEqual([]);
  });

  it('the writer of the cadena original', () => {
    const cambios = changesOfCadena(CADENA);
    expect(cambios.length).toBeGreaterThan(250);
    expect(findUnnoticed(CADENA, cambios, (newKind) => disagrees({ cadena: () => newKind }))).toEqual([]);
  });

  it('the element of a built comprobante', () => {
    const cambios = changesOfNode(NODE);
    expect(cambios.length).toBeGreaterThan(300);
    expect(findUnnoticed(NODE, cambios, (newValue) => disagrees({ node: () => newValue }))).toEqual([]);
  });

  it('the reader', () => {
    const cambios = changesOfJson(full);
    expect(cambios.length).toBeGreaterThan(300);
    const read = (comprobante: unknown) => ({
      comprobante: comprobante as Comprobante,
      sellado: FULL_SEALS,
    });
    expect(
      findUnnoticed<unknown>(full, cambios, (newValue) => disagrees({ read: () => read(newValue) })),
    ).toEqual([]);
  });
});
