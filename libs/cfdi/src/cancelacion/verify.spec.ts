import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { testCsd, makeCertificado, makeKeyPair } from '../testing/certificates.js';
import { canonicalizeWithXmllint, signWithXmlsec, hasXmllint, hasXmlsec } from '../testing/xmldsig.js';
import { openCsd } from '../sello/csd.js';
import { canonicalize } from './canonical.js';
import { cancelacionXml } from './write.js';
import { verifyCancelacion } from './verify.js';

const A = '62B00C5E-4187-4336-B569-44E0030DC729';
const B = '11111111-2222-3333-4444-00000000000A';
const at = new Date('2026-11-21');
const request = {
  rfcEmisor: 'EKU9003173C9',
  fecha: '2026-11-21T10:20:30',
  folios: [{ uuid: A, motivo: '01', folioSustitucion: B }],
};
let xml = '';
beforeAll(async () => {
  const written = await cancelacionXml(request, testCsd());
  if (!written.ok) throw new Error(written.refusal.code);
  xml = written.value;
});

const code = (text: string, when: Date | undefined = at): string => {
  const verified = verifyCancelacion(text, when && { at: when });
  return verified.ok ? 'ok' : (verified.refusal.details?.[0]?.code ?? '');
};
const signatureOf = (text: string): string => /<Signature[\s\S]*<\/Signature>/.exec(text)?.[0] ?? '';

describe('the signature of a request', () => {
  it('holds', () => expect(code(xml)).toBe('ok'));

  it.each<[string, string, (text: string) => string]>([
    ['301', 'no XML', () => 'x'],
    ['301', 'a DOCTYPE', (x) => x.replace('<Cancelacion', '<!DOCTYPE Cancelacion><Cancelacion')],
    ['301', 'another root', (x) => x.replaceAll('Cancelacion', 'Peticion')],
    ['301', 'another namespace', (x) => x.replace('cancelacfd.sat', 'cancelacfd.tas')],
    ['301', 'the request wrapped in another', (x) => `<a>${x.replace(/<\?.*?\?>/, '')}</a>`],
    ['301', 'one more attribute', (x) => x.replace('Motivo=', 'Otro="1" Motivo=')],
    ['301', 'one more element', (x) => x.replace('<Signature', '<Otro/><Signature')],
    ['301', 'text in the root', (x) => x.replace('<Signature', 'x<Signature')],
    ['301', 'two signatures', (x) => x.replace('</Cancelacion>', `${signatureOf(x)}</Cancelacion>`)],
    [
      '301',
      'the signature first',
      (x) => x.replace(signatureOf(x), '').replace('<Folios>', `${signatureOf(x)}$&`),
    ],
    [
      '301',
      'the signature in a folio',
      (x) => x.replace(signatureOf(x), '').replace('/></Folios>', `>${signatureOf(x)}</Folio></Folios>`),
    ],
    [
      '301',
      'a very large request',
      (x) => x.replace('</Cancelacion>', `${' '.repeat(2 ** 20)}</Cancelacion>`),
    ],
    ['302', 'no signature', (x) => x.replace(signatureOf(x), '')],
    ['302', 'another folio', (x) => x.replace(A, B.replace('A', 'B'))],
    [
      '302',
      'one more folio',
      (x) => x.replace('<Folios>', `<Folios><Folio UUID="${B}" Motivo="02"/></Folios>$&`),
    ],
    ['302', 'another motive', (x) => x.replace('Motivo="01"', 'Motivo="02"')],
    ['302', 'no substitute', (x) => x.replace(/ FolioSustitucion="[^"]*"/, '')],
    ['302', 'another date', (x) => x.replace('10:20:30', '10:20:31')],
    ['302', 'white space', (x) => x.replace('<Folios>', ' <Folios>')],
    ['302', 'a namespace more in force', (x) => x.replace('xmlns:xsd', 'xmlns:a="b" xmlns:xsd')],
    ['302', 'a processing instruction', (x) => x.replace('<Folios>', '<?a b?><Folios>')],
    ['302', 'an xml:base', (x) => x.replace('<SignedInfo>', '<SignedInfo xml:base="a">')],
    ['302', 'a digest of something else', (x) => x.replace(/(<DigestValue>)./, '$1A')],
    ['302', 'a short digest', (x) => x.replace(/<DigestValue>[^<]*/, '<DigestValue>AAAA')],
    ['302', 'a reference to a part', (x) => x.replace('URI=""', 'URI="#a"')],
    ['302', 'a reference without URI', (x) => x.replace(' URI=""', '')],
    ['302', 'a second reference', (x) => x.replace(/<Reference.*<\/Reference>/, '$&$&')],
    ['302', 'a second transform', (x) => x.replace(/<Transform Algo[^>]*>/, '$&$&')],
    [
      '302',
      'an XPath transform',
      (x) => x.replace('2000/09/xmldsig#enveloped-signature', 'TR/1999/REC-xpath-19991116'),
    ],
    [
      '302',
      'exclusive canonical XML',
      (x) => x.replace('TR/2001/REC-xml-c14n-20010315', '2001/10/xml-exc-c14n#'),
    ],
    [
      '302',
      'RSA with SHA-256',
      (x) => x.replace('2000/09/xmldsig#rsa-sha1', '2001/04/xmldsig-more#rsa-sha256'),
    ],
    ['302', 'HMAC', (x) => x.replace('#rsa-sha1', '#hmac-sha1')],
    ['302', 'a digest by SHA-256', (x) => x.replace('2000/09/xmldsig#sha1"', '2001/04/xmlenc#sha256"')],
    [
      '302',
      'an element in SignatureMethod',
      (x) => x.replace('#rsa-sha1"/>', '#rsa-sha1"><HMACOutputLength>0</HMACOutputLength></SignatureMethod>'),
    ],
    ['302', 'an empty signature', (x) => x.replace(/<SignatureValue>[^<]*/, '<SignatureValue>')],
    ['302', 'no certificate', (x) => x.replace(/<X509Certificate>.*<\/X509Certificate>/, '')],
    ['302', 'two certificates', (x) => x.replace(/<X509Certificate>.*<\/X509Certificate>/, '$&$&')],
    ['302', 'a KeyValue of another key', (x) => x.replace(/<Modulus>.{4}/, '<Modulus>AQID')],
    [
      '305',
      'no certificate in X509Certificate',
      (x) => x.replace(/<X509Certificate>.{8}/, '<X509Certificate>AAAAAAAA'),
    ],
  ])('%s: %s', (expected, _, change) => {
    expect(change(xml)).not.toBe(xml);
    expect(code(change(xml))).toBe(expected);
  });

  it('is that of a CSD of the issuer, in force', async () => {
    const keyPair = makeKeyPair();
    const withChanges = async (data: Parameters<typeof makeCertificado>[0]): Promise<string> => {
      const opened = openCsd(makeCertificado({ ...data, keys: keyPair }));
      if (!opened.ok) throw new Error(opened.refusal.code);
      const written = await cancelacionXml({ ...request, rfcEmisor: opened.value.rfc }, opened.value);
      return written.ok ? written.value : '';
    };
    const own = await withChanges({});
    expect(code(own)).toBe('ok');
    expect(code(own, new Date('2029-01-01'))).toBe('304');
    expect(code(own, new Date('2020-01-01'))).toBe('304');
    const fiel = makeCertificado({ fiel: true, keys: keyPair }).cer.toString('base64');
    expect(code(own.replace(/(<X509Certificate>)[^<]*/, `$1${fiel}`))).toBe('310');
    const foreign = await withChanges({ rfc: 'CACX7605101P8' });
    expect(code(foreign.replace('RfcEmisor="CACX7605101P8"', 'RfcEmisor="EKU9003173C9"'))).toBe('303');
  });

  it('any change is found, or changes nothing of what the request says', () =>
    fc.assert(
      fc.property(fc.nat(xml.length - 1), fc.constantFrom(...'aA0"<>& =/\n'), (i, letter) => {
        const changed = xml.slice(0, i) + letter + xml.slice(i + 1);
        const verified = verifyCancelacion(changed, { at });
        if (verified.ok) expect(verified.value).toMatchObject({ tipo: 'cfdi', ...request });
      }),
      { numRuns: 400, seed: 10 },
    ));

  it('every change of an attribute is found', () => {
    const signed = xml.slice(0, xml.indexOf('<SignatureValue>'));
    for (const { index } of signed.matchAll(/(?<=[A-Za-z]=")[^"]/g)) {
      const changed = `${xml.slice(0, index)}${xml[index] === '3' ? '4' : '3'}${xml.slice(index + 1)}`;
      if (!/^<\?xml [^>]*$/.test(xml.slice(0, index))) expect(code(changed)).not.toBe('ok');
    }
  });

  it('any text at all gives a verdict', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(xml.length), (text, i) => {
        verifyCancelacion(text);
        expect(code(xml.slice(0, i) + text + xml.slice(i))).toMatch(/^(ok|30[0-9]|310)$/);
      }),
      { numRuns: 150, seed: 11 },
    ));
});

/** A request as other software writes it: prefixes, white space, comments, references to characters. */
const otherSignature = (certificado: string, eol: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<!-- de otro -->',
    "<c:Cancelacion  Fecha='2026-11-21T10:20:30' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'",
    "   RfcEmisor = 'EKU9003173C9' xmlns:c='http://cancelacfd.sat.gob.mx'  >",
    `  <c:Folios><!-- uno --><c:Folio Motivo="&#48;2" UUID="${A}"></c:Folio>\t</c:Folios>`,
    '  <ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Id="f">',
    '    <ds:SignedInfo>',
    '      <ds:CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315" />',
    '      <ds:SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#rsa-sha1"/>',
    '      <ds:Reference URI=""><ds:Transforms>',
    '        <ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></ds:Transforms>',
    '        <ds:DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/><ds:DigestValue/>',
    '      </ds:Reference>',
    '    </ds:SignedInfo>',
    '    <ds:SignatureValue/>',
    `    <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificado}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
    '  </ds:Signature>',
    '</c:Cancelacion>',
    '',
  ].join(eol);

(hasXmlsec ? describe : describe.skip)('a request that xmlsec1 signed (needs xmlsec1)', () => {
  it.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
  ])('verifies, with lines that end in %s', (_, eol) => {
    const { certificado, privateKey } = testCsd();
    const signed = signWithXmlsec(otherSignature(certificado, eol), privateKey);
    expect(code(signed)).toBe('ok');
    expect(code(signed.replace('\t</c:Folios>', ' </c:Folios>'))).toBe('302');
    expect(code(signed.replace('<!-- uno -->', ''))).toBe('ok');
  });
});

describe('canonical XML', () => {
  it('knows which excerpt and what to leave out', () => {
    const canonicalNode = canonicalize(xml);
    expect(canonicalNode?.documento).not.toContain('Signature');
    expect(canonicalNode?.signedInfo).toMatch(
      /^<SignedInfo xmlns="http:\/\/www\.w3\.org\/2000\/09\/xmldsig#" xmlns:xsd="[^"]*" xmlns:xsi="[^"]*">/,
    );
    const digest = createHash('sha1')
      .update(canonicalNode?.documento ?? '')
      .digest('base64');
    expect(xml).toContain(`<DigestValue>${digest}</DigestValue>`);
  });

  (hasXmllint ? it : it.skip).each([
    '<a b="2" a="1"/>',
    '<?xml version="1.0"?>\n<a>\r\n <b/>\t</a>\n',
    '<a xmlns="u:u" xmlns:z="u:z" xmlns:y="u:y"><b xmlns=""><c xmlns="u:u" y:k="1" z:a="2" k="3"/></b><y:d xmlns:y="u:y"/></a>',
    '<a b="&#9;&#10;&#13;&quot;&apos;&lt;&gt;&amp; \n\t">&#13;"\'&lt;&gt;&amp;<![CDATA[<&>]]></a>',
    '<a xmlns:p="u:2" xmlns:o="u:1"><p:x o:b="1" p:a="2" o:a="3" a="4"/><p:x xmlns:p="u:3"/></a>',
    '<a 𐀀="1" ﬀ="2">ñ𐀀漢</a>',
  ])('of %s is that of libxml2 (needs xmllint)', (text) => {
    expect(canonicalize(text)?.documento).toBe(canonicalizeWithXmllint(text));
  });
});
