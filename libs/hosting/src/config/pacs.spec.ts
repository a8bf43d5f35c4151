import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

describe('the providers of Live', () => {
  it.each([undefined, '', ' ', ',', ' , '])('are none with %j', (TIMBRA_PACS) => {
    expect(loadConfig({ TIMBRA_PACS }).pacs).toEqual([]);
  });

  it.each(['finkok', 'SW', ',sw', 'sandbox'])('can’t be %j: the service does not start', (TIMBRA_PACS) => {
    expect(() => loadConfig({ TIMBRA_PACS })).toThrow(
      /^TIMBRA_PACS names "\w+": this version has no adapter for a PAC of Live yet\. Leave it empty\.$/,
    );
  });
});
