import { beforeAll, describe, expect, it } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { buildComprobante } from '#cfdi';
import { makeAuthority } from '#cfdi/testing/certificates';
import { mutantsOf, nameOf, parseTree, writeXml } from '#cfdi/testing/mutations';
import { comprobante, concepto } from '#cfdi/testing/samples';
import { csdOf, stampedXml, testPac } from '#cfdi/testing/stamped';
import { unpack } from '#eventing/content/packing';
import { readDocuments, type DocumentRead } from './read.worker.js';

const authority = makeAuthority();
const stranger = makeAuthority({ name: 'NADIE' });
const pac = testPac(authority);
const csd = csdOf({ issuer: authority, number: '00001000000700000009' });
const trust = { live: [new X509Certificate(authority.pem).raw.toString('base64')], sandbox: [] };

const built = (over = {}) => {
  const result = buildComprobante(
    comprobante({
      conceptos: [
        concepto({
          cuentaPredial: ['123'],
          partes: [{ claveProdServ: '60131324', cantidad: '1', descripcion: 'Cuerda' }],
        }),
      ],
      condicionesDePago: 'Contado',
      ...over,
    }),
  );
  if (!result.ok) throw new Error(result.refusal.code);
  return result.value;
};
const read = async (xml: string | Uint8Array, trusted = trust, stamps = {}): Promise<DocumentRead> => {
  const bytes = typeof xml === 'string' ? Buffer.from(xml) : xml;
  return (await readDocuments({ trust: trusted, stamps, files: [{ bytes }] }))[0] as DocumentRead;
};
const codeOf = async (xml: string | Uint8Array, trusted = trust): Promise<string> => {
  const one = await read(xml, trusted);
  return one.ok ? one.use : one.code;
};

let xml: string;
beforeAll(async () => {
  xml = await stampedXml(built(), csd, pac);
});

describe('a document that is read', () => {
  it('counts where its issuer’s certificate is trusted, whatever is around it', async () => {
    expect(await codeOf(xml)).toBe('live');
    expect(await codeOf(`\ufeff${xml}`)).toBe('live');
    expect(await codeOf(xml.replace('encoding="UTF-8"', "encoding='utf-8'"))).toBe('live');
    const one = await read(xml);
    expect(one.ok && one.document.stamp.xml_key).toMatch(/^imported-[0-9a-f]{64}$/);
    // What the content store keeps is what came.
    expect(one.ok && (await unpack(Buffer.from(one.packed))).toString()).toBe(xml);
  });

  it('is judged anew where other authorities are trusted, though its certificate was read before', async () => {
    const other = { live: [new X509Certificate(stranger.pem).raw.toString('base64')], sandbox: [] };
    const nobody = 'invoice_import_certificate_not_trusted';
    for (let n = 0; n < 2; n += 1)
      expect([await codeOf(xml), await codeOf(xml, other)]).toEqual(['live', nobody]);
  });

  it('has its stamp judged where the certificate of the PAC is known by its number', async () => {
    const holds = async (text: string, stamps: object) => {
      const one = await read(text, trust, stamps);
      return one.ok && one.stamp.holds;
    };
    const number = /NoCertificadoSAT="(\d+)"/.exec(xml)?.[1] ?? '';
    const cer = pac.cer.toString('base64');
    expect(await holds(xml, { [number]: cer })).toBe(true);
    expect(await holds(xml.replace(/ FechaTimbrado="20/, ' FechaTimbrado="19'), { [number]: cer })).toBe(
      false,
    );
    expect(await holds(xml, {})).toBeUndefined();
    // Somebody else's certificate under its number says nothing.
    expect(await holds(xml, { [number]: csd.certificado })).toBeUndefined();
  });

  it('of an issuer that was read before is verified by its own certificate', async () => {
    const number = '00001000000700000010';
    const renewed = csdOf({ issuer: authority, number });
    for (let n = 0; n < 2; n += 1) {
      expect(await codeOf(await stampedXml(built(), renewed, pac))).toBe('live');
      // The same document under the number of the certificate before.
      const swapped = xml.replace(/ Certificado="[^"]+"/, ` Certificado="${renewed.certificado}"`);
      expect(await codeOf(swapped)).toBe('invoice_import_seal_invalid');
      expect(await codeOf(xml)).toBe('live');
    }
  });

  it('does not where it is sealed by nobody known, with the certificate of another, or out of its time', async () => {
    const by = async (certificate: ReturnType<typeof csdOf>, over = {}) =>
      codeOf(await stampedXml(built(over), certificate, pac));
    expect(await by(csdOf({ issuer: stranger }))).toBe('invoice_import_certificate_not_trusted');
    expect(await by(csdOf({ issuer: authority, rfc: 'CACX7605101P8' }))).toBe(
      'invoice_import_certificate_not_trusted',
    );
    expect(await by(csd, { fecha: '2044-01-01T00:00:00' })).toBe('invoice_import_certificate_not_trusted');
  });

  it('of any change by one step is refused with its reason, but for what nothing signs', async () => {
    const root = parseTree(xml);
    const counts = new Map<string, number>();
    const accepted: string[] = [];
    for (const mutant of mutantsOf(root)) {
      const code = await codeOf(writeXml(mutant.root));
      counts.set(code, (counts.get(code) ?? 0) + 1);
      if (code === 'live') accepted.push(nameOf(mutant));
    }
    // SelloSAT signs these: it is verified with the certificate of the PAC, which a thread has not.
    const ofStamp =
      /TimbreFiscalDigital@(?:UUID|FechaTimbrado|RfcProvCertif|NoCertificadoSAT|SelloSAT|Leyenda)/;
    expect(accepted.filter((name) => !ofStamp.test(name) && !/^intercambia/.test(name))).toEqual([]);
    expect([...counts.keys()].sort()).toEqual(
      expect.arrayContaining([
        'invoice_import_not_cfdi',
        'invoice_import_not_stamped',
        'invoice_import_seal_invalid',
        'invoice_import_structure_invalid',
      ]),
    );
    expect([...counts.values()].reduce((sum, one) => sum + one, 0)).toBeGreaterThan(200);
  });

  it('is read as its cadena original has it, whatever white space is around its values', async () => {
    const others = /^(?:version|encoding|xmlns.*|xsi:.*)$/;
    const plain = await read(xml);
    for (const [text, name, value] of xml.matchAll(/ ([\w:]+)="([^"]*)"/g)) {
      if (others.test(name as string)) continue;
      const spaced = await read(xml.replaceAll(text, ` ${name}=" &#10;${value}  "`));
      if (!spaced.ok || !plain.ok) throw new Error(`${name}: ${spaced.ok || spaced.code}`);
      const { xml_key } = plain.document.stamp;
      expect(spaced).toEqual({
        ...plain,
        packed: spaced.packed,
        document: {
          ...plain.document,
          stamp: { ...plain.document.stamp, xml_key: spaced.document.stamp.xml_key },
        },
      });
      expect(spaced.document.stamp.xml_key).not.toBe(xml_key);
    }
  });

  it('says what is wrong in Spanish, of the file that was sent', async () => {
    const why = async (given: string | Uint8Array) => {
      const one = await read(given);
      if (one.ok) throw new Error('it was read');
      const [detail] = one.details;
      const { message } = detail ?? {};
      return [one.code, detail?.location, detail?.path, typeof message === 'object' ? message.es : message];
    };
    expect(await why('%PDF-1.7')).toEqual(['invoice_import_not_xml', undefined, undefined, undefined]);
    expect(await why(xml.slice(0, -2))).toEqual([
      ...['invoice_import_unreadable', 'files', 'file'],
      'El XML no puede leerse: el elemento "cfdi:Comprobante" no se cierra: el archivo está incompleto.',
    ]);
    expect((await why(`${xml}${xml}`))[3]).toBe(
      'El XML no puede leerse: la declaración <?xml …?> no está al principio del archivo.',
    );
    expect((await why('<!DOCTYPE a><a/>'))[3]).toBe('El XML no puede leerse: no se admite DOCTYPE.');
    expect((await why('<a b=1/>'))[3]).toBe(
      'El XML no puede leerse: un atributo no tiene valor entre comillas.',
    );
    expect((await why('<a/>')).slice(0, 3)).toEqual(['invoice_import_not_cfdi', 'files', 'file']);
    expect((await why(xml.replace('Version="4.0"', 'Version="4.0" Otro="1"'))).slice(0, 3)).toEqual([
      ...['invoice_import_structure_invalid', 'files', 'Comprobante.Otro'],
    ]);
    const latin1 = Buffer.from(xml.replace('UNIVERSIDAD', 'PEÑA'), 'latin1');
    expect((await why(latin1))[3]).toBe(
      'El archivo no está en UTF-8: pida el XML tal como lo entregó el PAC.',
    );
  });

  it('that is hostile is refused, and quickly', async () => {
    const began = performance.now();
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;</a>';
    const outside = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>';
    for (const bytes of [
      bomb,
      outside,
      '<a>&b;</a>',
      '<a'.repeat(100_000),
      `${'<a>'.repeat(100_000)}`,
      '<?xml version="1.0" encoding="EBCDIC"?><a/>',
      Buffer.from('<a>\xff\xfe</a>', 'latin1'),
      Buffer.from('\ufeff<a/>', 'utf16le'),
      Buffer.alloc(5_000_000, '<'),
      `<a ${'b'.repeat(1_000_000)}="1"`,
    ])
      expect(await codeOf(bytes)).toBe('invoice_import_unreadable');
    for (const bytes of ['', Buffer.alloc(5_000_000, ' '), Buffer.alloc(5_000_000, 0)])
      expect(await codeOf(bytes)).toBe('invoice_import_not_xml');
    expect(await codeOf(`<a ${Array.from({ length: 50_000 }, (_, n) => `b${n}=""`).join(' ')}/>`)).toBe(
      'invoice_import_not_cfdi',
    );
    const spaces = xml.replace('Version="4.0"', `Version=" 4${' '.repeat(4_000_000)}0 "`);
    expect(await codeOf(spaces)).toBe('invoice_import_structure_invalid');
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
