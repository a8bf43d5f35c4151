import type { Seals } from '../document/xml.js';
import { buildCadena } from '../schemas/cadena.js';
import { retenciones20 } from '../schemas/standards/cfdi/retenciones-20.js';
import { toXml } from '../schemas/write.js';
import { signWith, type Seal, type Sealer } from '../sello/sello.js';
import { escapeXml } from '../text.js';
import type { CfdiRetencion } from './model.js';
import { retencionToNode } from './node.js';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const { prefix, namespace, schema, root: PATTERN } = retenciones20;

/**
 * The cadena original of a retention, by the tax authority's stylesheet for Retenciones 2.0; the complements come
 * last, each by its own.
 */
export function cadenaRetencion(retencion: CfdiRetencion, noCertificado: string): string {
  const root = retencionToNode(retencion, { noCertificado, certificado: '', sello: '' });
  const complementos = retencion.complementos.map(({ cadena }) => cadena).join('');
  return `|${buildCadena(PATTERN, root)}${complementos}||`;
}

/** Writes the document: one line, attributes and elements in the order of Anexo 20, UTF-8 declared. */
export function retencionXml(retencion: CfdiRetencion, seals: Seals): string {
  const { attributes, children } = retencionToNode(retencion, seals);
  const { complementos, addenda } = retencion;
  const { namespaces, schemas } = declareNamespaces(retencion);
  let out = `<?xml version="1.0" encoding="UTF-8"?>\n<${prefix}:Retenciones ${namespaces} xsi:schemaLocation="${schemas}"`;
  for (const name in attributes) out += ` ${name}="${escapeXml(attributes[name] as string)}"`;
  out += '>';
  for (const child of children) out += toXml(child, prefix);
  if (complementos.length > 0)
    out += `<${prefix}:Complemento>${complementos.map(({ xml }) => xml).join('')}</${prefix}:Complemento>`;
  if (addenda !== undefined) out += `<${prefix}:Addenda>${addenda}</${prefix}:Addenda>`;
  return `${out}</${prefix}:Retenciones>`;
}

/** The namespace and the schema of every complement, each once; then what the caller's own XML needs. */
function declareNamespaces({
  complementos,
  espacios = [],
}: CfdiRetencion): Record<'namespaces' | 'schemas', string> {
  const all = new Map<string, readonly [uri: string, esquema: string]>([[prefix, [namespace, schema]]]);
  for (const one of complementos) all.set(one.prefijo, [one.espacio, one.esquema]);
  for (const one of espacios) if (!all.has(one.prefijo)) all.set(one.prefijo, [one.uri, one.esquema]);
  const namespaces = [...all].map(([name, [uri]]) => `xmlns:${name}="${escapeXml(uri)}"`);
  const schemas = [...all.values()].filter(([, address]) => address !== '');
  return {
    namespaces: [...namespaces, `xmlns:xsi="${XSI}"`].join(' '),
    schemas: schemas.map((pair) => pair.map(escapeXml).join(' ')).join(' '),
  };
}

/** Seals a retention with a CSD: cadena original, sello, and the XML that carries them. */
export async function sealRetencion(retencion: CfdiRetencion, csd: Sealer): Promise<Seal> {
  const { noCertificado, certificado } = csd;
  const cadenaOriginal = cadenaRetencion(retencion, noCertificado);
  const sello = await signWith(csd, cadenaOriginal, 'sha256');
  return { xml: retencionXml(retencion, { noCertificado, certificado, sello }), sello, cadenaOriginal };
}
