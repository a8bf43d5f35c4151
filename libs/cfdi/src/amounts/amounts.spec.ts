import { describe, expect, it } from '@jest/globals';
import type { ConceptoInput, ImpuestoInput } from '../input.js';
import { comprobante, concepto } from '../testing/samples.js';
import { documentWith, reject } from '../testing/build.js';
import { verify } from '../testing/verifier.js';

const IVA: ImpuestoInput = { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false };
const ISR: ImpuestoInput = { impuesto: 'ISR', tipoFactor: 'Tasa', tasa: '0.10', retencion: true };
const IVA_RETENIDO: ImpuestoInput = { ...IVA, tasa: '0.106667', retencion: true };
const ieps = (over: Partial<ImpuestoInput> = {}): ImpuestoInput => ({
  impuesto: 'IEPS',
  tipoFactor: 'Tasa',
  tasa: '0.08',
  retencion: false,
  ...over,
});
const included = (over: Partial<ConceptoInput>): ConceptoInput =>
  concepto({ impuestosIncluidos: true, ...over });

/** Builds, checks the whole matrix, and gives the document. */
const build: typeof documentWith = (conceptos, over) => {
  const built = documentWith(conceptos, over);
  expect(verify(built.xml, over?.decimalesMoneda)).toEqual([]);
  return built;
};

describe('a price without its taxes', () => {
  it('adds IVA on top', () => {
    const { c } = build([concepto({ cantidad: '3', precio: '33.333' })]);
    expect(c).toMatchObject({ subTotal: '100.00', totalImpuestosTrasladados: '16.00', total: '116.00' });
    expect(c.descuento).toBeUndefined();
    expect(c.conceptos[0]).toMatchObject({ cantidad: '3', valorUnitario: '33.333000', importe: '99.999000' });
  });

  it('subtracts the discount before the taxes', () => {
    const { c } = build([concepto({ precio: '700', descuento: '350' })]);
    expect(c).toMatchObject({ subTotal: '700.00', descuento: '350.00', total: '406.00' });
    expect(c.traslados).toEqual([
      { base: '350.00', impuesto: '002', tipoFactor: 'Tasa', tasaOCuota: '0.160000', importe: '56.00' },
    ]);
  });

  it('withholds ISR and IVA: the fees of a professional', () => {
    const { c } = build([concepto({ precio: '1000', impuestos: [IVA, ISR, IVA_RETENIDO] })]);
    expect(c).toMatchObject({
      totalImpuestosTrasladados: '160.00',
      totalImpuestosRetenidos: '206.67',
      total: '953.33',
      retenciones: [
        { impuesto: '001', importe: '100.00' },
        { impuesto: '002', importe: '106.67' },
      ],
    });
  });

  it('writes exempt lines without rate or amount, and no total where all are exempt', () => {
    const exentoTotal: ImpuestoInput = { impuesto: 'IVA', tipoFactor: 'Exento', retencion: false };
    const { c } = build([concepto({ impuestos: [exentoTotal] })]);
    expect(c.totalImpuestosTrasladados).toBeUndefined();
    expect(c.traslados).toEqual([{ base: '100.00', impuesto: '002', tipoFactor: 'Exento' }]);
    expect(c.total).toBe('100.00');
    expect(build([concepto({ impuestos: [exentoTotal] }), concepto()]).c.totalImpuestosTrasladados).toBe(
      '16.00',
    );
  });

  it('keeps rate 0 as a rate', () => {
    const { c } = build([concepto({ impuestos: [{ ...IVA, tasa: '0' }] })]);
    expect(c.totalImpuestosTrasladados).toBe('0.00');
    expect(c.traslados[0]).toMatchObject({ tasaOCuota: '0.000000', importe: '0.00' });
  });

  it('charges a tax on its own base of each unit', () => {
    const { c } = build([concepto({ cantidad: '2', precio: '100', impuestos: [{ ...IVA, base: '40' }] })]);
    expect(c.traslados[0]).toMatchObject({ base: '80.00', importe: '12.80' });
    expect(c.total).toBe('212.80');
  });

  it('gives a line away: the base stays at its smallest, the total at nothing', () => {
    const { c } = build([concepto({ precio: '100', descuento: '100' })]);
    expect(c).toMatchObject({ subTotal: '100.00', descuento: '100.00', total: '0.00' });
    expect(c.conceptos[0]?.traslados[0]?.base).toBe('0.000001');
  });

  it('holds amounts beyond what a double can count', () => {
    const { c } = build([concepto({ cantidad: '3', precio: '12345678901.234567' })]);
    expect(c).toMatchObject({ subTotal: '37037036703.70', totalImpuestosTrasladados: '5925925872.59' });
    expect(c.conceptos[0]?.importe).toBe('37037036703.703701');
  });
});

describe('a price with its taxes included', () => {
  it('costs what was paid', () => {
    const { c } = build([included({ precio: '116' })]);
    expect(c).toMatchObject({ subTotal: '100.00', totalImpuestosTrasladados: '16.00', total: '116.00' });
  });

  it('700 less a discount of 350 is 350.00: the discount carries the missing cent', () => {
    const { c } = build([included({ precio: '700', descuento: '350' })]);
    expect(c).toMatchObject({ subTotal: '603.45', descuento: '301.73', total: '350.00' });
    expect(c.conceptos[0]).toMatchObject({
      valorUnitario: '603.448276',
      importe: '603.448276',
      descuento: '301.725000',
      traslados: [{ base: '301.724138', importe: '48.275862' }],
    });
  });

  it('5000 lines of 1.99 cost 9950.00', () => {
    const { c } = build(Array.from({ length: 5000 }, () => included({ precio: '1.99' })));
    expect(c.total).toBe('9950.00');
  });

  it('lets the largest amount carry the cent where no line has a discount', () => {
    const { c } = build([
      included({ precio: '0.03' }),
      included({ precio: '10.01', impuestos: [{ ...IVA, tasa: '0.08' }] }),
      included({ precio: '10.01', impuestos: [{ ...IVA, tasa: '0' }] }),
      included({ precio: '0.09', impuestos: [ieps(), IVA] }),
    ]);
    expect(c.total).toBe('20.14');
  });

  it('subtracts what is withheld from what was paid', () => {
    const { c } = build([included({ precio: '1160', impuestos: [IVA, ISR, IVA_RETENIDO] })]);
    expect(c).toMatchObject({ subTotal: '1000.00', totalImpuestosRetenidos: '206.67', total: '953.33' });
  });

  it('contains the transferred local taxes too', () => {
    const { c } = build([
      included({
        precio: '1190',
        impuestosLocales: [{ nombre: 'ISH', tasa: '0.03', retencion: false }],
      }),
    ]);
    expect(c).toMatchObject({ subTotal: '1000.00', total: '1190.00' });
    expect(c.impuestosLocales).toEqual({
      totalRetenciones: '0.00',
      totalTraslados: '30.00',
      retenciones: [],
      traslados: [{ nombre: 'ISH', tasa: '3.00', importe: '30.00' }],
    });
  });
});

describe('IEPS', () => {
  it('sum_before_taxes: IVA is charged on it', () => {
    const { c } = build([concepto({ impuestos: [IVA, ieps()] })]);
    expect(c.traslados).toMatchObject([
      { impuesto: '002', base: '108.00', importe: '17.28' },
      { impuesto: '003', base: '100.00', importe: '8.00' },
    ]);
    expect(c.total).toBe('125.28');
    expect(build([included({ precio: '125.28', impuestos: [ieps(), IVA] })]).c).toMatchObject({
      subTotal: '100.00',
      total: '125.28',
    });
  });

  it('break_down: both on the same base', () => {
    const impuestos = [IVA, ieps({ iepsMode: 'break_down' })];
    const { c } = build([concepto({ impuestos })]);
    expect(c.traslados.map(({ base }) => base)).toEqual(['100.00', '100.00']);
    expect(c.total).toBe('124.00');
    expect(build([included({ precio: '124', impuestos })]).c).toMatchObject({
      subTotal: '100.00',
      total: '124.00',
    });
  });

  it('unit: added into the unit price, the others charged without it', () => {
    const impuestos = [IVA, ieps({ iepsMode: 'unit' })];
    const { c } = build([concepto({ cantidad: '2', descuento: '100', impuestos })]);
    expect(c.conceptos[0]).toMatchObject({ valorUnitario: '108.00', importe: '216.00', descuento: '108.00' });
    expect(c.traslados).toMatchObject([{ impuesto: '002', base: '100.00', importe: '16.00' }]);
    expect(build([included({ precio: '124', impuestos })]).c).toMatchObject({
      subTotal: '108.00',
      total: '124.00',
    });
  });

  it('subtract_before_break_down: inside the price, only subtracted to find the base', () => {
    const impuestos = [IVA, ieps({ iepsMode: 'subtract_before_break_down' })];
    const { c } = build([concepto({ precio: '108', impuestos })]);
    expect(c.conceptos[0]).toMatchObject({ valorUnitario: '108.00', importe: '108.00' });
    expect(c.traslados).toMatchObject([{ impuesto: '002', base: '100.00', importe: '16.00' }]);
    expect(c.total).toBe('124.00');
  });

  it('Cuota: petrol, with its quota in the price and outside of the base of IVA', () => {
    const cuota = ieps({ tipoFactor: 'Cuota', tasa: '6.4555', iepsMode: 'subtract_before_break_down' });
    const { c } = build([concepto({ cantidad: '40', precio: '20', impuestos: [IVA, cuota] })]);
    expect(c.subTotal).toBe('800.00');
    expect(c.traslados).toMatchObject([{ base: '541.78', importe: '86.68' }]);
    expect(build([included({ cantidad: '40', precio: '23.99', impuestos: [IVA, cuota] })]).c.total).toBe(
      '959.60',
    );
  });

  it('Cuota shown: the base is the taxed units', () => {
    const cuota = ieps({ tipoFactor: 'Cuota', tasa: '1.6451', base: '0.6' });
    const { c } = build([concepto({ cantidad: '10', precio: '15', impuestos: [cuota, IVA] })]);
    expect(c.traslados).toMatchObject([
      { impuesto: '003', tipoFactor: 'Cuota', tasaOCuota: '1.645100', base: '6.00', importe: '9.87' },
      { impuesto: '002', base: '159.87', importe: '25.58' },
    ]);
    expect(build([included({ cantidad: '10', precio: '15', impuestos: [cuota, IVA] })]).c.total).toBe(
      '150.00',
    );
  });
});

describe('currencies', () => {
  it.each([
    ['JPY', 0, '1160'],
    ['KWD', 3, '1160.000'],
    ['CLF', 4, '1160.0000'],
  ])('%s writes %d decimals in the header', (moneda, decimalsMoneda, total) => {
    const { c } = build(
      [included({ precio: '1160' }), included({ precio: '0.33333', cantidad: '0.000003' })],
      {
        moneda,
        decimalesMoneda: decimalsMoneda,
        tipoCambio: '18.5',
      },
    );
    expect(c.total).toBe(total);
  });
});

describe('local taxes', () => {
  it('are withheld and transferred by name and rate, with two decimals', () => {
    const local = (name: string, tasa: string, retencion: boolean) => ({ nombre: name, tasa, retencion });
    const { c, xml } = build([
      concepto({ impuestosLocales: [local('ISH', '0.035', false), local('5 al millar', '0.005', true)] }),
      concepto({ precio: '33.33', impuestosLocales: [local('ISH', '0.0350', false)] }),
    ]);
    expect(c.impuestosLocales).toMatchObject({
      totalTraslados: '4.67',
      totalRetenciones: '0.50',
      traslados: [{ nombre: 'ISH', tasa: '3.50', importe: '4.67' }],
    });
    expect(xml).toContain(
      '<implocal:TrasladosLocales ImpLocTrasladado="ISH" TasadeTraslado="3.50" Importe="4.67"/>',
    );
  });

  it('refuse a rate that a percentage of two decimals cannot say', () => {
    const impuestosLocales = [{ nombre: 'ISH', tasa: '0.03125', retencion: false }];
    expect(reject(comprobante({ conceptos: [concepto({ impuestosLocales })] }))).toEqual([
      'conceptos[0].impuestosLocales[0].tasa invalid_value',
    ]);
  });
});

describe('what the matrix does not allow is refused at its field', () => {
  const refused = (over: Partial<ConceptoInput>): string[] =>
    reject(comprobante({ conceptos: [concepto(), concepto(over)] })).map((d) =>
      d.replace('conceptos[1].', ''),
    );
  it.each<[string, Partial<ConceptoInput>, string[]]>([
    ['no quantity', { cantidad: '0' }, ['cantidad too_small']],
    ['a quantity below the sixth decimal', { cantidad: '0.0000001' }, ['cantidad too_small']],
    ['no number', { precio: 'cien' }, ['precio invalid_format']],
    ['a price of zero', { precio: '0' }, ['precio too_small']],
    ['a negative discount', { descuento: '-1' }, ['descuento too_small']],
    ['a discount above the amount', { descuento: '100.01' }, ['descuento too_large']],
    ['01 with taxes', { objetoImp: '01' }, ['impuestos[0] not_allowed']],
    ['02 without', { impuestos: [] }, ['impuestos required']],
    ['04 with taxes', { objetoImp: '04' }, ['impuestos[0] not_allowed']],
    ['06 with IVA', { objetoImp: '06' }, ['impuestos[0] not_allowed']],
    ['07 without IEPS', { objetoImp: '07', impuestos: [ISR] }, ['impuestos required']],
    [
      '08 with withheld IVA',
      { objetoImp: '08', impuestos: [ISR, IVA_RETENIDO] },
      ['impuestos[1] not_allowed'],
    ],
    ['09', { objetoImp: '09' }, ['objetoImp invalid_value']],
    [
      'an exempt retention',
      { impuestos: [{ ...ISR, tipoFactor: 'Exento' }] },
      ['impuestos[0].tipoFactor invalid_value'],
    ],
    [
      'transferred ISR',
      { impuestos: [{ ...ISR, retencion: false }] },
      ['impuestos[0].retencion invalid_value'],
    ],
    [
      'IVA as Cuota',
      { impuestos: [{ ...IVA, tipoFactor: 'Cuota' }] },
      ['impuestos[0].tipoFactor invalid_value'],
    ],
    [
      'no rate',
      { impuestos: [{ impuesto: 'IVA', tipoFactor: 'Tasa', retencion: false }] },
      ['impuestos[0].tasa required'],
    ],
    ['a negative rate', { impuestos: [{ ...IVA, tasa: '-0.16' }] }, ['impuestos[0].tasa too_small']],
    ['a base of zero', { impuestos: [{ ...IVA, base: '0' }] }, ['impuestos[0].base too_small']],
    [
      'fixed taxes above the price',
      { impuestosIncluidos: true, precio: '5', impuestos: [ieps({ tipoFactor: 'Cuota', tasa: '6' })] },
      ['precio too_small'],
    ],
    [
      'retentions above the total',
      { impuestos: [{ ...ISR, tasa: '0.35', base: '9999' }] },
      ['conceptos invalid_value'],
    ],
    ['an amount of 19 digits', { precio: '999999999999999999', cantidad: '9' }, ['conceptos too_large']],
  ])('%s', (_, over, details) => expect(refused(over)).toEqual(details));

  it('06 and 08 take withheld ISR, or nothing', () => {
    expect(build([concepto({ objetoImp: '06', impuestos: [ISR] })]).c.total).toBe('90.00');
    expect(build([concepto({ objetoImp: '08', impuestos: [] })]).c.total).toBe('100.00');
    expect(build([concepto({ objetoImp: '07', impuestos: [ieps()] })]).c.total).toBe('108.00');
  });
});
