import { aduanas, regimenesFiscales, sameLegalName } from '#sat';
import type { Arith } from '../../amounts/arith.js';
import type { Nodo } from '../../parsed.js';
import { lugar, type Lugar } from '../regla.js';
import { regla40, type Contexto40, type Regla40 } from './contexto.js';
import { cifra, dentroDeLimites, type Cifra, type Monto } from './montos.js';
import { tiene, valor } from './valores.js';

/** Rules of what few conceptos have: third parties, customs numbers, parts. */

const inscrito = (tercero: Nodo, { registro }: Contexto40) =>
  registro?.buscar(valor(tercero, 'RfcACuentaTerceros'));

export const reglasTercero: readonly Regla40<Nodo>[] = [
  regla40(
    187,
    'El RFC del tercero no está en la lista de contribuyentes con obligaciones.',
    "The third party's RFC is not in the list of taxpayers with obligations.",
    (nodo, contexto) => inscrito(nodo, contexto) === 'no_inscrito' && lugar(nodo, 'RfcACuentaTerceros'),
  ),
  regla40(
    188,
    'El RFC del tercero debe ser distinto de los del emisor y el receptor.',
    "The third party's RFC must be another than the issuer's and the receiver's.",
    (nodo, { doc }) => {
      const rfc = valor(nodo, 'RfcACuentaTerceros');
      return [doc.emisor, doc.receptor].some((parte) => valor(parte, 'Rfc') === rfc)
        ? lugar(nodo, 'RfcACuentaTerceros')
        : false;
    },
  ),
  regla40(
    190,
    'El NombreACuentaTerceros no es el registrado para el RFC del tercero.',
    "The NombreACuentaTerceros is not the one registered for the third party's RFC.",
    (nodo, contexto) => {
      const suyo = inscrito(nodo, contexto);
      return (
        typeof suyo === 'object' &&
        !sameLegalName(suyo.nombre, valor(nodo, 'NombreACuentaTerceros')) &&
        lugar(nodo, 'NombreACuentaTerceros')
      );
    },
  ),
  regla40(
    191,
    'El RegimenFiscalACuentaTerceros no está en c_RegimenFiscal.',
    'The RegimenFiscalACuentaTerceros is not in c_RegimenFiscal.',
    (nodo, { doc }) =>
      !regimenesFiscales.has(valor(nodo, 'RegimenFiscalACuentaTerceros'), doc.fecha) &&
      lugar(nodo, 'RegimenFiscalACuentaTerceros'),
  ),
  regla40(
    193,
    'El DomicilioFiscalACuentaTerceros no es el registrado para el RFC del tercero.',
    "The DomicilioFiscalACuentaTerceros is not the one registered for the third party's RFC.",
    (nodo, contexto) => {
      const suyo = inscrito(nodo, contexto);
      return (
        typeof suyo === 'object' &&
        suyo.codigoPostal !== valor(nodo, 'DomicilioFiscalACuentaTerceros') &&
        lugar(nodo, 'DomicilioFiscalACuentaTerceros')
      );
    },
  ),
];

/** A pedimento of no customs office, or, where the catalogue is there, one that was never given. */
function pedimentoInvalido(nodo: Nodo, { doc, grandes }: Contexto40): Lugar | false {
  // Its double spaces are part of the number: not collapsed.
  const numero = (nodo.atributos['NumeroPedimento'] ?? '').trim();
  const mal =
    !aduanas.has(numero.slice(4, 6)) || grandes?.pedimentos.problem(numero, doc.fecha) !== undefined;
  return mal && lugar(nodo, 'NumeroPedimento');
}

const conExterior = (nodo: Nodo, { doc }: Contexto40): Lugar | false =>
  doc.exterior && lugar(nodo, 'NumeroPedimento');

const PEDIMENTO_INVALIDO = [
  'El NumeroPedimento no es de una aduana, patente y ejercicio que lo hayan dado.',
  'The NumeroPedimento is of no customs office, licence and year that gave it.',
] as const;
const PEDIMENTO_SOBRA = [
  'Con el complemento de comercio exterior no se registran pedimentos.',
  'With the complement of foreign trade there are no customs numbers.',
] as const;

export const reglasPedimento: readonly Regla40<Nodo>[] = [
  regla40(194, ...PEDIMENTO_INVALIDO, pedimentoInvalido),
  regla40(195, ...PEDIMENTO_SOBRA, conExterior),
];
export const reglasPedimentoDeParte: readonly Regla40<Nodo>[] = [
  regla40(199, ...PEDIMENTO_INVALIDO, pedimentoInvalido),
  regla40(200, ...PEDIMENTO_SOBRA, conExterior),
];

export interface Parte {
  readonly nodo: Nodo;
  readonly cantidad: Cifra;
  readonly valorUnitario: Cifra | undefined;
  readonly importe: Cifra | undefined;
}

export function leerParte<T extends Monto>(nodo: Nodo, m: Arith<T>): Parte {
  const siHay = (nombre: string): Cifra<T> | undefined =>
    tiene(nodo, nombre) ? cifra(m, valor(nodo, nombre)) : undefined;
  return {
    nodo,
    cantidad: cifra(m, valor(nodo, 'Cantidad')),
    valorUnitario: siHay('ValorUnitario'),
    importe: siHay('Importe'),
  };
}

export const reglasParte: readonly Regla40<Parte>[] = [
  regla40(
    196,
    'La ClaveProdServ de la parte no está en c_ClaveProdServ a la fecha del comprobante.',
    "The part's ClaveProdServ is not in c_ClaveProdServ at the date of the document.",
    ({ nodo }, { admite }) =>
      !admite('productos', valor(nodo, 'ClaveProdServ')) && lugar(nodo, 'ClaveProdServ'),
  ),
  regla40(
    197,
    'El ValorUnitario de la parte debe ser mayor que cero.',
    "The part's ValorUnitario must be above zero.",
    ({ nodo, valorUnitario }) =>
      valorUnitario !== undefined && !(valorUnitario.valor > 0) && lugar(nodo, 'ValorUnitario'),
  ),
  regla40(
    198,
    'El Importe de la parte no es el producto de Cantidad y ValorUnitario dentro de los límites permitidos.',
    "The part's Importe is not the product of Cantidad and ValorUnitario within the limits allowed.",
    ({ nodo, cantidad, valorUnitario, importe }) =>
      valorUnitario !== undefined &&
      importe !== undefined &&
      !dentroDeLimites(importe, cantidad, valorUnitario) &&
      lugar(nodo, 'Importe'),
  ),
];
