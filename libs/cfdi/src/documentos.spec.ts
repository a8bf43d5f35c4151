import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildComprobante } from './documento/build.js';
import { defectosDe } from './formas/revisar.js';
import { cfdi40 } from './formas/estandares/cfdi/cfdi-40.js';
import { cadenaOriginalOf } from './lectura/cadena.js';
import { parseComprobante } from './lectura/comprobante.js';
import { leerComprobante } from './lectura/modelo.js';
import { revisar } from './reglas/index.js';
import { sealComprobante, verifySello, type Seal } from './sello/sello.js';
import { csdDePrueba } from './testing/certificados.js';
import { muestrario } from './testing/documentos.js';
import {
  cadenasOficiales,
  CFDI_XSLT,
  oficialReady,
  quejas,
  sayWhatIsMissing,
  verificados,
} from './testing/oficial.js';
import { verificar } from './testing/verificador.js';
import type { Comprobante } from './comprobante.js';

/** Every kind of document that the engine knows, more than three hundred of them, from its input to its sello and back. */
sayWhatIsMissing('the check of every kind of document by the official schema and stylesheet');

const muestras = muestrario();
const DECIMALES: Readonly<Record<string, number>> = { JPY: 0, XXX: 0, KWD: 3, CLF: 4 };

interface Sellado extends Seal {
  readonly nombre: string;
  readonly comprobante: Comprobante;
}
const sellados: Sellado[] = [];
const rechazados: string[] = [];

beforeAll(async () => {
  for (const [nombre, input] of muestras) {
    const built = buildComprobante(input);
    if (!built.ok) {
      rechazados.push(`${nombre}: ${JSON.stringify(built.refusal.details)}`);
      continue;
    }
    sellados.push({
      nombre,
      comprobante: built.value,
      ...(await sealComprobante(built.value, csdDePrueba())),
    });
  }
}, 120_000);

/** What is found wrong, by the name of the document. */
const hallazgos = <T>(de: (sellado: Sellado) => readonly T[]): (readonly [string, readonly T[]])[] =>
  sellados.flatMap((sellado) => {
    const found = de(sellado);
    return found.length > 0 ? [[sellado.nombre, found] as const] : [];
  });

describe('documents of every kind', () => {
  it('are more than three hundred, of every type, and all of them are built', () => {
    expect(rechazados).toEqual([]);
    expect(muestras.length).toBeGreaterThanOrEqual(300);
    expect(new Set(muestras.map(([, { tipo }]) => tipo))).toEqual(new Set(['I', 'E', 'P', 'N', 'T']));
    expect(new Set(muestras.map(([nombre]) => nombre)).size).toBe(muestras.length);
  });

  it('obey the arithmetic of the matrix, by a checker of its own', () => {
    // It knows the amounts of what is sold; payments, payrolls and moved goods have rules of their own.
    expect(
      hallazgos(({ xml, comprobante: { tipo, moneda } }) =>
        tipo === 'I' || tipo === 'E' ? verificar(xml, DECIMALES[moneda] ?? 2) : [],
      ),
    ).toEqual([]);
  });

  it('break no rule of any matrix', () => {
    expect(
      hallazgos(({ xml }) => {
        const parsed = parseComprobante(xml);
        if (!parsed.ok) return ['unreadable'];
        const { raiz } = parsed.value;
        return [
          ...defectosDe(cfdi40.raiz, raiz).map(({ clase, atributo, hijo }) => `${clase} ${atributo ?? hijo}`),
          ...revisar(raiz).map(({ codigo, es }) => `${codigo} ${es}`),
        ];
      }),
    ).toEqual([]);
  });

  it('have the cadena that was signed when they are read, and its sello', () => {
    expect(
      hallazgos(({ xml, cadenaOriginal, sello }) => {
        const parsed = parseComprobante(xml);
        const cadena = parsed.ok && cadenaOriginalOf(parsed.value);
        if (!cadena || !cadena.ok || cadena.value !== cadenaOriginal) return ['cadena'];
        return verifySello(cadena.value, sello, csdDePrueba().certificado) ? [] : ['sello'];
      }),
    ).toEqual([]);
  });

  it('are read into what they were built as', () => {
    for (const { xml, comprobante } of sellados) {
      const leido = leerComprobante(xml);
      expect(leido.ok && leido.value.comprobante).toEqual(comprobante);
    }
  });
});

(oficialReady ? describe : describe.skip)('documents of every kind, by the official tools', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cfdi-todos-'));
  const files = muestras.map((_, i) => join(folder, `${i}.xml`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(() => {
    sellados.forEach(({ xml }, i) => writeFileSync(files[i] as string, xml));
  });

  it('are valid, except addendas, which the schema leaves open', () => {
    const sinAddenda = files.filter((_, i) => sellados[i]?.comprobante.addenda === undefined);
    expect(files.length - sinAddenda.length).toBe(1);
    expect(quejas(sinAddenda)).toEqual([]);
  });

  // Each document starts a dozen programs: npm test takes some of every kind, npm run test:sat all of them.
  const all = process.env['TIMBRA_TEST_SAT'] === '1';
  it(`${all ? 'all' : 'some of them'} pass verify-cfdi.sh: schema, sello, certificate`, async () => {
    const chosen = files.filter((_, i) => all || i % 29 === 0);
    expect(await verificados(chosen)).toEqual([]);
  }, 600_000);

  it('have the cadena original of the stylesheet', () => {
    const cadenas = cadenasOficiales(CFDI_XSLT, files);
    expect(cadenas === sellados.map(({ cadenaOriginal }) => cadenaOriginal).join('')).toBe(true);
  });
});
