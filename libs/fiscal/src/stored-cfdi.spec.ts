import { describe, expect, it } from '@jest/globals';
import type { Tenant } from '#kernel';
import type { ContentStore } from '#eventing';
import { storedCfdi, storedCfdiBytes } from './stored-cfdi.js';

const tenant: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0aa', livemode: false };
const holding = (bytes: Buffer) => ({ get: () => Promise.resolve(bytes) }) as unknown as ContentStore;
const WHOLE = { xml_key: 'received/x.xml', timbre_xml: '' };

describe('a stamped CFDI', () => {
  it('that was imported is handed out byte for byte', async () => {
    const came = Buffer.from('\uFEFF<?xml version="1.0"?>\r\n<cfdi:Comprobante  Total="1"/>\n<!-- ñ -->');
    expect(await storedCfdiBytes(holding(came), tenant, WHOLE)).toEqual(came);
    expect(await storedCfdi(holding(came), tenant, WHOLE)).toMatch(/^<\?xml/);
  });

  it('of ours is put together from its two parts', async () => {
    const sealed = Buffer.from(
      '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4"></cfdi:Comprobante>',
    );
    const parts = { xml_key: 'cfdi/x.1/y.xml', timbre_xml: '<tfd:TimbreFiscalDigital/>' };
    expect(await storedCfdi(holding(sealed), tenant, parts)).toContain(
      '<cfdi:Complemento><tfd:TimbreFiscalDigital/></cfdi:Complemento>',
    );
  });

  it('is none where nothing was stamped', async () => {
    const nothing = { xml_key: null, timbre_xml: null };
    expect(await storedCfdi(holding(Buffer.from('')), tenant, nothing)).toBeUndefined();
  });
});
