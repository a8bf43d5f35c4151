import {
  field,
  formatDecimal,
  ok,
  parseDecimal,
  refuseFields,
  roundMicros,
  type Detail,
  type Result,
} from '#kernel';
import { impuestoOf } from '#sat';
import type { Construido } from '../complementos/complemento.js';
import { revisarAddenda, type Addenda } from '../complementos/xml/addenda.js';
import { complementosRepetidos, construirRetencionXml } from '../complementos/xml/construir.js';
import { revisarEspacios } from '../complementos/xml/espacios.js';
import { detallesDe } from '../formas/detalles.js';
import { complementoDe } from '../formas/escribir.js';
import { detalleDeFalla, type Falla } from '../reglas/regla.js';
import { retencionDe } from './de-nodo.js';
import { defectosDeRetencion } from './estructura.js';
import type { RetencionInput } from './input.js';
import type { CfdiRetencion } from './modelo.js';
import { lista, nodoDe, type Escritura } from './nodo.js';
import { revisarRetencion } from './reglas.js';

const MAX_DETALLES = 100;
const SIN_SELLO = { noCertificado: '', certificado: '', sello: '' };

/**
 * Builds a CFDI of retentions 2.0 by its schema and by our rules (reglas.ts). Any input at all gives a document or a
 * refusal (invalid_request) with a detail per wrong field, at paths of the input (`totales.impRetenidos[0].montoRet`).
 */
export function buildRetencion(input: RetencionInput): Result<CfdiRetencion> {
  if (typeof input !== 'object' || (input as unknown) === null)
    return refuseFields([field('', 'invalid_type', { params: { expected: 'object' } })]);
  const detalles: Detail[] = [];
  const espaciosMalos = revisarEspacios(input.espacios ?? [], 'espacios');
  const construidos = complementosDe(input, detalles);
  const addenda = addendaDe(input, espaciosMalos, detalles);
  const escritura: Escritura = { detalles, convertir: (atributo) => convertidor(atributo, detalles) };
  const raiz = nodoDe(
    conTotales(input),
    construidos.map(({ nodo }) => nodo),
    SIN_SELLO,
    escritura,
  );
  detalles.push(...espaciosMalos, ...complementosRepetidos(construidos));
  detalles.push(...detallesDe(defectosDeRetencion(raiz, MAX_DETALLES)));
  if (detalles.length === 0) {
    const fallas: Falla[] = [];
    revisarRetencion(raiz, { raiz }, fallas, MAX_DETALLES);
    detalles.push(...fallas.map(detalleDeFalla));
  }
  if (detalles.length > 0) return refuseFields(primeros(detalles).slice(0, MAX_DETALLES));
  const complementos = construidos.map(({ estandar, nodo }) => complementoDe(estandar, nodo));
  return ok(retencionDe(raiz, { complementos, addenda: addenda?.xml, espacios: addenda?.espacios }));
}

/** What a field has wrong is said once. */
function primeros(detalles: readonly Detail[]): readonly Detail[] {
  const vistos = new Set<string | undefined>();
  return detalles.filter(({ path }) => !vistos.has(path) && vistos.add(path));
}

function complementosDe(input: RetencionInput, detalles: Detail[]): readonly Construido[] {
  return lista(input.complementos, 'complementos', detalles).flatMap((xml, i) => {
    const hecho = construirRetencionXml(
      xml as string,
      { espacios: input.espacios ?? [] },
      `complementos[${i}]`,
    );
    if (hecho.ok) return [hecho.value];
    detalles.push(...(hecho.refusal.details ?? []));
    return [];
  });
}

function addendaDe(
  { addenda, espacios = [] }: RetencionInput,
  espaciosMalos: readonly Detail[],
  detalles: Detail[],
): Addenda | undefined {
  if ((addenda ?? undefined) === undefined || espaciosMalos.length > 0) return undefined;
  const hecha = revisarAddenda(addenda as string, espacios, 'addenda');
  if (hecha.ok) return hecha.value;
  detalles.push(...(hecha.refusal.details ?? []));
  return undefined;
}

const IMPORTES = new Set([
  ...['MontoTotOperacion', 'MontoTotGrav', 'MontoTotExent', 'MontoTotRet'],
  ...['UtilidadBimestral', 'ISRCorrespondiente', 'BaseRet', 'MontoRet'],
]);

/** Micros of a field rounded to cents; undefined for what is no number of a sensible length. */
function centavos(dado: unknown): bigint | undefined {
  if (typeof dado !== 'string' && typeof dado !== 'number') return undefined;
  const micros = String(dado).length > 40 ? undefined : parseDecimal(dado);
  return micros === undefined ? undefined : roundMicros(micros, 2);
}

const dosDecimales = (micros: bigint): string => formatDecimal(micros, { min: 2 });

/** How the input's numbers and names become what the attribute carries. */
function convertidor(
  atributo: string,
  detalles: Detail[],
): ((dado: unknown, ruta: string) => unknown) | undefined {
  if (IMPORTES.has(atributo))
    return (dado, ruta) => {
      if (dado === undefined || dado === null) return undefined;
      const micros = centavos(dado);
      if (micros !== undefined) return dosDecimales(micros);
      detalles.push(field(ruta, 'invalid_type', { params: { expected: 'decimal' } }));
      return undefined;
    };
  if (atributo === 'MesIni' || atributo === 'MesFin' || atributo === 'Ejercicio')
    return (dado) => (typeof dado === 'number' ? String(dado).padStart(2, '0') : undefined);
  if (atributo === 'ImpuestoRet')
    return (dado, ruta) => {
      if (typeof dado !== 'string') return undefined;
      const clave = impuestoOf(dado)?.key;
      if (clave === undefined)
        detalles.push(field(ruta, 'invalid_value', { params: { values: 'IVA, ISR, IEPS' } }));
      return clave;
    };
  return undefined;
}

/** The input with the two amounts that follow from others, where they were left out. */
function conTotales(input: RetencionInput): Readonly<Record<string, unknown>> {
  const totales: unknown = input.totales;
  if (typeof totales !== 'object' || totales === null || Array.isArray(totales)) return { ...input };
  const { montoTotGrav, montoTotRet, montoTotOperacion, montoTotExent, impRetenidos } =
    totales as RetencionInput['totales'];
  const [operacion, exento] = [centavos(montoTotOperacion), centavos(montoTotExent)];
  const filas: readonly unknown[] = Array.isArray(impRetenidos) ? impRetenidos : [];
  const montos = filas.map((fila) => centavos((fila as { montoRet?: unknown } | null)?.montoRet) ?? 0n);
  return {
    ...input,
    totales: {
      ...totales,
      montoTotGrav:
        montoTotGrav ??
        (operacion === undefined || exento === undefined
          ? '0'
          : dosDecimales(exento > operacion ? 0n : operacion - exento)),
      montoTotRet: montoTotRet ?? dosDecimales(montos.reduce((suma, monto) => suma + monto, 0n)),
    },
  };
}
