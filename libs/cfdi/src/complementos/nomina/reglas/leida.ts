import { parseDecimal } from '#kernel';
import type { Nodo } from '../../../parsed.js';
import type { ContextoReglas, Lugar, RegistroDeRfc } from '../../../reglas/regla.js';

/** A payroll's element with what its rules ask for again and again, found once. */
export interface Leida {
  readonly nomina: Nodo;
  /** cfdi:Comprobante. */
  readonly raiz: Nodo;
  /** Local date and time of issue: the catalogues and the edition of the matrix are those of then. */
  readonly fecha: string;
  /** Every payroll of the document: one may pay wages, and another a severance. */
  readonly nominas: readonly Nodo[];
  readonly emisor: Nodo | undefined;
  readonly receptor: Nodo | undefined;
  readonly percepciones: Nodo | undefined;
  readonly deducciones: Nodo | undefined;
  readonly otrosPagos: Nodo | undefined;
  readonly incapacidades: Nodo | undefined;
  /** What is in Percepciones, Deducciones, OtrosPagos and Incapacidades. */
  readonly listas: {
    readonly percepciones: readonly Nodo[];
    readonly deducciones: readonly Nodo[];
    readonly otrosPagos: readonly Nodo[];
    readonly incapacidades: readonly Nodo[];
  };
  readonly registro: RegistroDeRfc | undefined;
}

export const hijo = (nodo: Nodo | undefined, nombre: string): Nodo | undefined =>
  nodo?.hijos.find((uno) => uno.nombre === nombre);

export const hijos = (nodo: Nodo | undefined, nombre: string): readonly Nodo[] =>
  nodo?.hijos.filter((uno) => uno.nombre === nombre) ?? [];

export const atributo = (nodo: Nodo | undefined, nombre: string): string | undefined =>
  nodo?.atributos[nombre];

/** An amount in micros; zero where it is missing. */
export const importe = (nodo: Nodo | undefined, nombre: string): bigint =>
  parseDecimal(nodo?.atributos[nombre] ?? '0') ?? 0n;

/** The sum of some attributes over some elements, in micros. */
export const suma = (nodos: readonly Nodo[], ...nombres: readonly string[]): bigint =>
  nodos.reduce((total, nodo) => nombres.reduce((sum, nombre) => sum + importe(nodo, nombre), total), 0n);

/** The place, where there is something wrong with it. */
export const si = (roto: boolean, nodo: Nodo | undefined, nombre?: string): Lugar | false =>
  roto && nodo !== undefined && (nombre === undefined ? { nodo } : { nodo, nombre });

export function leer(nomina: Nodo, { raiz, registro }: ContextoReglas): Leida {
  const percepciones = hijo(nomina, 'Percepciones');
  const deducciones = hijo(nomina, 'Deducciones');
  const otrosPagos = hijo(nomina, 'OtrosPagos');
  const incapacidades = hijo(nomina, 'Incapacidades');
  return {
    ...{ nomina, raiz, registro, percepciones, deducciones, otrosPagos, incapacidades },
    fecha: atributo(raiz, 'Fecha') ?? '',
    nominas: hijos(raiz, 'Complemento').flatMap(({ hijos: complementos }) =>
      complementos.filter(({ nombre, espacio }) => nombre === 'Nomina' && espacio === nomina.espacio),
    ),
    emisor: hijo(nomina, 'Emisor'),
    receptor: hijo(nomina, 'Receptor'),
    listas: {
      percepciones: hijos(percepciones, 'Percepcion'),
      deducciones: hijos(deducciones, 'Deduccion'),
      otrosPagos: hijos(otrosPagos, 'OtroPago'),
      incapacidades: hijos(incapacidades, 'Incapacidad'),
    },
  };
}

/** What a payroll pays: TotalPercepciones + TotalOtrosPagos. */
export const pagado = (nominas: readonly Nodo[]): bigint =>
  suma(nominas, 'TotalPercepciones', 'TotalOtrosPagos');

/** RFCs that stand for the public in general and for residents abroad: nobody is registered under them. */
const GENERICOS = ['XAXX010101000', 'XEXX010101000'];

/** Whether an RFC is known not to be in the tax authority's list (l_RFC). */
export const noInscrito = (rfc: string | undefined, { registro }: Leida): boolean =>
  rfc !== undefined && !GENERICOS.includes(rfc) && registro?.buscar(rfc) === 'no_inscrito';
