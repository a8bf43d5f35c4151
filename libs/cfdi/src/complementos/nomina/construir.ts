import { formatDecimal, ok, refuseFields, roundMicros, type Detail } from '#kernel';
import { detallesDe } from '../../formas/detalles.js';
import { nomina12 } from '../../formas/estandares/complementos/nomina-12.js';
import { defectosDe } from '../../formas/revisar.js';
import { fecha } from '../../formas/tipos.js';
import type { Nodo } from '../../parsed.js';
import type { Constructor } from '../complemento.js';
import { antiguedadEnSemanas } from './antiguedad.js';
import { elementoDe, elementosDe, formaDe } from './elementos.js';
import type { NominaInput } from './input.js';
import { deduccionesDe, incapacidadesDe, otrosPagosDe, percepcionesDe } from './movimientos.js';
import { pesos, suma } from './totales.js';
import { ausente, malTipo, micros, valorDe } from './valores.js';
import { type Objeto } from '../../objeto.js';

/** A refusal is an answer, not a log. */
const MAX_DETALLES = 100;

/**
 * Builds Nómina 1.2 from the payroll's content. Amounts are decimal text in MXN (more than two decimals are rounded
 * half-up); every total is computed; Concepto defaults to the catalogue's label and Antigüedad to the whole weeks
 * employed. Refuses (invalid_request) with the path of each field that nomina12.xsd would not take; the rules between
 * fields (NOM1 to NOM109) are run over the whole document afterwards. Never throws, whatever it is given.
 */
export const construirNomina: Constructor<NominaInput> = (datos, _comprobante, ruta) => {
  const detalles: Detail[] = [];
  const nodo = ausente(datos) ? undefined : nominaDe(datos, ruta, detalles);
  if (!nodo) return refuseFields(detalles.length > 0 ? detalles : [malTipo(ruta, 'object')]);
  // What was given wrongly is missing from the element too: its first complaint is enough.
  const dichos = new Set(detalles.map(({ path }) => path));
  const defectos = defectosDe(nomina12.raiz, nodo, MAX_DETALLES);
  const dados = defectos.filter(({ atributo = '' }) => !CALCULADOS.has(atributo));
  // A total is wrong by itself only where right amounts add up to more than it can hold.
  for (const detalle of detallesDe(dados.length + detalles.length > 0 ? dados : defectos)) {
    if (dichos.has(detalle.path)) continue;
    dichos.add(detalle.path);
    detalles.push(detalle);
  }
  return detalles.length > 0
    ? refuseFields(detalles.slice(0, MAX_DETALLES))
    : ok({ estandar: nomina12, nodo });
};

const CALCULADOS: ReadonlySet<string> = new Set([
  ...['TotalPercepciones', 'TotalDeducciones', 'TotalOtrosPagos', 'TotalSueldos', 'TotalGravado'],
  ...['TotalSeparacionIndemnizacion', 'TotalJubilacionPensionRetiro', 'TotalExento'],
  ...['TotalOtrasDeducciones', 'TotalImpuestosRetenidos'],
]);
const TOTALES_PERCEPCIONES = [
  ...['TotalSueldos', 'TotalSeparacionIndemnizacion', 'TotalJubilacionPensionRetiro'],
];

const nominaDe = (datos: unknown, ruta: string, detalles: Detail[]): Nodo | undefined =>
  elementoDe(nomina12.raiz, datos, ruta, detalles, (nomina) => {
    const en = (campo: string): [unknown, string, Detail[]] => [nomina[campo], `${ruta}.${campo}`, detalles];
    const percepciones = percepcionesDe(...en('percepciones'));
    const deducciones = deduccionesDe(...en('deducciones'));
    const otrosPagos = otrosPagosDe(...en('otrosPagos'));
    return {
      atributos: {
        NumDiasPagados: diasDe(...en('numDiasPagados')),
        TotalPercepciones: percepciones && pesos(suma([percepciones], ...TOTALES_PERCEPCIONES)),
        TotalDeducciones:
          deducciones && pesos(suma([deducciones], 'TotalOtrasDeducciones', 'TotalImpuestosRetenidos')),
        TotalOtrosPagos: otrosPagos && pesos(suma(otrosPagos.hijos, 'Importe')),
      },
      hijos: [
        emisorDe(...en('emisor')),
        receptorDe(...en('receptor'), nomina),
        percepciones,
        deducciones,
        otrosPagos,
        incapacidadesDe(...en('incapacidades')),
      ],
      campos: {
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
function diasDe(dado: unknown, ruta: string, detalles: Detail[]): string | undefined {
  if (ausente(dado)) return undefined;
  const dias = micros(dado);
  if (dias === undefined) {
    detalles.push(malTipo(ruta, 'number'));
    return undefined;
  }
  const milesimas = roundMicros(dias, 3);
  return formatDecimal(milesimas, { min: milesimas % 1_000_000n === 0n ? 0 : 3 });
}

/** Emisor; none where it would be empty. */
function emisorDe(datos: unknown, ruta: string, detalles: Detail[]): Nodo | undefined {
  const nodo = elementoDe(formaDe('Emisor'), datos, ruta, detalles, ({ entidadSncf }) => ({
    hijos: [elementoDe(formaDe('Emisor', 'EntidadSNCF'), entidadSncf, `${ruta}.entidadSncf`, detalles)],
  }));
  return nodo && (Object.keys(nodo.atributos).length > 0 || nodo.hijos.length > 0) ? nodo : undefined;
}

const RECEPTOR = formaDe('Receptor');

const receptorDe = (datos: unknown, ruta: string, detalles: Detail[], nomina: Objeto): Nodo | undefined =>
  elementoDe(RECEPTOR, datos, ruta, detalles, (receptor) => ({
    atributos: {
      Antigüedad: antiguedadDe(receptor, ruta, detalles, nomina),
      Sindicalizado: siNo(receptor['sindicalizado'], `${ruta}.sindicalizado`, detalles),
    },
    hijos: elementosDe(
      formaDe('Receptor', 'SubContratacion'),
      receptor['subContratacion'],
      `${ruta}.subContratacion`,
      detalles,
    ),
  }));

/** Antigüedad as it was given, or the whole weeks up to the last day paid; none for false, or without a first day. */
function antiguedadDe(
  { antiguedad, fechaInicioRelLaboral: inicio }: Objeto,
  ruta: string,
  detalles: Detail[],
  { fechaFinalPago: fin }: Objeto,
): string | undefined {
  if (antiguedad === false) return undefined;
  if (!ausente(antiguedad) && antiguedad !== true) {
    const { tipo } = RECEPTOR.atributos.get('Antigüedad') as { tipo: Parameters<typeof valorDe>[0] };
    return valorDe(tipo, antiguedad, `${ruta}.antiguedad`, detalles);
  }
  if (typeof inicio !== 'string' || typeof fin !== 'string') return undefined;
  return fecha.prueba(inicio.trim()) && fecha.prueba(fin.trim())
    ? antiguedadEnSemanas(inicio.trim(), fin.trim())
    : undefined;
}

function siNo(dado: unknown, ruta: string, detalles: Detail[]): string | undefined {
  if (ausente(dado)) return undefined;
  if (typeof dado === 'boolean') return dado ? 'Sí' : 'No';
  detalles.push(malTipo(ruta, 'boolean'));
  return undefined;
}
