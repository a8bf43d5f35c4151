import { field, parseDecimal, type Detail } from '#kernel';
import type { ConceptoInput, ImpuestoInput, ImpuestoLocalInput } from '../input.js';
import { citing, invalidFormat, invalidValue, required, rule, tooManyDigits } from '../details.js';
import { textProblem } from '../text.js';
import { isInside } from './ieps.js';

/** What is wrong with the taxes of one line, by the matrix and c_ObjetoImp; paths relative to the line. */
export function checkImpuestos({ objetoImp, impuestos, impuestosLocales }: ConceptoInput): readonly Detail[] {
  const details = impuestos.flatMap((impuesto, i) => checkImpuesto(impuesto, `impuestos[${i}]`));
  details.push(...impuestosLocales.flatMap((local, i) => checkLocal(local, `impuestosLocales[${i}]`)));
  if (impuestos.some((i) => isInside(i) && i.iepsMode === 'unit'))
    impuestos.forEach((impuesto, i) => {
      if (isInside(impuesto) && impuesto.iepsMode !== 'unit')
        details.push(invalidValue(`impuestos[${i}].iepsMode`, 'unit'));
    });
  details.push(...checkObjetoImp(objetoImp, impuestos));
  return details;
}

/** t_Importe: 18 whole digits. */
const LIMIT = 10n ** 24n;

/** A rate or base: a decimal that is not negative, of at most 18 whole digits. */
function checkDecimal(text: string, path: string, above?: bigint): Detail | undefined {
  const value = parseDecimal(text);
  if (value === undefined) return invalidFormat(path, '0.000000');
  if (above === undefined ? value < 0n : value <= above)
    return field(path, 'too_small', { params: above === undefined ? { min: 0 } : { above: 0 } });
  if (value >= LIMIT) return tooManyDigits(path);
  return undefined;
}

/** Values of the keys, for callers whose types do not hold them to it. */
const KEY_ATTRIBUTES = {
  impuesto: ['IVA', 'ISR', 'IEPS'],
  tipoFactor: ['Tasa', 'Cuota', 'Exento'],
  iepsMode: ['sum_before_taxes', 'unit', 'break_down', 'subtract_before_break_down'],
} as const;

function checkKeys(impuesto: ImpuestoInput, path: string): Detail[] {
  return (['impuesto', 'tipoFactor', 'iepsMode'] as const).flatMap((name) => {
    const value = impuesto[name];
    if (value === undefined && name === 'iepsMode') return [];
    const values: readonly unknown[] = KEY_ATTRIBUTES[name];
    return values.includes(value) ? [] : [invalidValue(`${path}.${name}`, KEY_ATTRIBUTES[name].join(', '))];
  });
}

function checkImpuesto(tax: ImpuestoInput, path: string): Detail[] {
  const { impuesto, tipoFactor, tasa, base, retencion } = tax;
  const details = checkKeys(tax, path);
  if (details.length > 0) return details;
  if (base !== undefined) {
    const problem = checkDecimal(base, `${path}.base`, 0n);
    const ofBase = retencion ? 'CFDI40181' : 'CFDI40174';
    if (problem) details.push(problem.code === 'too_small' ? citing(ofBase, problem) : problem);
  }
  if (tipoFactor === 'Exento') {
    if (retencion)
      details.push(
        rule(
          `${path}.tipoFactor`,
          'invalid_value',
          'CFDI40184',
          'Un impuesto retenido no puede ser Exento.',
          'A withheld tax cannot be Exento.',
        ),
      );
  } else if (tasa === undefined)
    details.push(retencion ? required(`${path}.tasa`) : citing('CFDI40178', required(`${path}.tasa`)));
  else {
    const problem = checkDecimal(tasa, `${path}.tasa`);
    if (problem) details.push(problem);
  }
  const code = retencion ? 'CFDI40185' : 'CFDI40179';
  if (tipoFactor === 'Cuota' && impuesto !== 'IEPS')
    details.push(
      rule(
        `${path}.tipoFactor`,
        'invalid_value',
        code,
        'Solo el IEPS admite el factor Cuota.',
        'Only IEPS takes the factor Cuota.',
      ),
    );
  if (impuesto === 'ISR' && !retencion)
    details.push(
      rule(
        `${path}.retencion`,
        'invalid_value',
        code,
        'El ISR solo puede ser retenido.',
        'ISR can only be withheld.',
      ),
    );
  return details;
}

function checkLocal({ nombre, tasa, base }: ImpuestoLocalInput, path: string): Detail[] {
  const details: (Detail | undefined)[] = [textProblem(nombre, `${path}.nombre`, 300)];
  details.push(checkDecimal(tasa, `${path}.tasa`));
  if (base !== undefined) details.push(checkDecimal(base, `${path}.base`, 0n));
  const percent = parseDecimal(tasa, 10);
  if (percent !== undefined && percent % 1_000_000n !== 0n)
    details.push({
      ...invalidValue(`${path}.tasa`),
      message: {
        es: 'El complemento de impuestos locales expresa la tasa en porcentaje con dos decimales: use a lo más cuatro decimales (0.0325 es 3.25 %).',
        en: 'The local taxes complement writes the rate as a percentage with two decimals: use at most four decimals (0.0325 is 3.25%).',
      },
    });
  return details.filter((detail) => detail !== undefined);
}

/** c_ObjetoImp: which taxes a line must, may and may not show. An IEPS inside the price is not shown. */
function checkObjetoImp(objetoImp: string, impuestos: readonly ImpuestoInput[]): Detail[] {
  const refuse = (path: string, code: string, cfdi: string, es: string, en: string): Detail =>
    rule(path, code, cfdi, `ObjetoImp ${objetoImp}: ${es}`, `ObjetoImp ${objetoImp}: ${en}`);
  const shown = impuestos.map((impuesto, i) => ({ impuesto, i })).filter((s) => !isInside(s.impuesto));
  const not = (allowed: (impuesto: ImpuestoInput) => boolean, es: string, en: string): Detail[] =>
    shown
      .filter(({ impuesto }) => !allowed(impuesto))
      .map(({ i }) => refuse(`impuestos[${i}]`, 'not_allowed', 'c_ObjetoImp', es, en));
  switch (objetoImp) {
    case '01':
    case '03':
    case '04':
    case '05':
      return shown.map(({ i }) =>
        refuse(
          `impuestos[${i}]`,
          'not_allowed',
          'CFDI40172',
          'el concepto no desglosa impuestos.',
          'the item shows no taxes.',
        ),
      );
    case '02':
      if (shown.length > 0) return [];
      return [
        refuse(
          'impuestos',
          'required',
          'CFDI40171',
          'el concepto debe llevar al menos un impuesto (o Exento).',
          'the item must carry at least one tax (or Exento).',
        ),
      ];
    case '06':
    case '08':
      return not(
        ({ impuesto, retencion }) => retencion && impuesto === 'ISR',
        'solo se admite la retención de ISR.',
        'only withheld ISR is allowed.',
      );
    case '07': {
      const details = not(
        ({ impuesto }) => impuesto !== 'IVA',
        'no se admite el IVA.',
        'IVA is not allowed.',
      );
      if (!shown.some(({ impuesto }) => impuesto.impuesto === 'IEPS' && !impuesto.retencion))
        details.push(
          refuse(
            'impuestos',
            'required',
            'c_ObjetoImp',
            'se requiere el IEPS trasladado.',
            'transferred IEPS is required.',
          ),
        );
      return details;
    }
    default:
      return [citing('CFDI40170', invalidValue('objetoImp', '01, 02, 03, 04, 05, 06, 07, 08'))];
  }
}
