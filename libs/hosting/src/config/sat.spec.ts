import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

describe('the tax authority', () => {
  it('is asked at its own addresses, unless a variable says where', () => {
    expect(loadConfig({}).sat).toEqual({
      certificatesUrl: 'https://rdc.sat.gob.mx/rccf',
      statusUrl: 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc',
      downloadUrl: undefined,
      downloadPauseMs: 60_000,
      lrfc: [],
      lco: [],
      efos69b: [],
      listsDir: resolve('.data/lists'),
    });
    const { sat } = loadConfig({
      TIMBRA_SAT_STATUS_URL: 'http://127.0.0.1:4000/status/',
      TIMBRA_SAT_DOWNLOAD_URL: 'https://sat.example',
    });
    expect(sat).toMatchObject({
      statusUrl: 'http://127.0.0.1:4000/status',
      downloadUrl: 'https://sat.example',
    });
  });

  it.each(['TIMBRA_SAT_CERTIFICATES_URL', 'TIMBRA_SAT_STATUS_URL', 'TIMBRA_SAT_DOWNLOAD_URL'])(
    'is not asked without TLS: %s',
    (name) => {
      expect(() => loadConfig({ [name]: 'http://sat.example' })).toThrow(
        new RegExp(`^${name} must be a URL that begins with https://`),
      );
    },
  );

  it('hands out lists in several files', () => {
    const { sat } = loadConfig({
      TIMBRA_SAT_LRFC: 'l_RFC_1.txt.gz, /lists/l_RFC_2.txt.gz,',
      TIMBRA_SAT_LCO: '/lists/LCO_1.XML.gz',
      TIMBRA_SAT_69B: '69b.csv',
    });
    expect(sat.lrfc).toEqual([resolve('l_RFC_1.txt.gz'), '/lists/l_RFC_2.txt.gz']);
    expect(sat.lco).toEqual(['/lists/LCO_1.XML.gz']);
    expect(sat.efos69b).toEqual([resolve('69b.csv')]);
  });
});
