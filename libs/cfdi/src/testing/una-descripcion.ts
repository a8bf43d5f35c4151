import { isDeepStrictEqual } from 'node:util';
import type { Construido } from '../complementos/complemento.js';
import type { Comprobante } from '../comprobante.js';
import type { Complementos } from '../documento/nodo.js';
import type { Sellado } from '../documento/sellado.js';
import { anotar, cadenaVacia, juntar } from '../formas/cadena.js';
import { estandarDe, type Destino } from '../formas/estandares/index.js';
import type { ElementoForma } from '../formas/forma.js';
import { defectosDe } from '../formas/revisar.js';
import { readXml } from '../lectura/nodos.js';
import type { Nodo } from '../parsed.js';
import { completo, SELLADO_COMPLETO } from './completo.js';

/** The five that know CFDI 4.0, each by itself: one of them may be another than the rest. */
export interface Cinco {
  readonly tabla: ElementoForma;
  readonly xml: (c: Comprobante, sellado: Sellado) => string;
  readonly cadena: (c: Comprobante, noCertificado: string) => string;
  readonly nodo: (c: Comprobante, complementos: Complementos) => Nodo;
  readonly leer: (
    xml: string,
  ) => { readonly comprobante: Comprobante; readonly sellado: Sellado } | undefined;
}

/**
 * Who of the five says something else than the others about the complete document: the table about its XML (all that
 * it names is there, in its order, and holds), the table about its cadena, the element about the XML, the reader about
 * the model.
 */
export function desacuerdos({ tabla, xml, cadena, nodo, leer }: Cinco): string[] {
  const escrito = xml(completo, SELLADO_COMPLETO);
  const read = readXml(escrito);
  if (!read.ok) return ['xml: unreadable'];
  const raiz = read.value;
  const out = [
    ...faltantes(tabla, raiz),
    ...defectosDe(tabla, raiz).map(({ clase, atributo, hijo }) => `tabla: ${clase} ${atributo ?? hijo}`),
  ];
  if (cadena(completo, SELLADO_COMPLETO.noCertificado) !== cadenaDeTabla(tabla, raiz))
    out.push('cadena: not that of the table');
  if (JSON.stringify(nodo(completo, complementosEn(raiz))) !== JSON.stringify(sinSello(raiz)))
    out.push('nodo: not that of the XML');
  const esperado = { comprobante: completo, sellado: SELLADO_COMPLETO };
  if (!isDeepStrictEqual(sinAusentes(leer(escrito)), sinAusentes(esperado)))
    out.push('leer: not what was written');
  return out;
}

const propios = ({ atributos }: Nodo): readonly string[] =>
  Object.keys(atributos).filter((name) => !name.includes(':'));

/** Elements of the table without all of their attributes and children, or in another order. */
function faltantes(forma: ElementoForma, nodo: Nodo): string[] {
  const out: string[] = [];
  const debe = [...forma.atributos.keys()].join(' ');
  if (propios(nodo).join(' ') !== debe) out.push(`xml: ${forma.nombre} has not ${debe}`);
  if (forma.libre) return out;
  const hijos = [...new Set(nodo.hijos.map(({ nombre }) => nombre))].join(' ');
  const deben = forma.hijos.map(({ elemento }) => elemento.nombre).join(' ');
  if (hijos !== deben) out.push(`xml: ${forma.nombre} has not >${deben}`);
  for (const { elemento } of forma.hijos)
    for (const hijo of nodo.hijos)
      if (hijo.nombre === elemento.nombre) out.push(...faltantes(elemento, hijo));
  return out;
}

/** The cadena original of what was read, by the tables alone. */
function cadenaDeTabla(tabla: ElementoForma, raiz: Nodo): string {
  const cadena = cadenaVacia();
  anotar(tabla, raiz, cadena, (libre) => {
    if (libre.nombre === 'Addenda') return;
    for (const { estandar, nodo } of construidosDe(libre)) anotar(estandar.raiz, nodo, cadena);
  });
  return `|${juntar(cadena)}||`;
}

const destinoDe = ({ nombre }: Nodo): Destino =>
  nombre === 'ComplementoConcepto' ? 'concepto' : 'comprobante';

const construidosDe = (libre: Nodo): readonly Construido[] =>
  libre.hijos.flatMap((nodo) => {
    const estandar = estandarDe(nodo, destinoDe(libre));
    return estandar ? [{ estandar, nodo }] : [];
  });

const hijosDe = (nodo: Nodo | undefined, nombre: string): readonly Nodo[] =>
  nodo?.hijos.filter((hijo) => hijo.nombre === nombre) ?? [];

/** The complements of a document as the element of a built comprobante wants them. */
export function complementosDe(xml: string): Complementos {
  const read = readXml(xml);
  return read.ok ? complementosEn(read.value) : { deComprobante: [], deConceptos: new Map() };
}

function complementosEn(raiz: Nodo): Complementos {
  const conceptos = hijosDe(hijosDe(raiz, 'Conceptos')[0], 'Concepto');
  return {
    deComprobante: hijosDe(raiz, 'Complemento').flatMap(construidosDe),
    deConceptos: new Map(
      conceptos.flatMap((concepto, i) =>
        hijosDe(concepto, 'ComplementoConcepto').flatMap((libre) =>
          construidosDe(libre).map((construido) => [i, construido] as const),
        ),
      ),
    ),
  };
}

/** A document as the element of a built comprobante has it: no seal, no addenda, no declarations. */
function sinSello(raiz: Nodo): Nodo {
  const atributos = Object.fromEntries(
    propios(raiz).map((name) => [
      name,
      /^(Sello|NoCertificado|Certificado)$/.test(name) ? '' : raiz.atributos[name],
    ]),
  ) as Record<string, string>;
  return { ...raiz, atributos, hijos: raiz.hijos.filter(({ nombre }) => nombre !== 'Addenda') };
}

/** An undefined field counts as absent. */
const sinAusentes = (valor: unknown): unknown => JSON.parse(JSON.stringify(valor ?? null)) as unknown;
