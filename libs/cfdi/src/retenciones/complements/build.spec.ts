import { describe, expect, it } from '@jest/globals';
import { foldName } from '../../schemas/lenient.js';
import type { ElementSchema } from '../../schemas/schema.js';
import { retentionComplementXml } from './build.js';
import { retentionComplementSchema } from './schema.js';
import { retentionComplementKinds } from './types.js';

const DIVIDENDOS = 'xmlns:dividendos="http://www.sat.gob.mx/esquemas/retencionpago/1/dividendos"';
const divid = {
  ...{ CveTipDivOUtil: '01', MontISRAcredRetMexico: 100, MontISRAcredRetExtranjero: '0' },
  TipoSocDistrDiv: 'Sociedad Nacional',
};
const write = (type: string, data: unknown): string => {
  const made = retentionComplementXml(type, data as never, 'complements[0]');
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return made.value;
};
const reject = (type: string, data: unknown): string[] => {
  const made = retentionComplementXml(type, data as never, 'complements[0]');
  if (made.ok) throw new Error(`written: ${made.value}`);
  expect(made.refusal.code).toBe('invalid_retention_complement');
  return (made.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
};

describe('a complement of a retention, as its author wrote it', () => {
  it('is written as the tax authority spells it, with its version and its amounts in cents', () => {
    expect(write('dividendos', { DividOUtil: divid, Remanente: { ProporcionRem: 12.3456789 } })).toBe(
      `<dividendos:Dividendos ${DIVIDENDOS} Version="1.0"><dividendos:DividOUtil CveTipDivOUtil="01" MontISRAcredRetMexico="100.00" MontISRAcredRetExtranjero="0.00" TipoSocDistrDiv="Sociedad Nacional"/><dividendos:Remanente ProporcionRem="12.345679"/></dividendos:Dividendos>`,
    );
  });

  it('may be spelled as JSON spells, with keys by their number', () => {
    const data = {
      divid_o_util: {
        ...{ cve_tip_div_o_util: 1, mont_isr_acred_ret_mexico: '100', montISRAcredRetExtranjero: 0 },
        TIPOSOCDISTRDIV: 'sociedad nacional',
      },
    };
    expect(write('Dividendos', data)).toBe(write('dividendos', { DividOUtil: divid }));
  });

  it.each([
    [
      'dividendos',
      { DividOUtil: { ...divid, CveTipDivOUtil: '07' } },
      ['DividOUtil.CveTipDivOUtil invalid_value'],
    ],
    [
      'dividendos',
      { DividOUtil: { ...divid, MontISRAcredRetMexico: -1 } },
      ['DividOUtil.MontISRAcredRetMexico too_small'],
    ],
    [
      'dividendos',
      { divid_o_util: { ...divid, cve_tip_div_o_util: '1' } },
      ['divid_o_util.cve_tip_div_o_util invalid_value'],
    ],
    ['dividendos', { DividOUtil: { ...divid, Otro: 1 } }, ['DividOUtil.Otro unknown_field']],
    ['dividendos', { Version: '1.1' }, ['Version invalid_value']],
  ])('names the field that is wrong: %s %j', (type, data, expected) =>
    expect(reject(type, data)).toEqual(expected.map((one) => `complements[0].data.${one}`)),
  );

  it('has its keys by their number, its words in any case, its rates and its flags as JSON has them', () => {
    const service = {
      ...{ FormaPagoServ: 2, TipoDeServ: '6', FechaServ: '2026-11-15', PrecioServSinIVA: '1000' },
      RFCTerceroAutorizado: 'cacx7605101p8',
      ImpuestosTrasladadosdelServicio: { Base: 1000, Impuesto: 2, TasaCuota: 0.16, Importe: 160 },
    };
    const platform = {
      ...{ Periodicidad: 2, NumServ: 1, MonTotServSIVA: 1000, TotalIVATrasladado: 160, TotalIVARetenido: 80 },
      ...{ TotalISRRetenido: 25, DifIVAEntregadoPrestServ: 80, MonTotalporUsoPlataforma: 0 },
    };
    const xml = write('servicios_plataformas_tecnologicas', { ...platform, Servicios: [service] });
    expect(xml).toContain('Periodicidad="02" NumServ="1" MonTotServSIVA="1000.00"');
    expect(xml).toContain('FormaPagoServ="02" TipoDeServ="06" RFCTerceroAutorizado="CACX7605101P8"');
    expect(xml).toContain('Impuesto="02" TipoFactor="Tasa" TasaCuota="0.160000" Importe="160.00"');
    for (const Servicios of [{ DetallesDelServicio: service }, { detalles_del_servicio: [service] }])
      expect(write('plataformas tecnológicas', { ...platform, Servicios })).toBe(xml);
    expect(reject('plataformastecnologicas', { ...platform, NumServ: 1.5, Servicios: [service] })).toEqual([
      'complements[0].data.NumServ invalid_format',
    ]);
    const interests = {
      ...{ SistFinanciero: true, RetiroAORESRetInt: false, OperFinancDerivad: 'no', Perdida: null },
      ...{ MontIntNominal: 1e3, MontIntReal: '1e2' },
    };
    expect(write('intereses', { ...interests, Perdida: 0 })).toContain(
      'SistFinanciero="SI" RetiroAORESRetInt="NO" OperFinancDerivad="NO" MontIntNominal="1000.00" MontIntReal="100.00"',
    );
    expect(reject('intereses', interests)).toEqual(['complements[0].data.Perdida required']);
  });

  it('of plans of retirement is version 1.1, whatever it is called', () => {
    const plan = {
      ...{ SistemaFinanc: 'SI', MontIntRealesDevengAniooInmAnt: 1, HuboRetirosAnioInmAntPer: 'NO' },
      HuboRetirosAnioInmAnt: 'NO',
    };
    const xml = write('planesderetiro11', plan);
    expect(xml).toContain('<planesderetiro11:Planesderetiro');
    for (const type of ['planesderetiro', 'planes_de_retiro', 'PlanesDeRetiro 1.1'])
      expect(write(type, { Version: 1.1, ...plan })).toBe(xml);
    // Whoever writes by the schema of 1.0 has to give its version.
    for (const Version of ['1.0', 1]) expect(write('planesderetiro', { Version, ...plan })).toBe(xml);
    for (const type of ['planesderetiro11', 'PlanesDeRetiro 1.1'])
      expect(reject(type, { Version: '1.0', ...plan })).toEqual([
        'complements[0].data.Version invalid_value',
      ]);
    expect(reject('planesderetiro', { Version: '1.2', ...plan })).toEqual([
      'complements[0].data.Version invalid_value',
    ]);
    const four = ['a', 'b', 'c', 'a'].map((TipoAportacionODeposito) => ({
      TipoAportacionODeposito,
      MontAportODep: 1,
    }));
    expect(reject('planesderetiro', { ...plan, AportacionesODepositos: four })).toEqual([
      'complements[0].data.AportacionesODepositos invalid_length',
    ]);
    expect(write('planesderetiro', { ...plan, AportacionesODepositos: four[0] })).toContain(
      '<planesderetiro11:AportacionesODepositos TipoAportacionODeposito="a" MontAportODep="1.00"/>',
    );
  });

  it('tells the field and the key that were meant', () => {
    const made = retentionComplementXml('premio', {}, 'complements[0]');
    expect(made).toMatchObject({ ok: false, refusal: { details: [{ params: { suggestion: 'premios' } }] } });
    const premios = { EntidadFederativa: 99, MontTotPago: 1, MontTotPagoGrav: 1, MontTotPagoExento: 0 };
    const refused = retentionComplementXml('premios', premios, 'complements[0]');
    expect(refused).toMatchObject({
      ok: false,
      refusal: {
        path: 'complements[0].data.MontTotPagoExento',
        details: [
          { code: 'unknown_field', params: { suggestion: 'MontTotPagoExent' } },
          { path: 'complements[0].data.EntidadFederativa', code: 'invalid_value' },
          { path: 'complements[0].data.MontTotPagoExent', code: 'required' },
        ],
      },
    });
  });

  it.each([
    ['no object', 'x', [' invalid_type']],
    ['a list', [{}], [' invalid_type']],
    [
      'names of the prototype',
      JSON.parse('{"__proto__":{"Version":"9"},"constructor":1,"toString":2}') as unknown,
      [
        '.__proto__ unknown_field',
        '.constructor unknown_field',
        '.toString unknown_field',
        '.MontGanAcum required',
        '.MontPerdDed required',
      ],
    ],
    [
      'numbers without an end',
      { MontGanAcum: Infinity, MontPerdDed: '9'.repeat(100_000) },
      ['.MontGanAcum invalid_type', '.MontPerdDed invalid_type'],
    ],
    [
      'more digits than an amount has',
      { MontGanAcum: 1e18, MontPerdDed: '1e-9' },
      ['.MontGanAcum too_large'],
    ],
    [
      'values that are none',
      { MontGanAcum: {}, MontPerdDed: [1] },
      ['.MontGanAcum invalid_type', '.MontPerdDed invalid_type'],
    ],
  ] as const)('refuses %s', (_what, data, expected) =>
    expect(reject('operacionesconderivados', data)).toEqual(
      expected.map((one) => `complements[0].data${one}`),
    ),
  );

  it('refuses text that XML or the cadena original can not carry, and escapes the rest', () => {
    const trust = (NomFideicom: string) => ({ IdFideicom: 7, NomFideicom, DescripFideicom: 'd' });
    expect(write('sectorfinanciero', trust(' <A & "B">\n'))).toContain(
      'IdFideicom="7" NomFideicom="&lt;A &amp; &quot;B&quot;&gt;"',
    );
    for (const wrong of ['a|b', '\u0000', '\ud800'])
      expect(reject('sectorfinanciero', trust(wrong))).toEqual([
        'complements[0].data.NomFideicom invalid_value',
      ]);
  });

  it('is cut where there is too much of it: names, mistakes, rows, depth', () => {
    const deep = Array.from({ length: 20_000 }).reduce<object>((inner) => ({ DividOUtil: inner }), {});
    expect(reject('dividendos', deep)).toContain('complements[0].data.DividOUtil.DividOUtil unknown_field');
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x${i}`.repeat(50), i]));
    const told = reject('dividendos', many);
    expect(told).toHaveLength(100);
    expect(Math.max(...told.map((one) => one.length))).toBeLessThan(150);
    const rows = (count: number) => ({ Servicios: Array.from({ length: count }, () => ({})) });
    expect(reject('plataformastecnologicas', rows(1000))).toHaveLength(100);
    expect(reject('plataformastecnologicas', rows(12_501))).toContain(
      'complements[0].data.Servicios invalid_length',
    );
    expect(reject('x'.repeat(100_000), {})).toEqual(['complements[0].type invalid_value']);
  });
});

describe('the schema of a complement', () => {
  it('has names, limits and the keys of catalogues', () => {
    const schema = retentionComplementSchema('dividendos');
    expect(schema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: {
        Version: { enum: ['1.0'], default: '1.0' },
        DividOUtil: {
          required: [
            ...['CveTipDivOUtil', 'MontISRAcredRetMexico', 'MontISRAcredRetExtranjero', 'TipoSocDistrDiv'],
          ],
          properties: {
            CveTipDivOUtil: {
              enum: ['01', '02', '03', '04', '05', '06'],
              description: expect.stringContaining('`01` Proviene de CUFIN') as unknown,
            },
            MontISRAcredNal: { type: 'number', minimum: 0 },
          },
        },
      },
    });
    expect(schema).not.toHaveProperty('required');
    expect(retentionComplementSchema('planes_de_retiro')?.properties).toMatchObject({
      AportacionesODepositos: { type: 'array', minItems: 0, maxItems: 3 },
    });
    expect(retentionComplementSchema('nada')).toBeUndefined();
  });

  it('is there for every type, which no two fields spell alike', () => {
    for (const { type, standard } of retentionComplementKinds) {
      expect(retentionComplementSchema(type)?.type).toBe('object');
      const check = ({ attributes, children }: ElementSchema): void => {
        const names = [...attributes.keys(), ...children.map(({ element }) => element.name)];
        expect(new Set(names.map(foldName)).size).toBe(names.length);
        for (const { element } of children) check(element);
      };
      check(standard.root);
    }
  });
});
