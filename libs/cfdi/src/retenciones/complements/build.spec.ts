import { describe, expect, it } from '@jest/globals';
import { retentionComplementXml } from './build.js';

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
});
