import { findCfdi40Defects, parseComprobante, check, verifyDocument } from '../src/index.js';

/** What a provider would find in a document of anybody: structure, rules of the matrices, sello and certificate. */
export function checkXml(xml: string): string[] {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) return (parsed.refusal.details ?? []).map(({ code, path }) => `${path}: ${code}`);
  const { root } = parsed.value;
  const defects = findCfdi40Defects(root);
  if (defects.length > 0)
    return defects.map(({ kind, node, attribute, child }) => `${node.name}/${attribute ?? child}: ${kind}`);
  const { sello, noCertificado } = verifyDocument(xml);
  return [
    ...(sello ? [] : ['CFDI40102: el sello no corresponde']),
    ...(noCertificado ? [] : ['CFDI40106: el certificado no corresponde']),
    ...check(root).map(({ code, es }) => `${code}: ${es}`),
  ];
}
