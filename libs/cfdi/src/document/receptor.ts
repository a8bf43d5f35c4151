import type { Detail } from '#kernel';
import type { ComprobanteInput } from '../input.js';
import { rule } from '../details.js';
import { textProblem } from '../text.js';
import {
  CP,
  patternProblem,
  optionalText,
  REGIMEN,
  RFC_EXTRANJERO,
  RFC_NACIONAL,
  rfcProblem,
} from './patterns.js';

/**
 * The receiver's own rules: generic RFCs live where the document is issued, and only a foreigner has a residence abroad.
 * The payroll of a worker who has died has the generic RFC with the regime of wages, 605 (NOM10, NOM11).
 */
export function checkReceptor({
  tipo,
  receptor,
  lugarExpedicion,
}: Pick<ComprobanteInput, 'tipo' | 'receptor' | 'lugarExpedicion'>): (Detail | undefined)[] {
  const { rfc, nombre, domicilioFiscal, regimenFiscal, usoCfdi, residenciaFiscal, numRegIdTrib } = receptor;
  const foreign = rfc === RFC_EXTRANJERO;
  const refusalDetail = (path: string, code: string, cfdi: string, es: string, en: string): Detail =>
    rule(`receptor.${path}`, code, cfdi, es, en);
  const details: (Detail | undefined)[] = [
    rfcProblem(rfc, 'receptor.rfc'),
    textProblem(nombre, 'receptor.nombre', 300),
    patternProblem(domicilioFiscal, 'receptor.domicilioFiscal', CP, '00000'),
    patternProblem(regimenFiscal, 'receptor.regimenFiscal', REGIMEN, 'c_RegimenFiscal'),
    patternProblem(usoCfdi, 'receptor.usoCfdi', /^[A-Z]{1,2}\d{2}$/, 'c_UsoCFDI'),
    residenciaFiscal === undefined
      ? undefined
      : patternProblem(residenciaFiscal, 'receptor.residenciaFiscal', /^[A-Z]{3}$/, 'c_Pais'),
    optionalText(numRegIdTrib, 'receptor.numRegIdTrib', 40),
  ];
  if ((foreign || rfc === RFC_NACIONAL) && domicilioFiscal !== lugarExpedicion)
    details.push(
      refusalDetail(
        'domicilioFiscal',
        'invalid_value',
        'CFDI40149',
        'Con un RFC genérico, el domicilio del receptor debe ser el lugar de expedición.',
        'With a generic RFC, the address of the receiver must be the place of issue.',
      ),
    );
  const isPayslip = tipo === 'N' && rfc === RFC_NACIONAL;
  if ((foreign || rfc === RFC_NACIONAL) && !isPayslip && regimenFiscal !== '616')
    details.push(
      refusalDetail(
        'regimenFiscal',
        'invalid_value',
        'CFDI40159',
        'Con un RFC genérico, el régimen del receptor debe ser 616.',
        'With a generic RFC, the regime of the receiver must be 616.',
      ),
    );
  if (!foreign && residenciaFiscal !== undefined)
    details.push(
      refusalDetail(
        'residenciaFiscal',
        'not_allowed',
        'CFDI40151',
        'Solo un receptor con el RFC genérico extranjero puede tener residencia fiscal.',
        'Only a receiver with the generic foreign RFC may have a tax residence.',
      ),
    );
  if (!foreign && numRegIdTrib !== undefined)
    details.push(
      refusalDetail(
        'numRegIdTrib',
        'not_allowed',
        'CFDI40154',
        'Solo un receptor con el RFC genérico extranjero puede tener registro de identidad tributaria.',
        'Only a receiver with the generic foreign RFC may have a tax identity number.',
      ),
    );
  if (foreign && residenciaFiscal === 'MEX')
    details.push(
      refusalDetail(
        'residenciaFiscal',
        'invalid_value',
        'CFDI40152',
        'La residencia fiscal de un extranjero no puede ser MEX.',
        'The tax residence of a foreigner cannot be MEX.',
      ),
    );
  if (foreign && numRegIdTrib !== undefined && residenciaFiscal === undefined)
    details.push(
      refusalDetail(
        'residenciaFiscal',
        'required',
        'CFDI40153',
        'El registro de identidad tributaria requiere la residencia fiscal.',
        'The tax identity number requires the tax residence.',
      ),
    );
  return details;
}
