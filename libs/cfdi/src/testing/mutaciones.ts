import { cfdi40 } from '../formas/estandares/cfdi/cfdi-40.js';
import { retenciones20 } from '../formas/estandares/cfdi/retenciones-20.js';
import { timbre11 } from '../formas/estandares/cfdi/timbre-fiscal-digital.js';
import { estandarDe, type Destino } from '../formas/estandares/index.js';
import type { ElementoForma } from '../formas/forma.js';
import { isTimbre } from '../lectura/comprobante.js';
import { leerComprobante } from '../lectura/modelo.js';
import { readXml } from '../lectura/nodos.js';
import { leerRetencion } from '../lectura/retencion.js';
import type { Nodo } from '../parsed.js';
import { escapeXml } from '../text.js';

/** A change by one step. */
export interface Mutante {
  readonly verbo: 'alarga' | 'cambia' | 'vacía' | 'quita' | 'agrega' | 'repite' | 'intercambia';
  /** Names from the root on, with the attribute after an "@": "Comprobante/Emisor@Rfc". */
  readonly ruta: string;
  /** The name of the sibling that it changes places with. */
  readonly otro?: string;
  /** The changed document. */
  readonly raiz: Nodo;
}
type Cambio = Omit<Mutante, 'raiz'> & { readonly nodo: Nodo };

/** What was done and where: "quita Comprobante/Emisor@Rfc". */
export const nombreDe = ({ verbo, ruta, otro }: Mutante): string =>
  `${verbo} ${ruta}${otro === undefined ? '' : ` ${otro}`}`;

/** Writes a tree as XML whatever prefixes it had, without addresses of schemas. */
export function escribir({ nombre, espacio, atributos, hijos, texto }: Nodo, fuera?: string): string {
  let out = `<${nombre}`;
  if (espacio !== fuera) out += ` xmlns="${escapeXml(espacio)}"`;
  for (const name in atributos)
    if (name !== 'xmlns' && !name.includes(':')) out += ` ${name}="${escapeXml(atributos[name] as string)}"`;
  return `${out}>${escapeXml(texto ?? '')}${hijos.map((hijo) => escribir(hijo, espacio)).join('')}</${nombre}>`;
}

/** The tree of what has to be XML. */
export function arbolDe(xml: string): Nodo {
  const read = readXml(xml);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal.details));
  return read.value;
}

/** Whether a changed document still has the structure of one. */
export function seLee({ raiz }: Mutante): boolean {
  const xml = escribir(raiz);
  return leerComprobante(xml).ok || leerRetencion(xml).ok;
}

/** The table of an element inside of another whose table is known. */
function formaDe(padre: ElementoForma, raiz: Nodo, hijo: Nodo): ElementoForma | undefined {
  if (!padre.libre) return padre.hijos.find(({ elemento }) => elemento.nombre === hijo.nombre)?.elemento;
  if (isTimbre(hijo)) return timbre11.raiz;
  const destino: Destino =
    padre.nombre === 'ComplementoConcepto'
      ? 'concepto'
      : raiz.espacio === cfdi40.espacio
        ? 'comprobante'
        : 'retenciones';
  return estandarDe(hijo, destino)?.raiz;
}

const conAtributo = (nodo: Nodo, name: string, valor: string | undefined): Nodo => {
  const { [name]: _viejo, ...resto } = nodo.atributos;
  return { ...nodo, atributos: valor === undefined ? resto : { ...nodo.atributos, [name]: valor } };
};

/** Changes of an element's attributes and text. */
function* deElemento(nodo: Nodo, forma: ElementoForma | undefined, ruta: string): Generator<Cambio> {
  for (const name in nodo.atributos) {
    if (name === 'xmlns' || name.includes(':')) continue;
    const valor = nodo.atributos[name] as string;
    const cambio = (verbo: Mutante['verbo'], nuevo: string | undefined): Cambio => ({
      ...{ verbo, ruta: `${ruta}@${name}`, nodo: conAtributo(nodo, name, nuevo) },
    });
    yield cambio('alarga', `${valor}0`);
    const cifra = valor.replace(/\d/, (digito) => String((Number(digito) + 1) % 10));
    if (cifra !== valor) yield cambio('cambia', cifra);
    const letra = valor.replace(/[A-Za-z](?=[^A-Za-z]*$)/, (una) => (una === 'A' ? 'B' : 'A'));
    if (letra !== valor) yield cambio('cambia', letra);
    if (valor !== '') yield cambio('vacía', '');
    yield cambio('quita', undefined);
  }
  for (const { nombre } of forma?.atributos.values() ?? [])
    if (nodo.atributos[nombre] === undefined)
      yield { verbo: 'agrega', ruta: `${ruta}@${nombre}`, nodo: conAtributo(nodo, nombre, '1') };
  if (nodo.texto === undefined) return;
  yield { verbo: 'alarga', ruta, nodo: { ...nodo, texto: `${nodo.texto}0` } };
  yield { verbo: 'vacía', ruta, nodo: { ...nodo, texto: '' } };
}

/** Changes of an element's children: each one gone, twice, or in the place of the next. */
function* deHijos(nodo: Nodo, fuera: string): Generator<Cambio> {
  const { hijos } = nodo;
  for (const [i, hijo] of hijos.entries()) {
    const ruta = `${fuera}/${hijo.nombre}`;
    const con = (...otros: readonly Nodo[]): Nodo => ({
      ...nodo,
      hijos: [...hijos.slice(0, i), ...otros, ...hijos.slice(i + 1)],
    });
    yield { verbo: 'quita', ruta, nodo: con() };
    yield { verbo: 'repite', ruta, nodo: con(hijo, hijo) };
    const siguiente = hijos[i + 1];
    if (!siguiente || escribir(siguiente) === escribir(hijo)) continue;
    const cambiados = [...hijos.slice(0, i), siguiente, hijo, ...hijos.slice(i + 2)];
    yield { verbo: 'intercambia', ruta, otro: siguiente.nombre, nodo: { ...nodo, hijos: cambiados } };
  }
}

/**
 * Every change by one step inside of a document, elements with the same path by the first of them. The addenda, which
 * is no part of the standard, is left out.
 */
export function* mutantes(raiz: Nodo): Generator<Mutante> {
  const vistas = new Set<string>();
  function* dentro(
    nodo: Nodo,
    forma: ElementoForma | undefined,
    ruta: string,
    arriba: (cambiado: Nodo) => Nodo,
  ): Generator<Mutante> {
    if (vistas.has(ruta) || nodo.nombre === 'Addenda') return;
    vistas.add(ruta);
    for (const cambios of [deElemento(nodo, forma, ruta), deHijos(nodo, ruta)])
      for (const { nodo: cambiado, ...cambio } of cambios) yield { ...cambio, raiz: arriba(cambiado) };
    for (const [i, hijo] of nodo.hijos.entries())
      yield* dentro(hijo, forma && formaDe(forma, raiz, hijo), `${ruta}/${hijo.nombre}`, (cambiado) =>
        arriba({ ...nodo, hijos: [...nodo.hijos.slice(0, i), cambiado, ...nodo.hijos.slice(i + 1)] }),
      );
  }
  const forma = [cfdi40, retenciones20].find(({ espacio }) => espacio === raiz.espacio)?.raiz;
  yield* dentro(raiz, forma, raiz.nombre, (cambiado) => cambiado);
}
