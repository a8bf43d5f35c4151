import { cfdi40 } from '../formas/estandares/cfdi/cfdi-40.js';
import { retenciones20 } from '../formas/estandares/cfdi/retenciones-20.js';
import { timbre11 } from '../formas/estandares/cfdi/timbre-fiscal-digital.js';
import { estandarDe, type Destino } from '../formas/estandares/index.js';
import type { ElementoForma } from '../formas/forma.js';
import { isTimbre } from '../lectura/comprobante.js';
import type { Nodo } from '../parsed.js';
import { escapeXml } from '../text.js';

/** Everything that can be changed in a document by one step, for specs that ask whether a change is noticed. */
export interface Mutante {
  /** What was done and where: "quita Comprobante/Emisor@Rfc". */
  readonly nombre: string;
  readonly raiz: Nodo;
}

/** Writes a tree as XML whatever prefixes it had, without addresses of schemas. */
export function escribir({ nombre, espacio, atributos, hijos, texto }: Nodo, fuera?: string): string {
  let out = `<${nombre}`;
  if (espacio !== fuera) out += ` xmlns="${escapeXml(espacio)}"`;
  for (const name in atributos)
    if (name !== 'xmlns' && !name.includes(':')) out += ` ${name}="${escapeXml(atributos[name] as string)}"`;
  return `${out}>${escapeXml(texto ?? '')}${hijos.map((hijo) => escribir(hijo, espacio)).join('')}</${nombre}>`;
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
function* deElemento(nodo: Nodo, forma: ElementoForma | undefined, ruta: string): Generator<[string, Nodo]> {
  for (const name in nodo.atributos) {
    if (name === 'xmlns' || name.includes(':')) continue;
    const valor = nodo.atributos[name] as string;
    const aqui = `${ruta}@${name}`;
    yield [`alarga ${aqui}`, conAtributo(nodo, name, `${valor}0`)];
    const cambiado = valor.replace(/\d/, (digito) => String((Number(digito) + 1) % 10));
    if (cambiado !== valor) yield [`cambia ${aqui}`, conAtributo(nodo, name, cambiado)];
    const otro = valor.replace(/[A-Za-z](?=[^A-Za-z]*$)/, (letra) => (letra === 'A' ? 'B' : 'A'));
    if (otro !== valor) yield [`cambia ${aqui}`, conAtributo(nodo, name, otro)];
    if (valor !== '') yield [`vacía ${aqui}`, conAtributo(nodo, name, '')];
    yield [`quita ${aqui}`, conAtributo(nodo, name, undefined)];
  }
  for (const { nombre } of forma?.atributos.values() ?? [])
    if (nodo.atributos[nombre] === undefined)
      yield [`agrega ${ruta}@${nombre}`, conAtributo(nodo, nombre, '1')];
  if (nodo.texto !== undefined) {
    yield [`alarga ${ruta}`, { ...nodo, texto: `${nodo.texto}0` }];
    yield [`vacía ${ruta}`, { ...nodo, texto: '' }];
  }
}

/** Changes of an element's children: each one gone, twice, or in the place of the next. */
function* deHijos(nodo: Nodo, ruta: string): Generator<[string, Nodo]> {
  const { hijos } = nodo;
  for (const [i, hijo] of hijos.entries()) {
    const con = (...otros: readonly Nodo[]): Nodo => ({
      ...nodo,
      hijos: [...hijos.slice(0, i), ...otros, ...hijos.slice(i + 1)],
    });
    yield [`quita ${ruta}/${hijo.nombre}`, con()];
    yield [`repite ${ruta}/${hijo.nombre}`, con(hijo, hijo)];
    const siguiente = hijos[i + 1];
    if (siguiente && escribir(siguiente) !== escribir(hijo))
      yield [
        `intercambia ${ruta}/${hijo.nombre} ${siguiente.nombre}`,
        { ...nodo, hijos: [...hijos.slice(0, i), siguiente, hijo, ...hijos.slice(i + 2)] },
      ];
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
    for (const [nombre, cambiado] of deElemento(nodo, forma, ruta)) yield { nombre, raiz: arriba(cambiado) };
    for (const [nombre, cambiado] of deHijos(nodo, ruta)) yield { nombre, raiz: arriba(cambiado) };
    for (const [i, hijo] of nodo.hijos.entries())
      yield* dentro(hijo, forma && formaDe(forma, raiz, hijo), `${ruta}/${hijo.nombre}`, (cambiado) =>
        arriba({ ...nodo, hijos: [...nodo.hijos.slice(0, i), cambiado, ...nodo.hijos.slice(i + 1)] }),
      );
  }
  const forma = [cfdi40, retenciones20].find(({ espacio }) => espacio === raiz.espacio)?.raiz;
  yield* dentro(raiz, forma, raiz.nombre, (cambiado) => cambiado);
}
