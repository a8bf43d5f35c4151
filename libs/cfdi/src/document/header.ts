import type { Detail } from '#kernel';
import type { ComprobanteInput } from '../input.js';
import { citing, invalidValue, required, rule } from '../details.js';
import { textProblem } from '../text.js';
import { CP, patternProblem, optionalText, REGIMEN, rfcProblem } from './patterns.js';
import { checkGlobal } from './global.js';
import { checkReceptor } from './receptor.js';

/**
 * The header's own rules: forms of the XSD and the rules of the matrix that need no catalogue. Whether a key is in its
 * catalogue, and whether it fits the person, is asked of the catalogues (libs/sat), not here.
 */

const FECHA = /^20[1-9]\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIPO_CAMBIO = /^\d{1,18}(\.\d{1,6})?$/;

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
    'La fecha debe tener el formato AAAA-MM-DDThh:mm:ss.',
    'The date must have the format YYYY-MM-DDThh:mm:ss.',
  );
}

/** Everything wrong with the header of a comprobante. */
export function checkHeader(input: ComprobanteInput): Detail[] {
  const { emisor } = input;
  const details = [
    optionalText(input.serie, 'serie', 25),
    optionalText(input.folio, 'folio', 40),
    fechaProblem(input.fecha),
    ...pagoProblems(input),
    optionalText(input.condicionesDePago, 'condicionesDePago', 1000),
    patternProblem(input.moneda, 'moneda', /^[A-Z]{3}$/, 'c_Moneda'),
    tipoCambioProblem(input),
    exportacionProblem(input),
    patternProblem(input.lugarExpedicion, 'lugarExpedicion', CP, '00000'),
    input.confirmacion === undefined
      ? undefined
      : patternProblem(input.confirmacion, 'confirmacion', /^[0-9a-zA-Z]{5}$/, '[0-9a-zA-Z]{5}'),
    rfcProblem(emisor.rfc, 'emisor.rfc'),
    textProblem(emisor.nombre, 'emisor.nombre', 300),
    patternProblem(emisor.regimenFiscal, 'emisor.regimenFiscal', REGIMEN, 'c_RegimenFiscal'),
    emisor.facAtrAdquirente === undefined
      ? undefined
      : patternProblem(emisor.facAtrAdquirente, 'emisor.facAtrAdquirente', /^\d{10}$/, '0000000000'),
    ...checkReceptor(input),
    ...checkGlobal(input),
    ...relacionadosProblems(input),
  ];
  return details.filter((detail) => detail !== undefined);
}

/** Only what is sold or returned says here how it is paid; payments say so in their complement. */
function pagoProblems({ tipo, formaPago, metodoPago }: ComprobanteInput): (Detail | undefined)[] {
  if (tipo !== 'I' && tipo !== 'E') return [];
  if (formaPago === undefined) return [required('formaPago')];
  if (metodoPago === undefined) return [required('metodoPago')];
  if (metodoPago !== 'PUE' && metodoPago !== 'PPD')
    return [citing('CFDI40124', invalidValue('metodoPago', 'PUE, PPD'))];
  if (metodoPago === 'PPD' && formaPago !== '99')
    return [
      rule(
        'formaPago',
        'invalid_value',
        'CFDI40105',
        'Con el método de pago PPD, la forma de pago debe ser 99.',
        'With payment method PPD the payment form must be 99.',
      ),
    ];
  return [patternProblem(formaPago, 'formaPago', /^\d{2}$/, 'c_FormaPago')];
}

function tipoCambioProblem({ moneda, tipoCambio: value }: ComprobanteInput): Detail | undefined {
  const refusalDetail = (cfdi: string, code: string, es: string, en: string): Detail =>
    rule('tipoCambio', code, cfdi, es, en);
  if (moneda === 'XXX')
    return value === undefined
      ? undefined
      : refusalDetail(
          'CFDI40116',
          'not_allowed',
          'Con la moneda XXX no debe indicarse tipo de cambio.',
          'Leave out the exchange rate with currency XXX.',
        );
  if (moneda === 'MXN')
    return value === undefined || /^1(\.0{1,6})?$/.test(value)
      ? undefined
      : refusalDetail(
          'CFDI40114',
          'invalid_value',
          'Con la moneda MXN, el tipo de cambio debe ser 1.',
          'With currency MXN the exchange rate must be 1.',
        );
  if (value === undefined)
    return refusalDetail(
      'CFDI40115',
      'required',
      'Una moneda distinta de MXN requiere el tipo de cambio.',
      'A currency other than MXN requires the exchange rate.',
    );
  if (!TIPO_CAMBIO.test(value) || /^[0.]+$/.test(value))
    return refusalDetail(
      'CFDI40117',
      'invalid_format',
      'El tipo de cambio debe ser mayor que cero, con a lo más seis decimales.',
      'The exchange rate must be above zero, with at most six decimals.',
    );
  return undefined;
}

function exportacionProblem({ exportacion: value, complementos = [] }: ComprobanteInput): Detail | undefined {
  // Whether XML is the complement that is asked for, the rules of the whole document say.
  const declared = complementos.some(({ tipo }) => tipo === 'comercioExterior' || tipo === 'xml');
  if (value === '02' && !declared)
    return rule(
      'exportacion',
      'not_allowed',
      'CFDI40122',
      'La exportación 02 requiere el complemento de Comercio Exterior.',
      'Export 02 requires the Comercio Exterior complement.',
    );
  if (/^0[1-4]$/.test(value)) return undefined;
  return citing('CFDI40121', invalidValue('exportacion', '01, 02, 03, 04'));
}

function relacionadosProblems({ cfdiRelacionados = [] }: ComprobanteInput): (Detail | undefined)[] {
  return cfdiRelacionados.flatMap(({ tipoRelacion, uuids }, i) => {
    const path = `cfdiRelacionados[${i}]`;
    return [
      /^0[1-7]$/.test(tipoRelacion)
        ? undefined
        : citing('CFDI40137', invalidValue(`${path}.tipoRelacion`, '01, 02, 03, 04, 05, 06, 07')),
      uuids.length === 0 ? required(`${path}.uuids`) : undefined,
      ...uuids.map((uuid, j) => patternProblem(uuid, `${path}.uuids[${j}]`, UUID, 'UUID')),
    ];
  });
}
