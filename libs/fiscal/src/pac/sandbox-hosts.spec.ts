import { describe, expect, it } from '@jest/globals';
import { pacsConfig } from '#hosting/config/pacs';
import { inSandboxes, testUrl } from './sandbox-hosts.js';

const addressesOf = (env: Record<string, string>): readonly string[] => {
  const { sw, finkok, prodigia } = inSandboxes(pacsConfig(env));
  return [sw.url, sw.apiUrl, finkok.url, prodigia.url];
};

describe('where documents of Test go, when an organization has chosen a PAC’s own sandbox', () => {
  it('is the PAC’s test system, where nothing is set', () => {
    expect(addressesOf({})).toEqual([
      'https://services.test.sw.com.mx',
      'https://api.test.sw.com.mx',
      'https://demo-facturacion.finkok.com',
      'https://pruebas.pade.mx/servicio/rest',
    ]);
  });

  it('is what the operator has set, where that is a test system or a double', () => {
    const env = {
      TIMBRA_SW_URL: 'http://127.0.0.1:4010',
      TIMBRA_SW_API_URL: 'https://api.test.sw.com.mx',
      TIMBRA_FINKOK_URL: 'https://finkok.example.com',
      TIMBRA_PRODIGIA_URL: 'https://pruebas.pade.mx/servicio/rest',
    };
    expect(addressesOf(env)).toEqual(Object.values(env));
  });

  it('is never what goes with a double’s stamps but is production: administration beside it', () => {
    expect(addressesOf({ TIMBRA_SW_URL: 'http://127.0.0.1:4010' }).slice(0, 2)).toEqual([
      'http://127.0.0.1:4010',
      'https://api.test.sw.com.mx',
    ]);
  });

  it.each([
    'https://services.sw.com.mx:443',
    'https://services.sw.com.mx:8443',
    'https://SERVICES.SW.COM.MX',
    'https://services.sw.com.mx.',
    'https://services.sw.com.mx/base/',
  ])('is never production, however it is written: %s', (url) =>
    expect(testUrl(url)).toBe('https://services.test.sw.com.mx'),
  );

  it('and a host that only looks like production is another one', () =>
    expect(testUrl('https://services.sw.com.mx.example.com')).toBe('https://services.sw.com.mx.example.com'));

  it('the tax authority’s production service is not asked for what was stamped there', () =>
    expect(testUrl('https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc')).toBe(
      'https://pruebacfdiconsultaqr.cloudapp.net/ConsultaCFDIService.svc',
    ));
});
