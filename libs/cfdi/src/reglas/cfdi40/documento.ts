import { monedas, objetosImp, type ObjetoImp } from '#sat';
import type { Arith } from '../../amounts/arith.js';
import { implocal } from '../../formas/estandares/complementos/implocal.js';
import type { Nodo } from '../../parsed.js';
import { collapse } from '../../text.js';
import { cifra, type Cifra, type Monto } from './montos.js';
import { hijo, valor } from './valores.js';

/** The document's head, read once: what the rules of every part look at. */
export interface Documento<T extends Monto = Monto> {
  readonly nodo: Nodo;
  readonly emisor: Nodo | undefined;
  readonly receptor: Nodo | undefined;
  readonly global: Nodo | undefined;
  readonly relacionados: readonly Nodo[];
  readonly impuestos: Nodo | undefined;
  readonly complementos: readonly Nodo[];
  /** Local date and time of issue: catalogues are asked at this date. */
  readonly fecha: string;
  readonly tipo: string;
  readonly moneda: string;
  /** Of the currency (c_Moneda); two for a currency that is in no catalogue, which has its own code. */
  readonly decimales: number;
  readonly subTotal: Cifra<T>;
  readonly descuento: Cifra<T> | undefined;
  readonly total: Cifra<T>;
  /** implocal: local taxes charged less those withheld. */
  readonly locales: T;
  /** Carries the complement of foreign trade. */
  readonly exterior: boolean;
}

/** Types whose lines are added up, and those whose amounts are zero. */
export const conImportes = ({ tipo }: Documento): boolean => tipo === 'I' || tipo === 'E' || tipo === 'N';
export const sinImportes = ({ tipo }: Documento): boolean => tipo === 'T' || tipo === 'P';

const COMERCIO_EXTERIOR = 'http://www.sat.gob.mx/ComercioExterior';

export function leerDocumento<T extends Monto>(nodo: Nodo, m: Arith<T>): Documento<T> {
  const monto = (nombre: string): Cifra<T> => cifra(m, nodo.atributos[nombre] ?? '0');
  const complementos = nodo.hijos
    .filter(({ nombre, espacio }) => nombre === 'Complemento' && espacio === nodo.espacio)
    .flatMap(({ hijos }) => hijos);
  const moneda = valor(nodo, 'Moneda');
  return {
    nodo,
    emisor: hijo(nodo, 'Emisor'),
    receptor: hijo(nodo, 'Receptor'),
    global: hijo(nodo, 'InformacionGlobal'),
    relacionados: nodo.hijos.filter(({ nombre }) => nombre === 'CfdiRelacionados'),
    impuestos: hijo(nodo, 'Impuestos'),
    complementos,
    fecha: valor(nodo, 'Fecha'),
    tipo: valor(nodo, 'TipoDeComprobante'),
    moneda,
    decimales: monedas.find(moneda)?.decimales ?? 2,
    subTotal: monto('SubTotal'),
    descuento: nodo.atributos['Descuento'] === undefined ? undefined : monto('Descuento'),
    total: monto('Total'),
    locales: locales(complementos, m),
    exterior: complementos.some(({ espacio }) => espacio.startsWith(COMERCIO_EXTERIOR)),
  };
}

function locales<T extends Monto>(complementos: readonly Nodo[], m: Arith<T>): T {
  let suma = m.zero;
  for (const { nombre, espacio, atributos } of complementos) {
    if (espacio !== implocal.espacio || nombre !== implocal.raiz.nombre) continue;
    suma = m.add(suma, cifra(m, atributos['TotaldeTraslados'] ?? '0').valor);
    suma = m.sub(suma, cifra(m, atributos['TotaldeRetenciones'] ?? '0').valor);
  }
  return suma;
}

/** The row of c_ObjetoImp that a key has on a day; each key is looked up once. */
export function objetosDe(fecha: string): (clave: string) => ObjetoImp | undefined {
  const vistos = new Map<string, ObjetoImp | undefined>();
  return (clave) => {
    if (!vistos.has(clave)) {
      const llave = collapse(clave);
      vistos.set(clave, objetosImp.has(llave, fecha) ? objetosImp.find(llave) : undefined);
    }
    return vistos.get(clave);
  };
}
