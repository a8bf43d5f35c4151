import { field, type Detail } from '#kernel';
import type { Concepto, ConceptoAmounts, Parte } from '../comprobante.js';
import type { ACuentaTercerosInput, ConceptoInput, ParteInput } from '../input.js';
import { bigints } from '../amounts/bigints.js';
import { trimZeros } from '../amounts/compute.js';
import { citing, invalidFormat, rule } from '../details.js';
import { collapse, textProblem } from '../text.js';
import { rfcProblem } from './patterns.js';

/** The texts of a line and of its parts: checked, then written beside its amounts. */

const CLAVE_PROD_SERV = /^\d{8}$/;
const CLAVE_UNIDAD = /^[0-9A-Za-z]{1,3}$/;
const PEDIMENTO = /^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/;
const CUENTA_PREDIAL = /^[0-9a-zA-Z]{1,150}$/;

const NONE: readonly never[] = [];

const add = (out: Detail[], detail: Detail | undefined): void => {
  if (detail !== undefined) out.push(detail);
};

function checkPedimentos(values: readonly string[], path: string, out: Detail[]): void {
  values.forEach((value, i) => {
    if (!PEDIMENTO.test(value))
      add(
        out,
        rule(
          `${path}[${i}]`,
          'invalid_format',
          'CFDI40194',
          'El pedimento debe tener el formato "15  48  3009  0001234".',
          'The customs number must have the format "15  48  3009  0001234".',
        ),
      );
  });
}

export function checkTercero(tercero: ACuentaTercerosInput, rfcs: readonly string[], out: Detail[]): void {
  const path = 'aCuentaTerceros';
  add(out, rfcProblem(tercero.rfc, `${path}.rfc`));
  add(out, textProblem(tercero.nombre, `${path}.nombre`, 300));
  if (!/^\d{3}$/.test(tercero.regimenFiscal))
    add(out, invalidFormat(`${path}.regimenFiscal`, 'c_RegimenFiscal'));
  if (!/^\d{5}$/.test(tercero.domicilioFiscal)) add(out, invalidFormat(`${path}.domicilioFiscal`, '00000'));
  if (rfcs.includes(tercero.rfc))
    add(
      out,
      rule(
        `${path}.rfc`,
        'invalid_value',
        'CFDI40188',
        'El RFC del tercero no puede ser el del emisor ni el del receptor.',
        'The RFC of the third party cannot be that of the issuer or the receiver.',
      ),
    );
}

function checkParte(parte: ParteInput, path: string, out: Detail[]): void {
  if (!CLAVE_PROD_SERV.test(parte.claveProdServ))
    add(out, invalidFormat(`${path}.claveProdServ`, 'c_ClaveProdServ'));
  if (parte.noIdentificacion !== undefined)
    add(out, textProblem(parte.noIdentificacion, `${path}.noIdentificacion`, 100));
  if (parte.unidad !== undefined) add(out, textProblem(parte.unidad, `${path}.unidad`, 20));
  add(out, textProblem(parte.descripcion, `${path}.descripcion`, 1000));
  add(out, above(parte.cantidad, `${path}.cantidad`));
  if (parte.valorUnitario !== undefined)
    add(out, above(parte.valorUnitario, `${path}.valorUnitario`, 'CFDI40197'));
  checkPedimentos(parte.informacionAduanera ?? NONE, `${path}.informacionAduanera`, out);
}

/** A number above zero: by a rule of the matrix, or by the XSD alone. */
function above(text: string, path: string, cfdi?: string): Detail | undefined {
  const value = bigints.parse(text);
  if (value === undefined || !bigints.fits(value)) return invalidFormat(path, '0.000000');
  if (value > 0n) return undefined;
  const detail = field(path, 'too_small', { params: { above: 0 } });
  return cfdi === undefined ? detail : citing(cfdi, detail);
}

/** What is wrong with the texts of a line, at paths relative to it. `rfcs`: issuer and receiver. */
export function checkConcepto(concepto: ConceptoInput, rfcs: readonly string[], out: Detail[]): void {
  const { noIdentificacion, unidad, aCuentaTerceros, informacionAduanera, cuentaPredial, partes } = concepto;
  if (!CLAVE_PROD_SERV.test(concepto.claveProdServ))
    add(out, invalidFormat('claveProdServ', 'c_ClaveProdServ'));
  if (!CLAVE_UNIDAD.test(concepto.claveUnidad)) add(out, invalidFormat('claveUnidad', 'c_ClaveUnidad'));
  if (noIdentificacion !== undefined) add(out, textProblem(noIdentificacion, 'noIdentificacion', 100));
  if (unidad !== undefined) add(out, textProblem(unidad, 'unidad', 20));
  add(out, textProblem(concepto.descripcion, 'descripcion', 1000));
  if (aCuentaTerceros !== undefined) checkTercero(aCuentaTerceros, rfcs, out);
  if (informacionAduanera !== undefined) checkPedimentos(informacionAduanera, 'informacionAduanera', out);
  cuentaPredial?.forEach((count, i) => {
    if (!CUENTA_PREDIAL.test(count)) add(out, invalidFormat(`cuentaPredial[${i}]`, '[0-9a-zA-Z]{1,150}'));
  });
  partes?.forEach((parte, i) => checkParte(parte, `partes[${i}]`, out));
}

const optional = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : collapse(text);

/** A checked line with its amounts. */
export const conceptoOf = (input: ConceptoInput, amounts: ConceptoAmounts, decimals: number): Concepto => ({
  claveProdServ: input.claveProdServ,
  noIdentificacion: optional(input.noIdentificacion),
  cantidad: amounts.cantidad,
  claveUnidad: input.claveUnidad,
  unidad: optional(input.unidad),
  descripcion: collapse(input.descripcion),
  valorUnitario: amounts.valorUnitario,
  importe: amounts.importe,
  descuento: amounts.descuento,
  objetoImp: input.objetoImp,
  traslados: amounts.traslados,
  retenciones: amounts.retenciones,
  aCuentaTerceros: input.aCuentaTerceros && {
    ...input.aCuentaTerceros,
    nombre: collapse(input.aCuentaTerceros.nombre),
  },
  informacionAduanera: input.informacionAduanera ?? NONE,
  cuentaPredial: input.cuentaPredial ?? NONE,
  partes: input.partes === undefined ? NONE : input.partes.map((parte) => parteOf(parte, decimals)),
});

/** Importe of a Parte: half-up at the sixth decimal, inside the limits of CFDI40198. */
function parteOf(parte: ParteInput, decimals: number): Parte {
  const cantidad = bigints.parse(parte.cantidad) as bigint;
  const valorUnitario = parte.valorUnitario === undefined ? undefined : bigints.parse(parte.valorUnitario);
  const text = (value: bigint): string => bigints.shortText(value, decimals);
  return {
    claveProdServ: parte.claveProdServ,
    noIdentificacion: optional(parte.noIdentificacion),
    cantidad: trimZeros(bigints.shortText(cantidad, 0)),
    unidad: optional(parte.unidad),
    descripcion: collapse(parte.descripcion),
    valorUnitario: valorUnitario === undefined ? undefined : text(valorUnitario),
    importe:
      valorUnitario === undefined ? undefined : text(bigints.mulDiv(cantidad, valorUnitario, 1_000_000n)),
    informacionAduanera: parte.informacionAduanera ?? NONE,
  };
}
