import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

describe('the providers of Live', () => {
  it.each([undefined, '', ' ', ',', ' , '])('are none with %j', (TIMBRA_PACS) => {
    expect(loadConfig({ TIMBRA_PACS }).pacs.order).toEqual([]);
  });

  it('are asked in the order of the setting', () => {
    expect(loadConfig({ TIMBRA_PACS: ' Finkok, sw' }).pacs.order).toEqual(['finkok', 'sw']);
  });

  it.each(['acme', ',sw,acme', 'sandbox'])('can’t be %j: the service does not start', (TIMBRA_PACS) => {
    expect(() => loadConfig({ TIMBRA_PACS })).toThrow(
      /^TIMBRA_PACS names "\w+": there are adapters for sw, finkok, prodigia\.$/,
    );
  });

  it('come once each', () => {
    expect(() => loadConfig({ TIMBRA_PACS: 'sw,finkok,sw' })).toThrow('TIMBRA_PACS names "sw" twice.');
  });

  it('are at the PACs’ real hosts, unless a variable says where', () => {
    expect(loadConfig({}).pacs).toMatchObject({
      sw: { url: 'https://services.sw.com.mx', apiUrl: 'https://api.sw.com.mx' },
      finkok: { url: 'https://facturacion.finkok.com' },
      ...{ timeoutMs: 60_000, settleMs: 120_000, retryMs: 5_000, surplus: 'cancel' },
    });
    const { url } = loadConfig({ TIMBRA_SW_URL: 'http://127.0.0.1:4000/' }).pacs.sw;
    expect(url).toBe('http://127.0.0.1:4000');
  });

  it.each([
    'http://sw.example',
    'https://u:secret@sw.example',
    'ftp://localhost',
    'secret',
    'https://x/?a=1',
  ])('are not reached at %s, and the message does not repeat it', (TIMBRA_FINKOK_URL) => {
    expect(() => loadConfig({ TIMBRA_FINKOK_URL })).toThrow(/^TIMBRA_FINKOK_URL must be a URL/);
    expect(() => loadConfig({ TIMBRA_FINKOK_URL })).not.toThrow(/secret/);
  });
});
