import { defectosDeCfdi40, parseComprobante, revisar, verificarDocumento } from '../src/index.js';

/** What a provider would find in a document of anybody: structure, rules of the matrices, sello and certificate. */
export function revisarXml(xml: string): string[] {
  const leido = parseComprobante(xml);
  if (!leido.ok) return (leido.refusal.details ?? []).map(({ code, path }) => `${path}: ${code}`);
  const { raiz } = leido.value;
  const defectos = defectosDeCfdi40(raiz);
  if (defectos.length > 0)
    return defectos.map(({ clase, nodo, atributo, hijo }) => `${nodo.nombre}/${atributo ?? hijo}: ${clase}`);
  const { sello, noCertificado } = verificarDocumento(xml);
  return [
    ...(sello ? [] : ['CFDI40102: el sello no corresponde']),
    ...(noCertificado ? [] : ['CFDI40106: el certificado no corresponde']),
    ...revisar(raiz).map(({ codigo, es }) => `${codigo}: ${es}`),
  ];
}
