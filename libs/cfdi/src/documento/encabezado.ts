import type { Detail } from '#kernel';
import type { ComprobanteInput, ReceptorInput } from '../input.js';
import { invalidFormat, invalidLength, invalidValue, required, rule } from '../rules.js';
import { collapse, textProblem } from '../text.js';

/**
 * The header's own rules: forms of the XSD and the rules of the matrix that need no catalogue. Whether a key is in its
 * catalogue, and whether it fits the person, is asked of the catalogues (libs/sat), not here.
 */

export const RFC_NACIONAL = 'XAXX010101000';
export const RFC_EXTRANJERO = 'XEXX010101000';

const RFC = /^[A-Z&Ñ]{3,4}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/;
const FECHA = /^20[1-9]\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const CP = /^\d{5}$/;
const REGIMEN = /^\d{3}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIPO_CAMBIO = /^\d{1,18}(\.\d{1,6})?$/;

export const rfcProblem = (rfc: string, path: string): Detail | undefined =>
  RFC.test(rfc) ? undefined : invalidFormat(path, 'RFC');

const form = (value: string, path: string, pattern: RegExp, expected: string): Detail | undefined =>
  pattern.test(value) ? undefined : invalidFormat(path, expected);
const optionalText = (value: string | undefined, path: string, max: number): Detail | undefined =>
  value === undefined ? undefined : textProblem(value, path, max);

/** Whether a day exists: the pattern alone lets 30 February pass, XSD's dateTime does not. */
function fechaProblem(fecha: string): Detail | undefined {
  const day = Number(fecha.slice(8, 10));
  const exists =
    FECHA.test(fecha) && (day <= 28 || new Date(`${fecha.slice(0, 10)}T00:00:00Z`).getUTCDate() === day);
  if (exists) return undefined;
  return rule(
    'fecha',
    'invalid_format',
    'CFDI40101',
    'La fecha debe tener la forma AAAA-MM-DDThh:mm:ss.',
    'The date must have the form YYYY-MM-DDThh:mm:ss.',
  );
}

/** Everything wrong with the header of a comprobante. */
export function checkEncabezado(input: ComprobanteInput): Detail[] {
  const { emisor, receptor } = input;
  const details = [
    optionalText(input.serie, 'serie', 25),
    optionalText(input.folio, 'folio', 40),
    fechaProblem(input.fecha),
    ...pago(input),
    optionalText(input.condicionesDePago, 'condicionesDePago', 1000),
    form(input.moneda, 'moneda', /^[A-Z]{3}$/, 'c_Moneda'),
    tipoCambio(input),
    ...exportacion(input.exportacion),
    form(input.lugarExpedicion, 'lugarExpedicion', CP, '00000'),
    input.confirmacion === undefined
      ? undefined
      : form(input.confirmacion, 'confirmacion', /^[0-9a-zA-Z]{5}$/, '[0-9a-zA-Z]{5}'),
    rfcProblem(emisor.rfc, 'emisor.rfc'),
    textProblem(emisor.nombre, 'emisor.nombre', 300),
    form(emisor.regimenFiscal, 'emisor.regimenFiscal', REGIMEN, 'c_RegimenFiscal'),
    ...checkReceptor(receptor, input.lugarExpedicion),
    ...global(input),
    ...relacionados(input),
  ];
  return details.filter((detail) => detail !== undefined);
}

function pago({ formaPago, metodoPago }: ComprobanteInput): (Detail | undefined)[] {
  if (formaPago === undefined) return [required('formaPago')];
  if (metodoPago === undefined) return [required('metodoPago')];
  if (metodoPago !== 'PUE' && metodoPago !== 'PPD') return [invalidValue('metodoPago', 'PUE, PPD')];
  if (metodoPago === 'PPD' && formaPago !== '99')
    return [
      rule(
        'formaPago',
        'invalid_value',
        'CFDI40105',
        'Con el método de pago PPD la forma de pago es 99.',
        'With payment method PPD the payment form is 99.',
      ),
    ];
  return [form(formaPago, 'formaPago', /^\d{2}$/, 'c_FormaPago')];
}

function tipoCambio({ moneda, tipoCambio: value }: ComprobanteInput): Detail | undefined {
  const refused = (cfdi: string, code: string, es: string, en: string): Detail =>
    rule('tipoCambio', code, cfdi, es, en);
  if (moneda === 'XXX')
    return value === undefined
      ? undefined
      : refused(
          'CFDI40116',
          'not_allowed',
          'Con la moneda XXX no hay tipo de cambio.',
          'With currency XXX there is no exchange rate.',
        );
  if (moneda === 'MXN')
    return value === undefined || /^1(\.0{1,6})?$/.test(value)
      ? undefined
      : refused(
          'CFDI40114',
          'invalid_value',
          'Con la moneda MXN el tipo de cambio es 1.',
          'With currency MXN the exchange rate is 1.',
        );
  if (value === undefined)
    return refused(
      'CFDI40115',
      'required',
      'Una moneda distinta de MXN requiere el tipo de cambio.',
      'A currency other than MXN requires the exchange rate.',
    );
  if (!TIPO_CAMBIO.test(value) || /^[0.]+$/.test(value))
    return refused(
      'CFDI40117',
      'invalid_format',
      'El tipo de cambio debe ser mayor que cero, con a lo más seis decimales.',
      'The exchange rate must be above zero, with at most six decimals.',
    );
  return undefined;
}

function exportacion(value: string): (Detail | undefined)[] {
  if (value === '02')
    return [
      rule(
        'exportacion',
        'not_allowed',
        'CFDI40122',
        'La exportación 02 requiere el complemento de Comercio Exterior.',
        'Export 02 requires the Comercio Exterior complement.',
      ),
    ];
  return [/^0[134]$/.test(value) ? undefined : invalidValue('exportacion', '01, 02, 03, 04')];
}

function checkReceptor(receptor: ReceptorInput, lugarExpedicion: string): (Detail | undefined)[] {
  const { rfc, nombre, domicilioFiscal, regimenFiscal, usoCfdi, residenciaFiscal, numRegIdTrib } = receptor;
  const foreign = rfc === RFC_EXTRANJERO;
  const refused = (path: string, code: string, cfdi: string, es: string, en: string): Detail =>
    rule(`receptor.${path}`, code, cfdi, es, en);
  const details: (Detail | undefined)[] = [
    rfcProblem(rfc, 'receptor.rfc'),
    textProblem(nombre, 'receptor.nombre', 300),
    form(domicilioFiscal, 'receptor.domicilioFiscal', CP, '00000'),
    form(regimenFiscal, 'receptor.regimenFiscal', REGIMEN, 'c_RegimenFiscal'),
    form(usoCfdi, 'receptor.usoCfdi', /^[A-Z]{1,2}\d{2}$/, 'c_UsoCFDI'),
    residenciaFiscal === undefined
      ? undefined
      : form(residenciaFiscal, 'receptor.residenciaFiscal', /^[A-Z]{3}$/, 'c_Pais'),
    optionalText(numRegIdTrib, 'receptor.numRegIdTrib', 40),
  ];
  if ((foreign || rfc === RFC_NACIONAL) && domicilioFiscal !== lugarExpedicion)
    details.push(
      refused(
        'domicilioFiscal',
        'invalid_value',
        'CFDI40149',
        'Con un RFC genérico, el domicilio del receptor es el lugar de expedición.',
        'With a generic RFC, the address of the receiver is the place of issue.',
      ),
    );
  if ((foreign || rfc === RFC_NACIONAL) && regimenFiscal !== '616')
    details.push(
      refused(
        'regimenFiscal',
        'invalid_value',
        'CFDI40159',
        'Con un RFC genérico, el régimen del receptor es 616.',
        'With a generic RFC, the regime of the receiver is 616.',
      ),
    );
  if (!foreign && residenciaFiscal !== undefined)
    details.push(
      refused(
        'residenciaFiscal',
        'not_allowed',
        'CFDI40151',
        'Solo un receptor con el RFC genérico extranjero tiene residencia fiscal.',
        'Only a receiver with the generic foreign RFC has a tax residence.',
      ),
    );
  if (!foreign && numRegIdTrib !== undefined)
    details.push(
      refused(
        'numRegIdTrib',
        'not_allowed',
        'CFDI40154',
        'Solo un receptor con el RFC genérico extranjero tiene registro de identidad tributaria.',
        'Only a receiver with the generic foreign RFC has a tax identity number.',
      ),
    );
  if (foreign && residenciaFiscal === 'MEX')
    details.push(
      refused(
        'residenciaFiscal',
        'invalid_value',
        'CFDI40152',
        'La residencia fiscal de un extranjero no puede ser MEX.',
        'The tax residence of a foreigner cannot be MEX.',
      ),
    );
  if (foreign && numRegIdTrib !== undefined && residenciaFiscal === undefined)
    details.push(
      refused(
        'residenciaFiscal',
        'required',
        'CFDI40153',
        'El registro de identidad tributaria requiere la residencia fiscal.',
        'The tax identity number requires the tax residence.',
      ),
    );
  return details;
}

const PUBLICO_EN_GENERAL = 'PUBLICO EN GENERAL';

function global({ informacionGlobal, receptor, emisor, fecha }: ComprobanteInput): (Detail | undefined)[] {
  const isPublico = collapse(receptor.nombre) === PUBLICO_EN_GENERAL;
  if (isPublico && receptor.rfc !== RFC_NACIONAL)
    return [
      rule(
        'receptor.rfc',
        'invalid_value',
        'CFDI40146',
        'El nombre PUBLICO EN GENERAL es solo del RFC XAXX010101000.',
        'The name PUBLICO EN GENERAL belongs only to the RFC XAXX010101000.',
      ),
    ];
  if (informacionGlobal === undefined || !isPublico) {
    if (isPublico === (informacionGlobal !== undefined)) return [];
    return [
      rule(
        'informacionGlobal',
        isPublico ? 'required' : 'not_allowed',
        'CFDI40130',
        'La información global va con el receptor PUBLICO EN GENERAL, y solo con él.',
        'The global information goes with the receiver PUBLICO EN GENERAL, and only with it.',
      ),
    ];
  }
  const { periodicidad, meses, anio } = informacionGlobal;
  if (!/^0[1-5]$/.test(periodicidad))
    return [invalidValue('informacionGlobal.periodicidad', '01, 02, 03, 04, 05')];
  const details: (Detail | undefined)[] = [];
  const bimester = periodicidad === '05';
  if (bimester && emisor.regimenFiscal !== '621')
    details.push(
      rule(
        'informacionGlobal.periodicidad',
        'invalid_value',
        'CFDI40132',
        'La periodicidad bimestral es solo del régimen 621.',
        'The two-month periodicity is only for regime 621.',
      ),
    );
  if (!(bimester ? /^1[3-8]$/ : /^(0[1-9]|1[0-2])$/).test(meses))
    details.push(
      rule(
        'informacionGlobal.meses',
        'invalid_value',
        bimester ? 'CFDI40135' : 'CFDI40134',
        'Los meses son 01 a 12, o 13 a 18 con la periodicidad bimestral.',
        'The months are 01 to 12, or 13 to 18 with the two-month periodicity.',
      ),
    );
  const year = Number(fecha.slice(0, 4));
  if (anio !== year && anio !== year - 1)
    details.push(
      rule(
        'informacionGlobal.anio',
        'invalid_value',
        'CFDI40136',
        'El año es el de la fecha del comprobante o el anterior.',
        "The year is that of the document's date or the one before.",
      ),
    );
  return details;
}

function relacionados({ cfdiRelacionados = [] }: ComprobanteInput): (Detail | undefined)[] {
  return cfdiRelacionados.flatMap(({ tipoRelacion, uuids }, i) => {
    const path = `cfdiRelacionados[${i}]`;
    return [
      /^0[1-7]$/.test(tipoRelacion) ? undefined : invalidValue(`${path}.tipoRelacion`, '01 a 07'),
      uuids.length === 0 ? invalidLength(`${path}.uuids`, { min: 1 }) : undefined,
      ...uuids.map((uuid, j) => form(uuid, `${path}.uuids[${j}]`, UUID, 'UUID')),
    ];
  });
}
