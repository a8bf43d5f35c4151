import type { Comprobante } from '../comprobante.js';
import { buildComprobante } from '../document/build.js';
import { comprobanteXml } from '../document/xml.js';
import type { ComprobanteInput, ConceptoInput } from '../input.js';
import { comprobante } from './samples.js';

/** Builds what has to build, or fails the test with the refusal. */
export function buildDocument(input: ComprobanteInput): Comprobante {
  const built = buildComprobante(input);
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details, null, 1));
  return built.value;
}

/** The document of some lines, and its XML without a seal. */
export function documentWith(
  conceptos: readonly ConceptoInput[],
  over: Partial<ComprobanteInput> = {},
): { c: Comprobante; xml: string } {
  const c = buildDocument(comprobante({ conceptos, ...over }));
  return { c, xml: comprobanteXml(c, { noCertificado: '0'.repeat(20), certificado: '', sello: '' }) };
}

/** Paths and codes of the refusal's details. */
export function reject(input: ComprobanteInput): string[] {
  const built = buildComprobante(input);
  if (built.ok) throw new Error('it was built');
  return (built.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
}
