import { describe, expect, it } from '@jest/globals';
import { comprobanteXml } from '../../document/xml.js';
import { readXml } from '../../reading/nodes.js';
import { buildDocument } from '../../testing/build.js';
import { comprobante } from '../../testing/samples.js';
import type { NamespaceInput } from '../input.js';
import { checkAddenda } from './addenda.js';

const namespace = (over: Partial<NamespaceInput> = {}): NamespaceInput => ({
  ...{ prefijo: 'tienda', uri: 'urn:tienda:1', esquema: 'https://tienda.example/v1.xsd' },
  ...over,
});
const reject = (xml: unknown, namespaces: readonly NamespaceInput[] = []): string => {
  const checked = checkAddenda(xml as string, namespaces, 'addenda');
  if (checked.ok) throw new Error('it was accepted');
  return (checked.refusal.details ?? [])
    .map(({ path, code, message }) =>
      `${path} ${code} ${typeof message === 'object' ? message.en : ''}`.trim(),
    )
    .join('; ');
};
/** The whole document, read again. */
const inDocument = (xml: string, namespaces: readonly NamespaceInput[] = []) => {
  const checked = checkAddenda(xml, namespaces, 'addenda');
  if (!checked.ok) throw new Error(JSON.stringify(checked.refusal.details));
  const { xml: addenda, espacios: declared } = checked.value;
  const written = comprobanteXml(
    { ...buildDocument(comprobante()), addenda, espacios: declared },
    { noCertificado: '0'.repeat(20), certificado: '', sello: '' },
  );
  const parsed = readXml(written);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal.details));
  return {
    escrito: written,
    ultimo: parsed.value.children.at(-1),
    children: parsed.value.children.map(({ name }) => name),
  };
};

describe('an addenda', () => {
  it('stays as it is, byte for byte', () => {
    const xml =
      '<a b=\'1\' >\r\n  text &amp; <![CDATA[<raw>]]> <!-- remark --></a>\n<tienda:b xsi:nil="true"/><c xmlns="urn:c"><d/></c>';
    const { escrito, ultimo, children } = inDocument(xml, [namespace()]);
    expect(escrito).toContain(`<cfdi:Addenda>${xml}</cfdi:Addenda></cfdi:Comprobante>`);
    expect(escrito).toContain(' xmlns:tienda="urn:tienda:1"');
    expect(escrito).toContain(' urn:tienda:1 https://tienda.example/v1.xsd"');
    expect(children).toEqual(['Emisor', 'Receptor', 'Conceptos', 'Impuestos', 'Addenda']);
    expect(ultimo?.children).toMatchObject([
      { name: 'a', namespace: '', attributes: { b: '1' } },
      { name: 'b', namespace: 'urn:tienda:1' },
      { name: 'c', namespace: 'urn:c', children: [{ namespace: 'urn:c' }] },
    ]);
    expect(ultimo?.children[0]?.text?.trim()).toBe('text & <raw>');
  });

  it('may be given as a file', () => {
    const checked = checkAddenda('\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<a/>', [], 'addenda');
    expect(checked).toMatchObject({ value: { xml: '\n<a/>', espacios: [] } });
  });

  it.each([
    ['<', 'unexpected end'],
    [undefined, 'invalid_type'],
    ['  ', 'required'],
    ['<!-- only -->', 'required'],
    ['text', 'text is not allowed'],
    ['<a/>text', '1:8: text is not allowed'],
    ['<a>', 'unclosed tag'],
    ['<a/>\n<b', '2:2: unexpected end'],
    ['</cfdi:Addenda><x/>', 'unmatched closing tag'],
    ['</cfdi:Addenda></cfdi:Comprobante>', 'unmatched closing tag'],
    ['<a/></cfdi:Addenda><cfdi:Addenda>', 'unmatched closing tag'],
    ['<a/><!-- ', 'unexpected end'],
    ['<a/><![CDATA[', 'unexpected end'],
    ['<a b="></cfdi:Addenda>', 'disallowed'],
    ['<a b="1" b="2"/>', 'duplicate attribute'],
    ['<tienda:a/>', 'unbound prefix'],
    ['<cfdi:a/>', 'unbound prefix'],
    ['<iedu:a/>', 'unbound prefix'],
    ['<x:Emisor xmlns:x="http://www.sat.gob.mx/cfd/4"/>', 'elements of http://www.sat.gob.mx/cfd/4'],
    ['<a><Emisor xmlns="http://www.sat.gob.mx/cfd/4"/></a>', 'addenda.a.Emisor'],
    ['<a xmlns:cfdi="urn:mine"><cfdi:b/></a>', 'another meaning of "xmlns:cfdi"'],
    ['<a xmlns:tfd="urn:mine"/>', 'another meaning'],
    ['<a xmlns:xsi="urn:mine"/>', 'another meaning'],
    ['<a xmlns:xml="urn:mine"/>', 'declares no namespace'],
    ['<a xmlns:x="http://www.w3.org/2000/xmlns/"/>', 'declares no namespace'],
    ['<x:TimbreFiscalDigital xmlns:x="urn:x"/>', 'a document or a stamp'],
    ['<ñ:TimbreFiscalDigital xmlns:ñ="urn:x"/>', 'a document or a stamp'],
    ['<é:TimbreFiscalDigital xmlns:é="urn:x"/>', 'a document or a stamp'],
    ['<日本:TimbreFiscalDigital xmlns:日本="urn:x"/>', 'a document or a stamp'],
    ['<a><b><𐐀:Comprobante xmlns:𐐀="urn:x"/></b></a>', 'a document or a stamp'],
    ['<a><TimbreFiscalDigital/></a>', 'addenda invalid_value The addenda cannot contain a document'],
    ['<ñ:TimbreFiscalDigital/>', 'unbound prefix'],
    ['<a:ñ:TimbreFiscalDigital xmlns:a="urn:x"/>', 'unbound prefix'],
    ['<1:TimbreFiscalDigital xmlns:a="urn:x"/>', 'disallowed character in tag name'],
    ['<?php echo 1 ?><a/>', 'processinginstruction is not allowed'],
    ['<a/><?xml version="1.0"?>', 'XML declaration must be at the start'],
    ['<a><?xml-stylesheet href="x"?></a>', 'processinginstruction is not allowed'],
    ['<!DOCTYPE a><a/>', 'doctype'],
    ['<a>\uD800</a>', 'incomplete characters'],
    ['<a>&#xD800;</a>', 'malformed character entity'],
    ['<a>\u0000</a>', 'disallowed character'],
    ['<a>&#0;</a>', 'malformed character entity'],
    ['<a>]]></a>', 'disallowed in char data'],
    ['<?xml version="1.1"?><a>&#1;</a>', 'malformed character entity'],
  ])('is refused: %s', (xml, why) => expect(reject(xml)).toContain(why));

  it.each([
    '<ComprobanteAddenda/>',
    '<ñ:TimbreFiscalDigitalDos xmlns:ñ="urn:x"/>',
    '<a><!-- <tfd:TimbreFiscalDigital UUID=""/> --></a>',
    '<a>El TimbreFiscalDigital del Comprobante</a>',
    '<a b="TimbreFiscalDigital"><![CDATA[<cfdi:Comprobante><tfd:TimbreFiscalDigital/>]]></a>',
  ])('may speak of a stamp: %s', (xml) => {
    expect(checkAddenda(xml, [], 'addenda').ok).toBe(true);
  });

  it.each(['- ', '] ', '-]'])('has at most 100,000 hyphens and brackets: "%s"', (mark) => {
    const comment = (count: number): string => `<a><![CDATA[${mark.repeat(count)} ]]></a>`;
    const each = mark.includes(' ') ? 1 : 2;
    // Brackets of the CDATA's own are five.
    expect(checkAddenda(comment((100_000 - 6) / each), [], 'addenda').ok).toBe(true);
    expect(reject(comment(100_000 / each))).toContain('more than 100,000 hyphens and brackets');
  });

  it('has at most 25,000 elements and attributes, counted as they are read', () => {
    const attributes = Array.from({ length: 25_000 }, (_, n) => `b${n}="1"`);
    expect(checkAddenda(`<a>${'<b/>'.repeat(24_999)}</a>`, [], 'addenda').ok).toBe(true);
    expect(checkAddenda(`<a ${attributes.slice(1).join(' ')}/>`, [], 'addenda').ok).toBe(true);
    expect(reject(`<a>${'<b/>'.repeat(25_000)}</a>`)).toContain('1:100002: more than 25000 elements');
    expect(reject(`<a ${attributes.join(' ')}/>`)).toContain('more than 25000 elements and attributes');
  });

  it.each([
    [{ prefijo: 'cfdi' }, 'espacios[0].prefijo invalid_value'],
    [{ prefijo: 'tfd' }, 'espacios[0].prefijo invalid_value'],
    [{ prefijo: 'xsi' }, 'espacios[0].prefijo invalid_value'],
    [{ prefijo: 'iedu' }, 'espacios[0].prefijo invalid_value'],
    [{ prefijo: 'xml' }, 'espacios[0].prefijo invalid_format'],
    [{ prefijo: 'xmlns' }, 'espacios[0].prefijo invalid_format'],
    [{ prefijo: 'XmlFoo' }, 'espacios[0].prefijo invalid_format'],
    [{ prefijo: '' }, 'espacios[0].prefijo invalid_format'],
    [{ prefijo: 'a:b' }, 'espacios[0].prefijo invalid_format'],
    [{ prefijo: 'a="' }, 'espacios[0].prefijo invalid_format'],
    [{ prefijo: 7 as unknown as string }, 'espacios[0].prefijo invalid_format'],
    [{ uri: 'relative' }, 'espacios[0].uri invalid_format'],
    [{ uri: 'urn:a b' }, 'espacios[0].uri invalid_format'],
    [{ uri: 'urn:a"><x>' }, 'espacios[0].uri invalid_format'],
    [{ uri: 'http://www.sat.gob.mx/cfd/4' }, 'espacios[0].uri invalid_value'],
    [{ uri: 'http://www.w3.org/2000/xmlns/' }, 'espacios[0].uri invalid_value'],
    [{ esquema: 'no url' }, 'espacios[0].esquema invalid_format'],
    [{ esquema: 'https://' }, 'espacios[0].esquema invalid_format'],
  ])('needs namespaces that can be declared: %j', (over, why) =>
    expect(reject('<a/>', [namespace(over)])).toContain(why),
  );

  it('has each prefix once, and leaves the standards to the tax authority', () => {
    expect(reject('<a/>', [namespace(), namespace({ uri: 'urn:2' })])).toContain('espacios[1].prefijo');
    expect(reject('<a/>', [null as unknown as NamespaceInput])).toBe('espacios[0] invalid_type');
    expect(reject('<a/>', 7 as unknown as NamespaceInput[])).toBe('espacios invalid_type');
    const iedu = namespace({ prefijo: 'iedu', uri: 'http://www.sat.gob.mx/iedu' });
    expect(checkAddenda('<a/>', [iedu], 'addenda')).toMatchObject({ value: { espacios: [] } });
  });

  it('is read again with the document, at any depth', () => {
    const nestDeep = (n: number): string => '<a>'.repeat(n) + '</a>'.repeat(n);
    expect(inDocument(nestDeep(56)).ultimo?.name).toBe('Addenda');
    expect(reject(nestDeep(57))).toContain('too deep');
  });
});
