import { formatDecimal, ok, refuseFields, roundMicros, type Detail } from '#kernel';
import { detailsOf } from '../../schemas/details.js';
import { nomina12 } from '../../schemas/standards/complementos/nomina-12.js';
import { findDefects } from '../../schemas/check.js';
import { fecha } from '../../schemas/types.js';
import type { XmlNode } from '../../parsed.js';
import type { BuildComplemento } from '../complemento.js';
import { toAntiguedadInWeeks } from './antiguedad.js';
import { readElement, readElements, schemaOf } from './elements.js';
import type { NominaInput } from './input.js';
import { readDeducciones, readIncapacidades, readOtrosPagos, readPercepciones } from './movements.js';
import { formatPesos, sumOf } from './totales.js';
import { isAbsent, wrongType, micros, valueFor } from './values.js';
import { type JsonObject } from '../../json-object.js';

/** A refusal is an answer, not a log. */
const MAX_DETAILS = 100;

/**
 * Builds Nómina 1.2 from the payroll's content. Amounts are decimal text in MXN (more than two decimals are rounded
 * half-up); every total is computed; Concepto defaults to the catalogue's label and Antigüedad to the whole weeks
 * employed. Refuses (invalid_request) with the path of each field that nomina12.xsd would not take; the rules between
 * fields (NOM1 to NOM109) are run over the whole document afterwards. Never throws, for any input.
 */
export const buildNomina: BuildComplemento<NominaInput> = (data, _comprobante, path) => {
  const details: Detail[] = [];
  const node = isAbsent(data) ? undefined : readNominaNode(data, path, details);
  if (!node) return refuseFields(details.length > 0 ? details : [wrongType(path, 'object')]);
  // What was given wrongly is missing from the element too: its first complaint is enough.
  const reported = new Set(details.map(({ path }) => path));
  const defects = findDefects(nomina12.root, node, MAX_DETAILS);
  const given = defects.filter(({ attribute = '' }) => !COMPUTED.has(attribute));
  // A total is wrong by itself only where right amounts add up to more than it can hold.
  for (const detail of detailsOf(given.length + details.length > 0 ? given : defects)) {
    if (reported.has(detail.path)) continue;
    reported.add(detail.path);
    details.push(detail);
  }
  return details.length > 0 ? refuseFields(details.slice(0, MAX_DETAILS)) : ok({ standard: nomina12, node });
};

const COMPUTED: ReadonlySet<string> = new Set([
  ...['TotalPercepciones', 'TotalDeducciones', 'TotalOtrosPagos', 'TotalSueldos', 'TotalGravado'],
  ...['TotalSeparacionIndemnizacion', 'TotalJubilacionPensionRetiro', 'TotalExento'],
  ...['TotalOtrasDeducciones', 'TotalImpuestosRetenidos'],
]);
const TOTALES_PERCEPCIONES = [
  ...['TotalSueldos', 'TotalSeparacionIndemnizacion', 'TotalJubilacionPensionRetiro'],
];

const readNominaNode = (data: unknown, path: string, details: Detail[]): XmlNode | undefined =>
  readElement(nomina12.root, data, path, details, (nomina) => {
    const nodeAt = (field: string): [unknown, string, Detail[]] => [
      nomina[field],
      `${path}.${field}`,
      details,
    ];
    const percepciones = readPercepciones(...nodeAt('percepciones'));
    const deducciones = readDeducciones(...nodeAt('deducciones'));
    const otrosPagos = readOtrosPagos(...nodeAt('otrosPagos'));
    return {
      attributes: {
        NumDiasPagados: readDays(...nodeAt('numDiasPagados')),
        TotalPercepciones: percepciones && formatPesos(sumOf([percepciones], ...TOTALES_PERCEPCIONES)),
        TotalDeducciones:
          deducciones &&
          formatPesos(sumOf([deducciones], 'TotalOtrasDeducciones', 'TotalImpuestosRetenidos')),
        TotalOtrosPagos: otrosPagos && formatPesos(sumOf(otrosPagos.children, 'Importe')),
      },
      children: [
        readEmisor(...nodeAt('emisor')),
        readReceptor(...nodeAt('receptor'), nomina),
        percepciones,
        deducciones,
        otrosPagos,
        readIncapacidades(...nodeAt('incapacidades')),
      ],
      fields: {
        TotalPercepciones: 'percepciones',
        TotalDeducciones: 'deducciones',
        TotalOtrosPagos: 'otrosPagos',
        // Of an issuer that is not there at all.
        'Emisor.Curp': 'emisor.curp',
        'Emisor.RegistroPatronal': 'emisor.registroPatronal',
      },
    };
  });

/** Days are whole, or have three decimals. */
function readDays(given: unknown, path: string, details: Detail[]): string | undefined {
  if (isAbsent(given)) return undefined;
  const days = micros(given);
  if (days === undefined) {
    details.push(wrongType(path, 'number'));
    return undefined;
  }
  const milesimas = roundMicros(days, 3);
  return formatDecimal(milesimas, { min: milesimas % 1_000_000n === 0n ? 0 : 3 });
}

/** Emisor; none where it would be empty. */
function readEmisor(data: unknown, path: string, details: Detail[]): XmlNode | undefined {
  const node = readElement(schemaOf('Emisor'), data, path, details, ({ entidadSncf }) => ({
    children: [readElement(schemaOf('Emisor', 'EntidadSNCF'), entidadSncf, `${path}.entidadSncf`, details)],
  }));
  return node && (Object.keys(node.attributes).length > 0 || node.children.length > 0) ? node : undefined;
}

const RECEPTOR = schemaOf('Receptor');

const readReceptor = (
  data: unknown,
  path: string,
  details: Detail[],
  nomina: JsonObject,
): XmlNode | undefined =>
  readElement(RECEPTOR, data, path, details, (receptor) => ({
    attributes: {
      Antigüedad: readAntiguedad(receptor, path, details, nomina),
      Sindicalizado: toSiNo(receptor['sindicalizado'], `${path}.sindicalizado`, details),
    },
    children: readElements(
      schemaOf('Receptor', 'SubContratacion'),
      receptor['subContratacion'],
      `${path}.subContratacion`,
      details,
    ),
  }));

/** Antigüedad as it was given, or the whole weeks up to the last day paid; none for false, or without a first day. */
function readAntiguedad(
  { antiguedad, fechaInicioRelLaboral: start }: JsonObject,
  path: string,
  details: Detail[],
  { fechaFinalPago: end }: JsonObject,
): string | undefined {
  if (antiguedad === false) return undefined;
  if (!isAbsent(antiguedad) && antiguedad !== true) {
    const { type } = RECEPTOR.attributes.get('Antigüedad') as { type: Parameters<typeof valueFor>[0] };
    return valueFor(type, antiguedad, `${path}.antiguedad`, details);
  }
  if (typeof start !== 'string' || typeof end !== 'string') return undefined;
  return fecha.test(start.trim()) && fecha.test(end.trim())
    ? toAntiguedadInWeeks(start.trim(), end.trim())
    : undefined;
}

function toSiNo(given: unknown, path: string, details: Detail[]): string | undefined {
  if (isAbsent(given)) return undefined;
  if (typeof given === 'boolean') return given ? 'Sí' : 'No';
  details.push(wrongType(path, 'boolean'));
  return undefined;
}
