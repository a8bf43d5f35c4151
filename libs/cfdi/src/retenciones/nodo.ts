import { field, type Detail } from '#kernel';
import { retenciones20 } from '../formas/estandares/cfdi/retenciones-20.js';
import { conRuta } from '../formas/rutas.js';
import type { Sellado } from '../documento/xml.js';
import type { Nodo } from '../parsed.js';
import { collapse, textProblem } from '../text.js';
import * as c from './campos.js';
import type { CfdiRetencion } from './modelo.js';
import type { Objeto } from '../objeto.js';

/**
 * The element retenciones:Retenciones of an input or of a model, whose fields have the same names. It is made of
 * anything at all: what has the wrong type is noted in `detalles`, what is missing is for the check of structure.
 */
type Convertir = (valor: unknown, ruta: string) => unknown;

export interface Escritura {
  readonly detalles: Detail[];
  /** Turns a field's value into what the attribute carries; text of other fields is taken as it is. */
  readonly convertir: (atributo: string) => Convertir | undefined;
}

const NADA: Objeto = {};
const SIN_SELLO: Sellado = { noCertificado: '', certificado: '', sello: '' };

/** An object, or none: anything else is noted as a detail and counts as none. */
export function objeto(dado: unknown, ruta: string, detalles: Detail[]): Objeto | undefined {
  if (dado === undefined || dado === null) return undefined;
  if (typeof dado === 'object' && !Array.isArray(dado)) return dado as Objeto;
  detalles.push(field(ruta, 'invalid_type', { params: { expected: 'object' } }));
  return undefined;
}

/** A list, or none. */
export function lista(dado: unknown, ruta: string, detalles: Detail[]): readonly unknown[] {
  if (dado === undefined || dado === null) return [];
  if (Array.isArray(dado)) return dado;
  detalles.push(field(ruta, 'invalid_type', { params: { expected: 'array' } }));
  return [];
}

function textoDe(dado: unknown, ruta: string, detalles: Detail[]): string | undefined {
  if (dado === undefined || dado === null) return undefined;
  if (typeof dado !== 'string') {
    detalles.push(field(ruta, 'invalid_type', { params: { expected: 'string' } }));
    return undefined;
  }
  const texto = collapse(dado);
  const problema = texto === '' ? undefined : textProblem(texto, ruta, Infinity);
  if (problema) detalles.push(problema);
  return texto;
}

const bajo = (ruta: string, campo: string): string => (ruta === '' ? campo : `${ruta}.${campo}`);

function elemento(
  nombre: string,
  datos: Objeto,
  ruta: string,
  campos: c.Campos,
  { detalles, convertir }: Escritura,
  hijos: readonly Nodo[] = [],
): Nodo {
  const atributos: Record<string, string> = {};
  for (const [atributo, campo] of Object.entries(campos)) {
    const aqui = bajo(ruta, campo);
    const dado = datos[campo];
    const valor = textoDe(convertir(atributo)?.(dado, aqui) ?? dado, aqui, detalles);
    if (valor !== undefined) atributos[atributo] = valor;
  }
  return conRuta({ nombre, espacio: retenciones20.espacio, atributos, hijos }, ruta, campos);
}

/** The receiver: one child, by its nationality. */
function receptor(dado: unknown, escritura: Escritura): Nodo {
  const datos = objeto(dado, 'receptor', escritura.detalles) ?? NADA;
  const hijos =
    datos['nacionalidad'] === 'Nacional'
      ? [elemento('Nacional', datos, 'receptor', c.NACIONAL, escritura)]
      : datos['nacionalidad'] === 'Extranjero'
        ? [elemento('Extranjero', datos, 'receptor', c.EXTRANJERO, escritura)]
        : [];
  const campos = { NacionalidadR: 'nacionalidad' };
  return conRuta(elemento('Receptor', datos, 'receptor', campos, escritura, hijos), 'receptor', {
    ...campos,
    ...{ Nacional: 'nacionalidad', Extranjero: 'nacionalidad' },
  });
}

function totales(dado: unknown, escritura: Escritura): Nodo {
  const datos = objeto(dado, 'totales', escritura.detalles) ?? NADA;
  const filas = lista(datos['impRetenidos'], 'totales.impRetenidos', escritura.detalles);
  const hijos = filas.map((fila, i) => {
    const ruta = `totales.impRetenidos[${i}]`;
    const fields = objeto(fila, ruta, escritura.detalles) ?? NADA;
    return elemento('ImpRetenidos', fields, ruta, c.IMP_RETENIDOS, escritura);
  });
  return conRuta(elemento('Totales', datos, 'totales', c.TOTALES, escritura, hijos), 'totales', {
    ...c.TOTALES,
    ImpRetenidos: 'impRetenidos',
  });
}

/** The root without its addenda; `complementos` are elements that were made before. */
export function nodoDe(
  datos: Objeto,
  complementos: readonly Nodo[],
  { noCertificado, certificado, sello }: Sellado,
  escritura: Escritura,
): Nodo {
  const { detalles } = escritura;
  const relacionado = objeto(datos['relacionado'], 'relacionado', detalles);
  const hijos = [
    ...(relacionado
      ? [elemento('CfdiRetenRelacionados', relacionado, 'relacionado', c.RELACIONADO, escritura)]
      : []),
    elemento('Emisor', objeto(datos['emisor'], 'emisor', detalles) ?? NADA, 'emisor', c.EMISOR, escritura),
    receptor(datos['receptor'], escritura),
    elemento(
      'Periodo',
      objeto(datos['periodo'], 'periodo', detalles) ?? NADA,
      'periodo',
      c.PERIODO,
      escritura,
    ),
    totales(datos['totales'], escritura),
    ...(complementos.length > 0
      ? [{ nombre: 'Complemento', espacio: retenciones20.espacio, atributos: {}, hijos: complementos }]
      : []),
  ];
  const { FolioInt, ...atributos } = elemento('Retenciones', datos, '', c.RAIZ, escritura).atributos;
  const raiz: Nodo = {
    ...{ nombre: 'Retenciones', espacio: retenciones20.espacio, hijos },
    atributos: {
      ...{ Version: '2.0', ...(FolioInt !== undefined && { FolioInt }) },
      ...{ Sello: sello, NoCertificado: noCertificado, Certificado: certificado, ...atributos },
    },
  };
  return conRuta(raiz, '', { ...c.RAIZ, ...c.HIJOS });
}

/** The element of a model, without complements and addenda, which it has as XML. */
export const nodoDelModelo = (retencion: CfdiRetencion, sellado: Sellado = SIN_SELLO): Nodo =>
  nodoDe(retencion as unknown as Objeto, [], sellado, { detalles: [], convertir: () => undefined });
