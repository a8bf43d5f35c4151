import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Comprobante } from '../comprobante.js';
import { cadenaOriginal } from '../documento/cadena.js';
import { comprobanteXml } from '../documento/xml.js';
import type { Nodo } from '../parsed.js';
import { csdDePrueba } from '../testing/certificados.js';
import { clavesPropias, MAS_NUEVAS } from '../testing/claves.js';
import { construir } from '../testing/construir.js';
import { elementoArbitrario, type Extension } from '../testing/formas-arbitrarias.js';
import { comprobante } from '../testing/muestras.js';
import {
  archivador,
  cadenasOficiales,
  CFDI_XSLT,
  clavesOficiales,
  oficialReady,
  quejas,
  sayWhatIsMissing,
} from '../testing/oficial.js';
import { complementoDe } from './escribir.js';
import { estandaresDe } from './estandares/index.js';
import type { NombreClave } from './claves.js';
import type { ElementoForma, Estandar } from './forma.js';
import { defectosDe } from './revisar.js';

/** Every table, held against the official schema and stylesheet by elements that are made from the table alone. */
sayWhatIsMissing('the check of every standard by the official schemas');

const { noCertificado, certificado } = csdDePrueba();
const CADA: Readonly<Record<Extension, number>> = { menor: 1, mayor: 1, cualquiera: 4 };
const base = construir(comprobante());

interface Escrito {
  readonly nodo: Nodo;
  readonly xml: string;
  readonly cadena: string;
}

function escrito(estandar: Estandar, nodo: Nodo, destino: 'comprobante' | 'concepto'): Escrito {
  const complemento = complementoDe(estandar, nodo);
  const c: Comprobante =
    destino === 'comprobante'
      ? { ...base, complementos: [complemento] }
      : { ...base, conceptos: base.conceptos.map((concepto) => ({ ...concepto, complemento })) };
  const sellado = { noCertificado, certificado, sello: 'QUJD' };
  return { nodo, xml: comprobanteXml(c, sellado), cadena: cadenaOriginal(c, noCertificado) };
}

const casos = (['comprobante', 'concepto'] as const).flatMap((destino) =>
  estandaresDe(destino).map((estandar) => [estandar.prefijo, estandar, destino] as const),
);

/** The catalogues that an element and its children name. */
const catalogosDe = ({ atributos, hijos, texto }: ElementoForma): readonly NombreClave[] => [
  ...[...atributos.values()].flatMap(({ tipo }) => tipo.catalogo ?? []),
  ...hijos.flatMap(({ elemento }) => catalogosDe(elemento)),
  ...(texto?.catalogo ? [texto.catalogo] : []),
];

(oficialReady ? describe : describe.skip)(
  "the keys that test documents take from the project's tables",
  () => {
    const todos = (['comprobante', 'concepto', 'retenciones'] as const).flatMap((destino) =>
      estandaresDe(destino).map((estandar) => [estandar.prefijo, estandar] as const),
    );

    it.each(todos)('%s: are in the schema', (_prefijo, estandar) => {
      for (const catalogo of new Set(catalogosDe(estandar.raiz))) {
        const [propias, oficiales] = [clavesPropias(catalogo, estandar), clavesOficiales(catalogo, estandar)];
        // Keys of which there are none on one side have a form only.
        if (oficiales.length > 0)
          expect([catalogo, propias.length > 0, propias.filter((key) => !oficiales.includes(key))]).toEqual([
            ...[catalogo, true, []],
          ]);
        expect((MAS_NUEVAS[catalogo] ?? []).filter((key) => oficiales.includes(key))).toEqual([]);
      }
    });
  },
);

(oficialReady ? describe : describe.skip)('the table of each standard', () => {
  const archivo = archivador();
  const documentos = new Map<string, { readonly escritos: Escrito[]; readonly files: string[] }>();
  let all: string[] = [];

  beforeAll(() => {
    for (const [prefijo, estandar, destino] of casos) {
      const escritos = (Object.keys(CADA) as Extension[]).flatMap((extension) =>
        fc
          .sample(elementoArbitrario(estandar.raiz, estandar, extension, clavesOficiales), {
            numRuns: CADA[extension],
            seed: 7,
          })
          .map((nodo) => escrito(estandar, nodo, destino)),
      );
      documentos.set(prefijo, { escritos, files: escritos.map(({ xml }) => archivo(xml)) });
    }
    all = quejas([...documentos.values()].flatMap(({ files }) => files));
  });

  it.each(casos)('%s: what it lets pass, the schema takes', (prefijo, { raiz }) => {
    const { escritos, files } = documentos.get(prefijo) as { escritos: Escrito[]; files: string[] };
    for (const { nodo } of escritos) expect(defectosDe(raiz, nodo)).toEqual([]);
    expect(all.filter((line) => files.some((file) => line.includes(file)))).toEqual([]);
  });

  it.each(casos)("%s: its cadena original is the stylesheet's", (prefijo) => {
    const { escritos, files } = documentos.get(prefijo) as { escritos: Escrito[]; files: string[] };
    const cadenas = escritos.map(({ cadena }) => cadena);
    expect(files.map((file) => cadenasOficiales(CFDI_XSLT, [file]))).toEqual(cadenas);
  });
});
