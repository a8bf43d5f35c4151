import type { Detail } from '#kernel';
import { DEDUCCION_ISR, tiposDeduccion, tiposOtroPago, tiposPercepcion, type Catalogue } from '#sat';
import type { XmlNode } from '../../parsed.js';
import { readElement, readElements, schemaOf, readGroup, type OwnFields } from './elements.js';
import { formatPesos, sumOf, sumWhere } from './totales.js';
import { isAbsent, wrongType } from './values.js';
import { isObject, type JsonObject } from '../../json-object.js';

/** Earnings, deductions, other payments and incapacities, with the totals that are computed of them. */

/** Longest Concepto (nomina12.xsd). */
const MAX_CONCEPTO = 100;

/** A catalogue's label as Concepto: whole words of it, where it is too long. */
function labelOf(catalogue: Catalogue, key: unknown): string | undefined {
  const label = typeof key === 'string' ? catalogue.find(key)?.label : undefined;
  if (label === undefined || label.length <= MAX_CONCEPTO) return label;
  return label.slice(0, label.lastIndexOf(' ', MAX_CONCEPTO)).replace(/[,;]$/, '');
}

/**
 * Concepto is the catalogue's label where the input has none. A key that the catalogue lacks stands for its own label:
 * the rule of its catalogue refuses it, by its own name.
 */
const fillConcepto = (data: JsonObject, catalogue: Catalogue, type: string): OwnFields => {
  const { concepto } = data;
  const missing = isAbsent(concepto) || (typeof concepto === 'string' && concepto.trim() === '');
  if (!missing) return {};
  const key = data[type];
  const stand = typeof key === 'string' && key !== '' ? key.slice(0, MAX_CONCEPTO) : undefined;
  return { attributes: { Concepto: labelOf(catalogue, key) ?? stand } };
};

const PERCEPCIONES = schemaOf('Percepciones');
const PERCEPCION = schemaOf('Percepciones', 'Percepcion');
const ACCIONES = schemaOf('Percepciones', 'Percepcion', 'AccionesOTitulos');
const HOURS = schemaOf('Percepciones', 'Percepcion', 'HorasExtra');
const JUBILACION = schemaOf('Percepciones', 'JubilacionPensionRetiro');
const SEPARACION = schemaOf('Percepciones', 'SeparacionIndemnizacion');
const IMPORTES = ['ImporteGravado', 'ImporteExento'] as const;

/** Percepciones with its five totals; none for an object without earnings. */
export function readPercepciones(data: unknown, path: string, details: Detail[]): XmlNode | undefined {
  if (isAbsent(data)) return undefined;
  if (!isObject(data)) {
    details.push(wrongType(path, 'object'));
    return undefined;
  }
  const list = readElements(PERCEPCION, data['percepcion'], `${path}.percepcion`, details, (one, where) => ({
    ...fillConcepto(one, tiposPercepcion, 'tipoPercepcion'),
    children: [
      readElement(ACCIONES, one['accionesOTitulos'], `${where}.accionesOTitulos`, details),
      ...readElements(HOURS, one['horasExtra'], `${where}.horasExtra`, details),
    ],
  }));
  const jubilacion = readElement(
    JUBILACION,
    data['jubilacionPensionRetiro'],
    `${path}.jubilacionPensionRetiro`,
    details,
  );
  const separacion = readElement(
    SEPARACION,
    data['separacionIndemnizacion'],
    `${path}.separacionIndemnizacion`,
    details,
  );
  if (list.length === 0 && !jubilacion && !separacion) return undefined;
  const isInGroup =
    (group: string) =>
    ({ attributes }: XmlNode): boolean =>
      (tiposPercepcion.find(attributes['TipoPercepcion'] ?? '')?.grupo ?? 'sueldos') === group;
  const totales = {
    TotalSueldos: sumWhere(list, isInGroup('sueldos'), ...IMPORTES),
    TotalSeparacionIndemnizacion: sumWhere(list, isInGroup('separacion'), ...IMPORTES),
    TotalJubilacionPensionRetiro: sumWhere(list, isInGroup('jubilacion'), ...IMPORTES),
    TotalGravado: formatPesos(sumOf(list, 'ImporteGravado')),
    TotalExento: formatPesos(sumOf(list, 'ImporteExento')),
  };
  return readElement(PERCEPCIONES, data, path, details, () => ({
    attributes: totales,
    children: [...list, jubilacion, separacion],
    fields: Object.fromEntries(Object.keys(totales).map((total) => [total, 'percepcion'])),
  }));
}

const isIsr = ({ attributes }: XmlNode): boolean => attributes['TipoDeduccion'] === DEDUCCION_ISR;

/** Deducciones: ISR (002) in TotalImpuestosRetenidos, the rest in TotalOtrasDeducciones. */
export function readDeducciones(data: unknown, path: string, details: Detail[]): XmlNode | undefined {
  const list = readElements(schemaOf('Deducciones', 'Deduccion'), data, path, details, (one) =>
    fillConcepto(one, tiposDeduccion, 'tipoDeduccion'),
  );
  return readGroup(schemaOf('Deducciones'), list, path, {
    TotalOtrasDeducciones: sumWhere(list, (one) => !isIsr(one), 'Importe'),
    TotalImpuestosRetenidos: sumWhere(list, isIsr, 'Importe'),
  });
}

const SUBSIDIO = schemaOf('OtrosPagos', 'OtroPago', 'SubsidioAlEmpleo');
const SALDO = schemaOf('OtrosPagos', 'OtroPago', 'CompensacionSaldosAFavor');

export function readOtrosPagos(data: unknown, path: string, details: Detail[]): XmlNode | undefined {
  const list = readElements(schemaOf('OtrosPagos', 'OtroPago'), data, path, details, (one, where) => {
    const { subsidioCausado, compensacionSaldosAFavor: saldo } = one;
    return {
      ...fillConcepto(one, tiposOtroPago, 'tipoOtroPago'),
      children: [
        isAbsent(subsidioCausado) ? undefined : readElement(SUBSIDIO, { subsidioCausado }, where, details),
        readElement(SALDO, saldo, `${where}.compensacionSaldosAFavor`, details),
      ],
      others: ['subsidioCausado'],
      fields: { SubsidioAlEmpleo: 'subsidioCausado' },
    };
  });
  return readGroup(schemaOf('OtrosPagos'), list, path);
}

export const readIncapacidades = (data: unknown, path: string, details: Detail[]): XmlNode | undefined =>
  readGroup(
    schemaOf('Incapacidades'),
    readElements(schemaOf('Incapacidades', 'Incapacidad'), data, path, details),
    path,
  );
