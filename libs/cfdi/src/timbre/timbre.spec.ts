import { describe, expect, it } from '@jest/globals';
import { cadenaOriginalOf } from '../reading/cadena.js';
import { parseComprobante } from '../reading/comprobante.js';
import { qrUrl } from '../qr.js';
import { sealComprobante, verifySello } from '../sello/sello.js';
import { testCsd } from '../testing/certificates.js';
import { documentWith } from '../testing/build.js';
import { concepto } from '../testing/samples.js';
import { insertTimbre } from './insert.js';
import { buildTimbre, cadenaTfd, timbreXml } from './timbre.js';

const UUID = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';
const stamp = (selloCfd: string) =>
  buildTimbre(
    { uuid: UUID, fechaTimbrado: '2026-11-20T10:31:00', rfcProvCertif: 'SPR190613I52', selloCfd },
    testCsd(),
  );

describe('a stamp', () => {
  it('signs its own cadena', async () => {
    const timbre = await stamp('abc');
    expect(cadenaTfd(timbre)).toBe(
      `||1.1|${UUID}|2026-11-20T10:31:00|SPR190613I52|abc|${testCsd().noCertificado}||`,
    );
    expect(cadenaTfd({ ...timbre, leyenda: ' una  leyenda ' })).toContain('|SPR190613I52|una leyenda|abc|');
    expect(verifySello(cadenaTfd(timbre), timbre.selloSat, testCsd().certificado)).toBe(true);
  });

  it('goes into the document without touching what is signed', async () => {
    const { c } = documentWith([concepto()]);
    const { xml, sello, cadenaOriginal } = await sealComprobante(c, testCsd());
    const timbre = await stamp(sello);
    const stamped = insertTimbre(xml, timbre);
    const node = `<cfdi:Complemento>${timbreXml(timbre)}</cfdi:Complemento>`;
    expect(stamped.replace(node, '')).toBe(xml);
    const parsed = parseComprobante(stamped);
    if (!parsed.ok) throw new Error(parsed.refusal.code);
    expect(parsed.value.timbre).toEqual({ ...timbre, leyenda: undefined });
    expect(cadenaOriginalOf(parsed.value)).toEqual({ ok: true, value: cadenaOriginal });
    expect(() => insertTimbre(stamped, timbre)).toThrow(TypeError);
  });

  const at = (xml: string): string => insertTimbre(xml, '<T/>');
  it('finds its place in any document', () => {
    expect(at('<c:Comprobante><c:A/></c:Comprobante>\n')).toBe(
      '<c:Comprobante><c:A/><c:Complemento><T/></c:Complemento></c:Comprobante>\n',
    );
    expect(at('<Comprobante></Comprobante >')).toBe(
      '<Comprobante><Complemento><T/></Complemento></Comprobante >',
    );
    expect(at('<c:Comprobante><c:Complemento><x/></c:Complemento><c:Addenda/></c:Comprobante>')).toBe(
      '<c:Comprobante><c:Complemento><x/><T/></c:Complemento><c:Addenda/></c:Comprobante>',
    );
    expect(at('<c:Comprobante><c:Complemento /></c:Comprobante>')).toBe(
      '<c:Comprobante><c:Complemento><T/></c:Complemento></c:Comprobante>',
    );
    expect(at('<c:Comprobante><c:Addenda><c:Complemento/></c:Addenda></c:Comprobante><!-- </c:x> -->')).toBe(
      '<c:Comprobante><c:Complemento><T/></c:Complemento><c:Addenda><c:Complemento/></c:Addenda></c:Comprobante><!-- </c:x> -->',
    );
    const speaking = '<c:Addenda><!-- <tfd:TimbreFiscalDigital/> --><![CDATA[<c:Complemento>]]></c:Addenda>';
    expect(at(`<c:Comprobante A="Complemento"><c:A/>${speaking}</c:Comprobante>`)).toBe(
      `<c:Comprobante A="Complemento"><c:A/><c:Complemento><T/></c:Complemento>${speaking}</c:Comprobante>`,
    );
    expect(() =>
      at('<Comprobante><Complemento><t:TimbreFiscalDigital/></Complemento></Comprobante>'),
    ).toThrow('stamp already');
    expect(() => at('<a/>')).toThrow(TypeError);
    expect(() => at('<Comprobante><Addenda>')).toThrow(TypeError);
  });
});

describe('the printed expression', () => {
  const parts = {
    uuid: UUID,
    rfcEmisor: 'H&E951128469',
    rfcReceptor: 'URE180429TM6',
    sello: 'x'.repeat(336) + '12345678',
  };
  it.each([
    ['2010.01', '2010.01'],
    ['1', '1.0'],
    ['100.00', '100.0'],
    ['0.500', '0.5'],
  ])('%s is written %s', (total, tt) =>
    expect(qrUrl({ ...parts, total })).toBe(
      `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=${UUID}&re=H&amp;E951128469&rr=URE180429TM6&tt=${tt}&fe=12345678`,
    ),
  );
});
