import type { EspacioInput } from '../complementos/input.js';
import type { Complemento } from '../comprobante.js';
import type { Nodo } from '../parsed.js';
import { collapse } from '../text.js';
import * as c from './campos.js';
import type { CfdiRetencion } from './modelo.js';

/** The fields of an element's attributes, white space collapsed. */
const leer = <T>({ atributos }: Nodo, campos: c.Campos): T =>
  Object.fromEntries(
    Object.entries(campos).flatMap(([atributo, campo]) => {
      const valor = atributos[atributo];
      return valor === undefined ? [] : [[campo, collapse(valor)]];
    }),
  ) as T;

const hijo = ({ hijos, espacio }: Nodo, nombre: string): Nodo | undefined =>
  hijos.find((uno) => uno.nombre === nombre && uno.espacio === espacio);

/** What is beside the elements of the standard. */
export interface Resto {
  readonly complementos: readonly Complemento[];
  readonly addenda?: string | undefined;
  readonly espacios?: readonly EspacioInput[] | undefined;
}

/** The model of an element whose structure holds (its seal apart). */
export function retencionDe(raiz: Nodo, { complementos, addenda, espacios }: Resto): CfdiRetencion {
  // The structure says that they are there.
  const uno = (nombre: string, padre = raiz): Nodo => hijo(padre, nombre) as Nodo;
  const relacionado = hijo(raiz, 'CfdiRetenRelacionados');
  const receptor = uno('Receptor');
  const nacional = hijo(receptor, 'Nacional');
  const totales = uno('Totales');
  return {
    ...leer<Pick<CfdiRetencion, 'fechaExp' | 'lugarExpRetenc' | 'cveRetenc'>>(raiz, c.RAIZ),
    ...(relacionado && { relacionado: leer(relacionado, c.RELACIONADO) }),
    emisor: leer(uno('Emisor'), c.EMISOR),
    receptor: nacional
      ? {
          nacionalidad: 'Nacional',
          ...leer<{ rfc: string; nombre: string; domicilioFiscal: string }>(nacional, c.NACIONAL),
        }
      : {
          nacionalidad: 'Extranjero',
          ...leer<{ nombre: string }>(uno('Extranjero', receptor), c.EXTRANJERO),
        },
    periodo: leer(uno('Periodo'), c.PERIODO),
    totales: {
      ...leer<Omit<CfdiRetencion['totales'], 'impRetenidos'>>(totales, c.TOTALES),
      impRetenidos: totales.hijos.map((fila) => leer(fila, c.IMP_RETENIDOS)),
    },
    complementos,
    ...(addenda !== undefined && { addenda }),
    ...((addenda !== undefined || (espacios ?? []).length > 0) && { espacios: espacios ?? [] }),
  };
}
