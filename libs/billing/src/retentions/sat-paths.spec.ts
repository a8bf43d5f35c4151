import { describe, expect, it } from '@jest/globals';
import { retencionXml, type RetencionInput } from '#cfdi';
import { mustBuildRetencion, retencion } from '#cfdi/testing/retenciones';
import { fieldOfRetentionRefusal } from './sat-paths.js';

const SEALS = { noCertificado: '3'.repeat(20), certificado: 'QUJD', sello: 'QUJD' };
const xmlOf = (over: Partial<RetencionInput> = {}): string =>
  retencionXml(mustBuildRetencion(retencion(over)), SEALS);

describe("the API's field that a refusal of a retention is about", () => {
  it.each<[string, string, string, string]>([
    ['Reten20104', 'LugarExpRetenc="06300"', 'LugarExpRetenc="00000"', 'issuer_info.address.zip'],
    ['Reten20105', 'CveRetenc="08"', 'CveRetenc="99"', 'cve_retenc'],
    ['Reten20111', 'RegimenFiscalE="601"', 'RegimenFiscalE="999"', 'issuer_info.tax_system'],
    ['Reten20120', 'DomicilioFiscalR="36257"', 'DomicilioFiscalR="00000"', 'customer.address.zip'],
    ['Reten20122', 'MesFin="11"', 'MesFin="09"', 'periodo.mes_fin'],
    [
      'RET-ImpRetenidos-TipoPagoRet',
      'TipoPagoRet="04"',
      'TipoPagoRet="99"',
      'totales.imp_retenidos[0].tipo_pago_ret',
    ],
    ['Reten20131', 'MontoTotRet="100.00"', 'MontoTotRet="100.01"', 'totales.monto_tot_ret'],
  ])('%s is at the place that breaks it', (code, right, wrong, path) => {
    const xml = xmlOf().replace(right, wrong);
    expect(xml).toContain(wrong);
    expect(fieldOfRetentionRefusal(xml, code)).toBe(path);
  });

  it.each([
    ['Reten20110', 'issuer_info.legal_name'],
    ['Reten20113', 'customer.tax_id'],
    ['Reten20116', 'customer.legal_name'],
    ['Reten20101', undefined],
    ['401', undefined],
    ['x'.repeat(50), undefined],
  ])('%s, which nothing here can judge, is at %s', (code, path) => {
    expect(fieldOfRetentionRefusal(xmlOf(), code)).toBe(path);
    expect(fieldOfRetentionRefusal('no XML', code)).toBe(path);
  });

  it('a complement is named by its place', () => {
    const dividendos =
      '<dividendos:Dividendos xmlns:dividendos="http://www.sat.gob.mx/esquemas/retencionpago/1/dividendos"' +
      ' Version="1.0"><dividendos:DividOUtil CveTipDivOUtil="01" MontISRAcredRetMexico="0"' +
      ' MontISRAcredRetExtranjero="0" TipoSocDistrDiv="Sociedad Nacional"/></dividendos:Dividendos>';
    const xml = xmlOf({ cveRetenc: '14', complementos: [dividendos] });
    expect(xml).toContain('CveTipDivOUtil="01"');
    const wrong = xml.replace('CveTipDivOUtil="01"', 'CveTipDivOUtil="99"');
    expect(fieldOfRetentionRefusal(wrong, 'RET-DividOUtil-CveTipDivOUtil')).toBe('complements[0]');
  });
});
