import type { Sellado } from '../documento/xml.js';
import { cadenaDe } from '../formas/cadena.js';
import { retenciones20 } from '../formas/estandares/cfdi/retenciones-20.js';
import { xmlDe } from '../formas/escribir.js';
import type { Csd } from '../sello/csd.js';
import { sign, type Seal } from '../sello/sello.js';
import { escapeXml } from '../text.js';
import type { CfdiRetencion } from './modelo.js';
import { nodoDelModelo } from './nodo.js';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const { prefijo, espacio, esquema, raiz: FORMA } = retenciones20;

/**
 * The cadena original of a retention, by the tax authority's stylesheet for Retenciones 2.0; the complements come
 * last, each by its own.
 */
export function cadenaRetencion(retencion: CfdiRetencion, noCertificado: string): string {
  const raiz = nodoDelModelo(retencion, { noCertificado, certificado: '', sello: '' });
  const complementos = retencion.complementos.map(({ cadena }) => cadena).join('');
  return `|${cadenaDe(FORMA, raiz)}${complementos}||`;
}

/** Writes the document: one line, attributes and elements in the order of Anexo 20, UTF-8 declared. */
export function retencionXml(retencion: CfdiRetencion, sellado: Sellado): string {
  const { atributos, hijos } = nodoDelModelo(retencion, sellado);
  const { complementos, addenda } = retencion;
  const { namespaces, schemas } = declaraciones(retencion);
  let out = `<?xml version="1.0" encoding="UTF-8"?>\n<${prefijo}:Retenciones ${namespaces} xsi:schemaLocation="${schemas}"`;
  for (const name in atributos) out += ` ${name}="${escapeXml(atributos[name] as string)}"`;
  out += '>';
  for (const hijo of hijos) out += xmlDe(hijo, prefijo);
  if (complementos.length > 0)
    out += `<${prefijo}:Complemento>${complementos.map(({ xml }) => xml).join('')}</${prefijo}:Complemento>`;
  if (addenda !== undefined) out += `<${prefijo}:Addenda>${addenda}</${prefijo}:Addenda>`;
  return `${out}</${prefijo}:Retenciones>`;
}

/** The namespace and the schema of every complement, each once; then what the caller's own XML needs. */
function declaraciones({
  complementos,
  espacios = [],
}: CfdiRetencion): Record<'namespaces' | 'schemas', string> {
  const todos = new Map<string, readonly [uri: string, esquema: string]>([[prefijo, [espacio, esquema]]]);
  for (const uno of complementos) todos.set(uno.prefijo, [uno.espacio, uno.esquema]);
  for (const uno of espacios) if (!todos.has(uno.prefijo)) todos.set(uno.prefijo, [uno.uri, uno.esquema]);
  const namespaces = [...todos].map(([name, [uri]]) => `xmlns:${name}="${escapeXml(uri)}"`);
  const schemas = [...todos.values()].filter(([, direccion]) => direccion !== '');
  return {
    namespaces: [...namespaces, `xmlns:xsi="${XSI}"`].join(' '),
    schemas: schemas.map((par) => par.map(escapeXml).join(' ')).join(' '),
  };
}

/** Seals a retention with a CSD: cadena original, sello, and the XML that carries them. */
export async function sealRetencion(
  retencion: CfdiRetencion,
  { noCertificado, certificado, privateKey }: Pick<Csd, 'noCertificado' | 'certificado' | 'privateKey'>,
): Promise<Seal> {
  const cadenaOriginal = cadenaRetencion(retencion, noCertificado);
  const sello = await sign(cadenaOriginal, privateKey);
  return { xml: retencionXml(retencion, { noCertificado, certificado, sello }), sello, cadenaOriginal };
}
