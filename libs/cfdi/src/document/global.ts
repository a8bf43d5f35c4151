import type { Detail } from '#kernel';
import { isPublicoEnGeneral } from '#sat';
import type { ComprobanteInput } from '../input.js';
import { citing, invalidValue, rule } from '../details.js';
import { RFC_NACIONAL } from './patterns.js';

/** InformacionGlobal: with the public in general, and only then. */
export function checkGlobal({
  informacionGlobal,
  receptor,
  emisor,
  fecha,
}: ComprobanteInput): (Detail | undefined)[] {
  const isPublico = isPublicoEnGeneral(receptor.nombre);
  if (isPublico && receptor.rfc !== RFC_NACIONAL)
    return [
      rule(
        'receptor.rfc',
        'invalid_value',
        'CFDI40146',
        'El nombre PUBLICO EN GENERAL solo puede usarse con el RFC XAXX010101000.',
        'The name PUBLICO EN GENERAL is allowed only with the RFC XAXX010101000.',
      ),
    ];
  if (informacionGlobal === undefined || !isPublico) {
    if (isPublico === (informacionGlobal !== undefined)) return [];
    return [
      rule(
        'informacionGlobal',
        isPublico ? 'required' : 'not_allowed',
        'CFDI40130',
        'La información global debe indicarse para el receptor PUBLICO EN GENERAL, y solo para él.',
        'The global information is required for the receiver PUBLICO EN GENERAL, and allowed only for it.',
      ),
    ];
  }
  const { periodicidad, meses, anio } = informacionGlobal;
  if (!/^0[1-5]$/.test(periodicidad))
    return [citing('CFDI40131', invalidValue('informacionGlobal.periodicidad', '01, 02, 03, 04, 05'))];
  const details: (Detail | undefined)[] = [];
  const bimester = periodicidad === '05';
  if (bimester && emisor.regimenFiscal !== '621')
    details.push(
      rule(
        'informacionGlobal.periodicidad',
        'invalid_value',
        'CFDI40132',
        'La periodicidad bimestral solo puede usarse con el régimen 621.',
        'The two-month periodicity is allowed only with regime 621.',
      ),
    );
  if (!(bimester ? /^1[3-8]$/ : /^(0[1-9]|1[0-2])$/).test(meses))
    details.push(
      rule(
        'informacionGlobal.meses',
        'invalid_value',
        bimester ? 'CFDI40135' : 'CFDI40134',
        'Los meses deben ser de 01 a 12, o de 13 a 18 con la periodicidad bimestral.',
        'The months must be 01 to 12, or 13 to 18 with the two-month periodicity.',
      ),
    );
  const year = Number(fecha.slice(0, 4));
  if (anio !== year && anio !== year - 1)
    details.push(
      rule(
        'informacionGlobal.anio',
        'invalid_value',
        'CFDI40136',
        'El año debe ser el de la fecha del comprobante o el anterior.',
        "The year must be that of the document's date or the one before.",
      ),
    );
  return details;
}
