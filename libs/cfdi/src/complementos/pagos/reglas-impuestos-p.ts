import { impuestos, isRateAllowed } from '#sat';
import { lugar, regla, type Lugar, type Regla } from '../../reglas/regla.js';
import { enMonedaDePago, PAR } from './conversion.js';
import { sufijoDeIva, totalDeRetencion } from './totales.js';
import type { FilaDR, GrupoP } from './vista.js';

/** The summary of a payment's taxes, in its currency (CRP20262 to CRP20274). */

type ReglaP = Regla<GrupoP, unknown>;

const en = ({ filas, pago }: GrupoP, nombre?: string): Lugar =>
  filas[0] ? lugar(filas[0].nodo, nombre) : lugar(pago, 'ImpuestosP');

const escrita = ({ filas }: GrupoP): boolean => filas.length > 0;

/**
 * Whether the rows add up to what the documents have, each divided by its equivalencia. Of documents in the payment's
 * currency it is exact; each of the others may have been rounded or cut off in the sixth decimal.
 */
function suman({ filas, deDocumentos }: GrupoP, que: 'base' | 'importe'): boolean {
  const de = (fila: Pick<FilaDR, 'base' | 'importe'>): bigint => fila[que] ?? 0n;
  const escrito = filas.reduce((total, fila) => total + de(fila), 0n);
  const { num, den } = enMonedaDePago(
    deDocumentos.map(({ fila, equivalencia }) => ({ importe: de(fila), equivalencia })),
  );
  const convertidos = deDocumentos.filter(({ equivalencia }) => equivalencia !== PAR).length;
  const diferencia = escrito * den - num;
  if (convertidos === 0) return diferencia === 0n;
  return (diferencia < 0n ? -diferencia : diferencia) < BigInt(convertidos) * den;
}

const clave = (codigo: string): ReglaP =>
  regla(
    codigo,
    'ImpuestoP no es una clave de c_Impuesto.',
    'ImpuestoP is no key of c_Impuesto.',
    // A tax that comes from a document is wrong there (CRP20250, CRP20256).
    (grupo) =>
      escrita(grupo) &&
      grupo.deDocumentos.length === 0 &&
      !impuestos.has(grupo.impuesto) &&
      en(grupo, 'ImpuestoP'),
  );

const faltante: ReglaP = regla(
  'CRP20999',
  'ImpuestosP no resume un impuesto de los documentos relacionados.',
  'ImpuestosP leaves out a tax of the related documents.',
  (grupo) => !escrita(grupo) && en(grupo),
);

/** Whether Totales has an attribute; without a name any of `otros` will do. */
const tiene = ({ totales }: GrupoP, nombre: string | undefined, otros: readonly string[]): boolean =>
  nombre === undefined
    ? otros.some((otro) => totales.atributos[otro] !== undefined)
    : totales.atributos[nombre] !== undefined;

const RETENIDOS = ['TotalRetencionesIVA', 'TotalRetencionesISR', 'TotalRetencionesIEPS'];
const CON_TASA = ['IVA16', 'IVA8', 'IVA0'];

export const reglasDeRetencionP: readonly ReglaP[] = [
  faltante,
  clave('CRP20262'),
  regla(
    'CRP20263',
    'Hay más de una retención del mismo impuesto en el resumen del pago.',
    'There is more than one withheld row of a tax in the summary of the payment.',
    ({ filas }) => filas[1] && lugar(filas[1].nodo, 'ImpuestoP'),
  ),
  regla(
    'CRP20264',
    'Falta en Totales el total de un impuesto retenido.',
    'Totales lacks the total of a withheld tax.',
    (grupo) =>
      escrita(grupo) && !tiene(grupo, totalDeRetencion(grupo.impuesto), RETENIDOS) && en(grupo, 'ImporteP'),
  ),
  regla(
    'CRP20265',
    'ImporteP no es la suma de lo retenido en los documentos, en la moneda del pago.',
    'ImporteP is not the sum of what the documents withhold, in the currency of the payment.',
    (grupo) => escrita(grupo) && !suman(grupo, 'importe') && en(grupo, 'ImporteP'),
  ),
];

export const reglasDeTrasladoP: readonly ReglaP[] = [
  faltante,
  regla(
    'CRP20266',
    'Un traslado Exento solo lleva BaseP, ImpuestoP y TipoFactorP.',
    'An exempt transfer carries BaseP, ImpuestoP and TipoFactorP only.',
    ({ filas }) => {
      const mala = filas.find(
        ({ tipoFactor, tasa, importe }) =>
          tipoFactor === 'Exento' && (tasa !== undefined || importe !== undefined),
      );
      return mala && lugar(mala.nodo, mala.tasa === undefined ? 'ImporteP' : 'TasaOCuotaP');
    },
  ),
  regla(
    'CRP20267',
    'Falta en Totales la base de un IVA trasladado.',
    'Totales lacks the base of a transferred IVA.',
    (grupo) => {
      if (!escrita(grupo) || grupo.impuesto !== '002') return false;
      const sufijo = sufijoDeIva(grupo);
      const otros = [...CON_TASA, 'IVAExento'].map((otro) => `TotalTrasladosBase${otro}`);
      return !tiene(grupo, sufijo && `TotalTrasladosBase${sufijo}`, otros) && en(grupo, 'BaseP');
    },
  ),
  regla(
    'CRP20268',
    'BaseP no es la suma de las bases de los documentos, en la moneda del pago.',
    'BaseP is not the sum of the bases of the documents, in the currency of the payment.',
    (grupo) => escrita(grupo) && !soloExento(grupo) && !suman(grupo, 'base') && en(grupo, 'BaseP'),
  ),
  regla(
    'CRP20269',
    'BaseP no es la suma de las bases exentas de los documentos, en la moneda del pago.',
    'BaseP is not the sum of the exempt bases of the documents, in the currency of the payment.',
    (grupo) => escrita(grupo) && soloExento(grupo) && !suman(grupo, 'base') && en(grupo, 'BaseP'),
  ),
  clave('CRP20270'),
  regla(
    'CRP20271',
    'Hay más de un traslado del mismo impuesto, factor y tasa en el resumen del pago.',
    'There is more than one transferred row of a tax, factor and rate in the summary of the payment.',
    ({ filas }) => filas[1] && lugar(filas[1].nodo, 'ImpuestoP'),
  ),
  regla(
    'CRP20272',
    'TasaOCuotaP no es una tasa o cuota de c_TasaOCuota para el impuesto y el factor.',
    'TasaOCuotaP is no rate of c_TasaOCuota for the tax and the factor.',
    // A rate that comes from a document is wrong there (CRP20260).
    (grupo) =>
      escrita(grupo) &&
      grupo.deDocumentos.length === 0 &&
      impuestos.has(grupo.impuesto) &&
      grupo.tipoFactor !== 'Exento' &&
      !isRateAllowed({ ...grupo, factor: grupo.tipoFactor, retencion: false }) &&
      en(grupo, 'TasaOCuotaP'),
  ),
  regla(
    'CRP20273',
    'Falta en Totales el impuesto de un IVA trasladado.',
    'Totales lacks the amount of a transferred IVA.',
    (grupo) => {
      const { impuesto, tipoFactor, filas } = grupo;
      if (impuesto !== '002' || tipoFactor === 'Exento') return false;
      if (!filas.some(({ importe }) => importe !== undefined)) return false;
      const sufijo = sufijoDeIva(grupo);
      const otros = CON_TASA.map((otro) => `TotalTrasladosImpuesto${otro}`);
      return !tiene(grupo, sufijo && `TotalTrasladosImpuesto${sufijo}`, otros) && en(grupo, 'ImporteP');
    },
  ),
  regla(
    'CRP20274',
    'ImporteP no es la suma de lo trasladado en los documentos, en la moneda del pago.',
    'ImporteP is not the sum of what the documents transfer, in the currency of the payment.',
    (grupo) =>
      escrita(grupo) &&
      grupo.tipoFactor !== 'Exento' &&
      (grupo.filas.some(({ importe }) => importe === undefined) || !suman(grupo, 'importe')) &&
      en(grupo, 'ImporteP'),
  ),
];

const soloExento = ({ tipoFactor, todoExento }: GrupoP): boolean => tipoFactor === 'Exento' && todoExento;
