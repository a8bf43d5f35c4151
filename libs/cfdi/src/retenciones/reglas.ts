import { decimal } from '#kernel';
import {
  clavesRetencion,
  complementoOf,
  ejercicios,
  impuestos,
  isPeriodoAllowed,
  isRegimeAllowed,
  isTipoPagoAllowed,
  periodos,
  postalCode,
  regimenesFiscales,
  RFC_EXTRANJERO,
  tiposPagoRetencion,
  tiposRelacion,
} from '#sat';
import type { Nodo } from '../parsed.js';
import { aplicar, lugar, regla, type ContextoReglas, type Falla } from '../reglas/regla.js';
import { complementosDe } from './estructura.js';
import { revisarCatalogos, sobrePagosAExtranjeros } from './reglas-complementos.js';
import { estandaresPorNombre } from './complementos.js';

/**
 * Rules of Retenciones 2.0: what its catalogues and its schema's notes say between fields. They read the document's
 * element only, built or read, whose structure holds. The codes are ours (codigos.ts).
 */

const de = ({ atributos }: Nodo, name: string): string => atributos[name] ?? '';
const hijos = (nodo: Nodo, nombre: string): readonly Nodo[] =>
  nodo.hijos.filter((hijo) => hijo.nombre === nombre && hijo.espacio === nodo.espacio);
const hijo = (nodo: Nodo, nombre: string): Nodo | undefined => hijos(nodo, nombre)[0];
const fecha = ({ raiz }: ContextoReglas): string => de(raiz, 'FechaExp');
const persona = (rfc: string): 'moral' | 'fisica' => (rfc.length === 12 ? 'moral' : 'fisica');

/** A postal code that exists: by the whole catalogue where it is loaded, else by the ranges of the states. */
const existeCp = (cp: string, contexto: ContextoReglas): boolean =>
  contexto.grandes?.codigosPostales.complete
    ? contexto.grandes.codigosPostales.accepts(cp, fecha(contexto))
    : postalCode(cp) !== undefined;

/** Of the document. */
export const deLaRaiz = [
  regla<Nodo>(
    'RET-Retenciones-LugarExpRetenc',
    'El código postal del lugar de expedición no existe.',
    'The postal code of the place of issue does not exist.',
    (raiz, contexto) => !existeCp(de(raiz, 'LugarExpRetenc'), contexto) && lugar(raiz, 'LugarExpRetenc'),
  ),
  regla<Nodo>(
    'RET-Retenciones-CveRetenc',
    'La clave de retención no está vigente en el catálogo c_CveRetenc.',
    'The retention key is not in force in the catalogue c_CveRetenc.',
    (raiz, contexto) =>
      !clavesRetencion.has(de(raiz, 'CveRetenc'), fecha(contexto)) && lugar(raiz, 'CveRetenc'),
  ),
  regla<Nodo>(
    'RET-Retenciones-DescRetenc',
    'La clave 25, otro tipo de retenciones, requiere la descripción.',
    'Key 25, another kind of retention, requires the description.',
    (raiz) =>
      de(raiz, 'CveRetenc') === '25' &&
      raiz.atributos['DescRetenc'] === undefined &&
      lugar(raiz, 'DescRetenc'),
  ),
  regla<Nodo>(
    'RET-CfdiRetenRelacionados-TipoRelacion',
    'El tipo de relación no está en el catálogo c_TipoRelacion.',
    'The kind of relation is not in the catalogue c_TipoRelacion.',
    (raiz, contexto) => {
      const relacionado = hijo(raiz, 'CfdiRetenRelacionados');
      return (
        relacionado &&
        !tiposRelacion.has(de(relacionado, 'TipoRelacion'), fecha(contexto)) &&
        lugar(relacionado, 'TipoRelacion')
      );
    },
  ),
  regla<Nodo>(
    'RET-Emisor-RegimenFiscalE',
    'El régimen fiscal no está en el catálogo o no es del tipo de persona del emisor.',
    'The tax regime is not in the catalogue or not one of the kind of person that issues.',
    (raiz, contexto) => {
      const emisor = hijo(raiz, 'Emisor') as Nodo;
      const regimen = de(emisor, 'RegimenFiscalE');
      const vale =
        regimenesFiscales.has(regimen, fecha(contexto)) &&
        isRegimeAllowed(regimen, persona(de(emisor, 'RfcE')));
      return !vale && lugar(emisor, 'RegimenFiscalE');
    },
  ),
  regla<Nodo>(
    'RET-Complemento-CveRetenc',
    'La clave de retención requiere su complemento.',
    'The retention key requires its complement.',
    (raiz) => {
      const extranjero = de(hijo(raiz, 'Receptor') as Nodo, 'NacionalidadR') === 'Extranjero';
      const nombre = complementoOf(de(raiz, 'CveRetenc'), extranjero);
      const espacio = nombre === undefined ? undefined : estandaresPorNombre[nombre]?.espacio;
      return (
        espacio !== undefined &&
        !complementosDe(raiz).some((nodo) => nodo.espacio === espacio) &&
        lugar(raiz, 'Complemento')
      );
    },
  ),
];

/** Of the receiver. */
export const delReceptor = [
  regla<Nodo>(
    'RET-Receptor-NacionalidadR',
    'La nacionalidad no corresponde a los datos del receptor.',
    'The nationality does not agree with the data of the receiver.',
    (receptor) => !hijo(receptor, de(receptor, 'NacionalidadR')) && lugar(receptor, 'NacionalidadR'),
  ),
  regla<Nodo>(
    'RET-Nacional-RfcR',
    'El RFC genérico de extranjeros no es de un receptor nacional.',
    'The generic RFC of foreigners is not one of a national receiver.',
    (receptor) => {
      const nacional = hijo(receptor, 'Nacional');
      return nacional && de(nacional, 'RfcR') === RFC_EXTRANJERO && lugar(nacional, 'RfcR');
    },
  ),
  regla<Nodo>(
    'RET-Nacional-CurpR',
    'Una persona moral no tiene CURP.',
    'A legal person has no CURP.',
    (receptor) => {
      const nacional = hijo(receptor, 'Nacional');
      return (
        nacional &&
        nacional.atributos['CurpR'] !== undefined &&
        persona(de(nacional, 'RfcR')) === 'moral' &&
        lugar(nacional, 'CurpR')
      );
    },
  ),
  regla<Nodo>(
    'RET-Nacional-DomicilioFiscalR',
    'El código postal del domicilio fiscal del receptor no existe.',
    "The postal code of the receiver's tax address does not exist.",
    (receptor, contexto) => {
      const nacional = hijo(receptor, 'Nacional');
      return (
        nacional &&
        !existeCp(de(nacional, 'DomicilioFiscalR'), contexto) &&
        lugar(nacional, 'DomicilioFiscalR')
      );
    },
  ),
];

/** Of the period. */
export const delPeriodo = [
  ...(['MesIni', 'MesFin'] as const).map((mes) =>
    regla<Nodo>(
      `RET-Periodo-${mes}`,
      'El mes no está en el catálogo c_Periodo.',
      'The month is not in the catalogue c_Periodo.',
      (periodo, contexto) => !periodos.has(de(periodo, mes), fecha(contexto)) && lugar(periodo, mes),
    ),
  ),
  regla<Nodo>(
    'RET-Periodo-MesIni-MesFin',
    'El mes inicial no puede ser posterior al final.',
    'The first month cannot be later than the last.',
    (periodo) => {
      const [ini, fin] = [de(periodo, 'MesIni'), de(periodo, 'MesFin')];
      return (
        periodos.has(ini) && periodos.has(fin) && !isPeriodoAllowed(ini, fin) && lugar(periodo, 'MesFin')
      );
    },
  ),
  regla<Nodo>(
    'RET-Periodo-Ejercicio',
    'El ejercicio no está vigente en el catálogo c_Ejercicio en la fecha de expedición.',
    'The year is not in force in the catalogue c_Ejercicio on the date of issue.',
    (periodo, contexto) =>
      !ejercicios.has(de(periodo, 'Ejercicio'), fecha(contexto)) && lugar(periodo, 'Ejercicio'),
  ),
];

/** Of the totals. */
export const deLosTotales = [
  regla<Nodo>(
    'RET-Totales-MontoTotExent',
    'El monto exento no puede ser mayor que el de la operación.',
    'The exempt amount cannot be larger than that of the operation.',
    (totales) =>
      decimal(de(totales, 'MontoTotExent')) > decimal(de(totales, 'MontoTotOperacion')) &&
      lugar(totales, 'MontoTotExent'),
  ),
  regla<Nodo>(
    'RET-Totales-MontoTotRet',
    'El total retenido debe ser la suma de los montos retenidos.',
    'The withheld total must be the sum of the withheld amounts.',
    (totales) => {
      const suma = hijos(totales, 'ImpRetenidos').reduce(
        (total, fila) => total + decimal(de(fila, 'MontoRet')),
        0n,
      );
      return decimal(de(totales, 'MontoTotRet')) !== suma && lugar(totales, 'MontoTotRet');
    },
  ),
];

/** Of each withheld tax. */
export const deCadaImpuesto = [
  regla<Nodo>(
    'RET-ImpRetenidos-ImpuestoRet',
    'El impuesto no está en el catálogo c_Impuesto.',
    'The tax is not in the catalogue c_Impuesto.',
    (fila, contexto) =>
      fila.atributos['ImpuestoRet'] !== undefined &&
      !impuestos.has(de(fila, 'ImpuestoRet'), fecha(contexto)) &&
      lugar(fila, 'ImpuestoRet'),
  ),
  regla<Nodo>(
    'RET-ImpRetenidos-TipoPagoRet',
    'El tipo de pago no está en el catálogo c_TipoPagoRet.',
    'The kind of payment is not in the catalogue c_TipoPagoRet.',
    (fila, contexto) =>
      !tiposPagoRetencion.has(de(fila, 'TipoPagoRet'), fecha(contexto)) && lugar(fila, 'TipoPagoRet'),
  ),
  regla<Nodo>(
    'RET-ImpRetenidos-ImpuestoRet-TipoPagoRet',
    'El tipo de pago no corresponde al impuesto retenido.',
    'The kind of payment does not go with the withheld tax.',
    (fila) => {
      const [impuesto, tipo] = [de(fila, 'ImpuestoRet'), de(fila, 'TipoPagoRet')];
      return (
        impuestos.has(impuesto) &&
        tiposPagoRetencion.has(tipo) &&
        !isTipoPagoAllowed(tipo, impuesto) &&
        lugar(fila, 'TipoPagoRet')
      );
    },
  ),
];

/**
 * Every rule that a document of retentions breaks, in its order; it stops at `limite`.
 * @param raiz retenciones:Retenciones; its structure holds already
 */
export function revisarRetencion(
  raiz: Nodo,
  contexto: ContextoReglas,
  fallas: Falla[],
  limite = Infinity,
): void {
  const de1 = (nombre: string): Nodo => hijo(raiz, nombre) as Nodo;
  const totales = de1('Totales');
  const fin =
    aplicar(deLaRaiz, raiz, contexto, fallas, limite) ||
    aplicar(delReceptor, de1('Receptor'), contexto, fallas, limite) ||
    aplicar(delPeriodo, de1('Periodo'), contexto, fallas, limite) ||
    aplicar(deLosTotales, totales, contexto, fallas, limite) ||
    hijos(totales, 'ImpRetenidos').some((fila) => aplicar(deCadaImpuesto, fila, contexto, fallas, limite));
  if (fin) return;
  for (const nodo of complementosDe(raiz)) {
    if (aplicar(sobrePagosAExtranjeros, nodo, contexto, fallas, limite)) return;
    if (revisarCatalogos(nodo, fecha(contexto), fallas, limite)) return;
  }
}
