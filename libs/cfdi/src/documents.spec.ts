import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildComprobante } from './document/build.js';
import { findDefects } from './schemas/check.js';
import { cfdi40 } from './schemas/standards/cfdi/cfdi-40.js';
import { cadenaOriginalOf } from './reading/cadena.js';
import { parseComprobante } from './reading/comprobante.js';
import { readComprobante } from './reading/model.js';
import { check } from './rules/index.js';
import { sealComprobante, verifySello, type Seal } from './sello/sello.js';
import { testCsd } from './testing/certificates.js';
import { sampleInputs } from './testing/documents.js';
import {
  computeOfficialCadenas,
  CFDI_XSLT,
  officialReady,
  findComplaints,
  sayWhatIsMissing,
  verifyFiles,
} from './testing/official.js';
import { verify } from './testing/verifier.js';
import type { Comprobante } from './comprobante.js';

/** Every kind of document that the engine knows, more than three hundred of them, from its input to its sello and back. */
sayWhatIsMissing('the check of every kind of document by the official schema and stylesheet');

const samples = sampleInputs();
const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, XXX: 0, KWD: 3, CLF: 4 };

interface SealedDocument extends Seal {
  readonly name: string;
  readonly comprobante: Comprobante;
}
const sellados: SealedDocument[] = [];
const rejected: string[] = [];

beforeAll(async () => {
  for (const [name, input] of samples) {
    const built = buildComprobante(input);
    if (!built.ok) {
      rejected.push(`${name}: ${JSON.stringify(built.refusal.details)}`);
      continue;
    }
    sellados.push({
      name,
      comprobante: built.value,
      ...(await sealComprobante(built.value, testCsd())),
    });
  }
}, 120_000);

/** What is found wrong, by the name of the document. */
const findingsOf = <T>(from: (seals: SealedDocument) => readonly T[]): (readonly [string, readonly T[]])[] =>
  sellados.flatMap((seals) => {
    const found = from(seals);
    return found.length > 0 ? [[seals.name, found] as const] : [];
  });

describe('documents of every kind', () => {
  it('are more than three hundred, of every type, and all of them are built', () => {
    expect(rejected).toEqual([]);
    expect(samples.length).toBeGreaterThanOrEqual(300);
    expect(new Set(samples.map(([, { tipo }]) => tipo))).toEqual(new Set(['I', 'E', 'P', 'N', 'T']));
    expect(new Set(samples.map(([name]) => name)).size).toBe(samples.length);
  });

  it('obey the arithmetic of the matrix, by a checker of its own', () => {
    // It knows the amounts of what is sold; payments, payrolls and moved goods have rules of their own.
    expect(
      findingsOf(({ xml, comprobante: { tipo, moneda } }) =>
        tipo === 'I' || tipo === 'E' ? verify(xml, DECIMALS[moneda] ?? 2) : [],
      ),
    ).toEqual([]);
  });

  it('break no rule of any matrix', () => {
    expect(
      findingsOf(({ xml }) => {
        const parsed = parseComprobante(xml);
        if (!parsed.ok) return ['unreadable'];
        const { root } = parsed.value;
        return [
          ...findDefects(cfdi40.root, root).map(
            ({ kind, attribute, child }) => `${kind} ${attribute ?? child}`,
          ),
          ...check(root).map(({ code, es }) => `${code} ${es}`),
        ];
      }),
    ).toEqual([]);
  });

  it('have the cadena that was signed when they are read, and its sello', () => {
    expect(
      findingsOf(({ xml, cadenaOriginal, sello }) => {
        const parsed = parseComprobante(xml);
        const cadena = parsed.ok && cadenaOriginalOf(parsed.value);
        if (!cadena || !cadena.ok || cadena.value !== cadenaOriginal) return ['cadena'];
        return verifySello(cadena.value, sello, testCsd().certificado) ? [] : ['sello'];
      }),
    ).toEqual([]);
  });

  it('are read into what they were built as', () => {
    for (const { xml, comprobante } of sellados) {
      const parsed = readComprobante(xml);
      expect(parsed.ok && parsed.value.comprobante).toEqual(comprobante);
    }
  });
});

(officialReady ? describe : describe.skip)('documents of every kind, by the official tools', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cfdi-todos-'));
  const files = samples.map((_, i) => join(folder, `${i}.xml`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(() => {
    sellados.forEach(({ xml }, i) => writeFileSync(files[i] as string, xml));
  });

  it('are valid, except addendas, which the schema leaves open', () => {
    const withoutAddenda = files.filter((_, i) => sellados[i]?.comprobante.addenda === undefined);
    expect(files.length - withoutAddenda.length).toBe(1);
    expect(findComplaints(withoutAddenda)).toEqual([]);
  });

  // Each document starts a dozen programs: npm test takes some of every kind, npm run test:sat all of them.
  const all = process.env['TIMBRA_TEST_SAT'] === '1';
  it(`${all ? 'all' : 'some of them'} pass verify-cfdi.sh: schema, sello, certificate`, async () => {
    const chosen = files.filter((_, i) => all || i % 29 === 0);
    expect(await verifyFiles(chosen)).toEqual([]);
  }, 600_000);

  it('have the cadena original of the stylesheet', () => {
    const cadenas = computeOfficialCadenas(CFDI_XSLT, files);
    expect(cadenas === sellados.map(({ cadenaOriginal }) => cadenaOriginal).join('')).toBe(true);
  });
});
