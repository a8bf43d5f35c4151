import { hijo } from '../nodes.js';
import type { Documento } from './figures.js';
import { regla, type Regla } from './rule.js';

/** Rules of the matrix for payment, currency, issuer and receiver. */

const PUBLICO = 'XAXX010101000';
const EXTRANJERO = 'XEXX010101000';
const COMERCIO_EXTERIOR = 'http://www.sat.gob.mx/ComercioExterior';

const attribute = (d: Documento, name: string): string | undefined => d.nodo.atributos[name];
const generico = (rfc: string | undefined): boolean => rfc === PUBLICO || rfc === EXTRANJERO;
const global = (d: Documento) => hijo(d.nodo, 'InformacionGlobal')?.atributos;

/** c_RegimenFiscal: who may be in a regime. 610 and 626 are open to both. */
const SOLO_MORAL = /^(601|603|620|622|623|624)$/;
const AMBOS = /^(610|626)$/;

function regimenAjeno(rfc: string | undefined, regimen: string | undefined): boolean {
  if (regimen === undefined || AMBOS.test(regimen)) return false;
  return SOLO_MORAL.test(regimen) !== (rfc?.length === 12);
}

/** c_UsoCFDI: regimes of the receiver that may use each key; S01 and CP01 are open to all. */
const NEGOCIO = /^(601|603|606|612|62[0-6])$/;
const PERSONA = /^(60[5-8]|61[1245]|625)$/;

function usoAjeno(uso: string, regimen: string): boolean {
  if (uso === 'CN01') return regimen !== '605';
  if (uso === 'G02') return !NEGOCIO.test(regimen) && regimen !== '616';
  if (/^[GI]/.test(uso)) return !NEGOCIO.test(regimen);
  if (uso.startsWith('D')) return !PERSONA.test(regimen);
  return false;
}

export const reglasEncabezado: readonly Regla<Documento>[] = [
  regla(
    103,
    'Los comprobantes de traslado, nómina y pago no llevan FormaPago',
    (d) => /^[TNP]$/.test(d.tipo) && attribute(d, 'FormaPago') !== undefined,
  ),
  regla(
    105,
    'Con MetodoPago PPD la FormaPago debe ser 99',
    (d) =>
      /^[IE]$/.test(d.tipo) && attribute(d, 'MetodoPago') === 'PPD' && attribute(d, 'FormaPago') !== '99',
  ),
  regla(
    114,
    'Con Moneda MXN el TipoCambio solo puede ser 1',
    (d) => d.moneda === 'MXN' && !/^(1(\.0+)?)?$/.test(attribute(d, 'TipoCambio') ?? ''),
  ),
  regla(
    115,
    'Falta TipoCambio: la Moneda no es MXN ni XXX',
    (d) => !/^(MXN|XXX)$/.test(d.moneda) && attribute(d, 'TipoCambio') === undefined,
  ),
  regla(
    116,
    'Con Moneda XXX no se registra TipoCambio',
    (d) => d.moneda === 'XXX' && attribute(d, 'TipoCambio') !== undefined,
  ),
  regla(
    122,
    'Con Exportacion 02 debe existir el complemento de comercio exterior',
    (d) =>
      attribute(d, 'Exportacion') === '02' &&
      !hijo(d.nodo, 'Complemento')?.hijos.some(({ espacio }) => espacio.startsWith(COMERCIO_EXTERIOR)),
  ),
  regla(
    125,
    'Los comprobantes de traslado y de pago no llevan MetodoPago',
    (d) => /^[TP]$/.test(d.tipo) && attribute(d, 'MetodoPago') !== undefined,
  ),
  regla(
    130,
    'Un comprobante a PUBLICO EN GENERAL debe llevar InformacionGlobal',
    (d) => d.receptor.Rfc === PUBLICO && d.receptor.Nombre === 'PUBLICO EN GENERAL' && !global(d),
  ),
  regla(
    132,
    'La periodicidad bimestral es solo del régimen 621',
    (d) => global(d)?.Periodicidad === '05' && d.emisor.RegimenFiscal !== '621',
  ),
  regla(134, 'Meses 13 a 18 son solo de la periodicidad bimestral', (d) => {
    const info = global(d);
    return info !== undefined && info.Periodicidad !== '05' && Number(info.Meses) > 12;
  }),
  regla(135, 'La periodicidad bimestral lleva Meses 13 a 18', (d) => {
    const info = global(d);
    return info?.Periodicidad === '05' && Number(info.Meses) < 13;
  }),
  regla(136, 'El Año de la información global no es el de emisión ni el anterior', (d) => {
    const year = global(d)?.['Año'];
    const issued = Number(attribute(d, 'Fecha')?.slice(0, 4));
    return year !== undefined && Number(year) !== issued && Number(year) !== issued - 1;
  }),
  regla(141, 'El RegimenFiscal del emisor no corresponde a su tipo de persona', (d) =>
    regimenAjeno(d.emisor.Rfc, d.emisor.RegimenFiscal),
  ),
  regla(
    146,
    'El nombre PUBLICO EN GENERAL es solo del RFC XAXX010101000',
    (d) => d.receptor.Nombre === 'PUBLICO EN GENERAL' && d.receptor.Rfc !== PUBLICO,
  ),
  regla(
    149,
    'Con un RFC genérico el DomicilioFiscalReceptor debe ser el LugarExpedicion',
    (d) => generico(d.receptor.Rfc) && d.receptor.DomicilioFiscalReceptor !== attribute(d, 'LugarExpedicion'),
  ),
  regla(
    151,
    'Un receptor nacional no lleva ResidenciaFiscal',
    (d) => d.receptor.Rfc !== EXTRANJERO && d.receptor.ResidenciaFiscal !== undefined,
  ),
  regla(152, 'La ResidenciaFiscal no puede ser MEX', (d) => d.receptor.ResidenciaFiscal === 'MEX'),
  regla(
    154,
    'Un receptor nacional no lleva NumRegIdTrib',
    (d) => d.receptor.Rfc !== EXTRANJERO && d.receptor.NumRegIdTrib !== undefined,
  ),
  regla(
    153,
    'Con NumRegIdTrib debe existir ResidenciaFiscal',
    (d) => d.receptor.NumRegIdTrib !== undefined && d.receptor.ResidenciaFiscal === undefined,
  ),
  regla(
    158,
    'El RegimenFiscalReceptor no corresponde al tipo de persona del receptor',
    (d) => !generico(d.receptor.Rfc) && regimenAjeno(d.receptor.Rfc, d.receptor.RegimenFiscalReceptor),
  ),
  regla(
    159,
    'Con un RFC genérico el RegimenFiscalReceptor debe ser 616',
    (d) => generico(d.receptor.Rfc) && d.receptor.RegimenFiscalReceptor !== '616',
  ),
  regla(161, 'El UsoCFDI no corresponde al régimen del receptor', (d) =>
    usoAjeno(d.receptor.UsoCFDI ?? '', d.receptor.RegimenFiscalReceptor ?? ''),
  ),
];
