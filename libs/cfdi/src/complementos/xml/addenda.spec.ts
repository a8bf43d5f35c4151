import { describe, expect, it } from '@jest/globals';
import { comprobanteXml } from '../../documento/xml.js';
import { readXml } from '../../lectura/nodos.js';
import { construir } from '../../testing/construir.js';
import { comprobante } from '../../testing/muestras.js';
import type { EspacioInput } from '../input.js';
import { revisarAddenda } from './addenda.js';

const espacio = (over: Partial<EspacioInput> = {}): EspacioInput => ({
  ...{ prefijo: 'tienda', uri: 'urn:tienda:1', esquema: 'https://tienda.example/v1.xsd' },
  ...over,
});
const rechazo = (xml: unknown, espacios: readonly EspacioInput[] = []): string => {
  const checked = revisarAddenda(xml as string, espacios, 'addenda');
  if (checked.ok) throw new Error('it was accepted');
  return (checked.refusal.details ?? [])
    .map(({ path, code, message }) =>
      `${path} ${code} ${typeof message === 'object' ? message.en : ''}`.trim(),
    )
    .join('; ');
};
/** The whole document, read again. */
const enDocumento = (xml: string, espacios: readonly EspacioInput[] = []) => {
  const checked = revisarAddenda(xml, espacios, 'addenda');
  if (!checked.ok) throw new Error(JSON.stringify(checked.refusal.details));
  const { xml: addenda, espacios: declarados } = checked.value;
  const escrito = comprobanteXml(
    { ...construir(comprobante()), addenda, espacios: declarados },
    { noCertificado: '0'.repeat(20), certificado: '', sello: '' },
  );
  const leido = readXml(escrito);
  if (!leido.ok) throw new Error(JSON.stringify(leido.refusal.details));
  return { escrito, ultimo: leido.value.hijos.at(-1), hijos: leido.value.hijos.map(({ nombre }) => nombre) };
};

describe('an addenda', () => {
  it('stays as it is, byte for byte', () => {
    const xml =
      '<a b=\'1\' >\r\n  text &amp; <![CDATA[<raw>]]> <!-- remark --></a>\n<tienda:b xsi:nil="true"/><c xmlns="urn:c"><d/></c>';
    const { escrito, ultimo, hijos } = enDocumento(xml, [espacio()]);
    expect(escrito).toContain(`<cfdi:Addenda>${xml}</cfdi:Addenda></cfdi:Comprobante>`);
    expect(escrito).toContain(' xmlns:tienda="urn:tienda:1"');
    expect(escrito).toContain(' urn:tienda:1 https://tienda.example/v1.xsd"');
    expect(hijos).toEqual(['Emisor', 'Receptor', 'Conceptos', 'Impuestos', 'Addenda']);
    expect(ultimo?.hijos).toMatchObject([
      { nombre: 'a', espacio: '', atributos: { b: '1' } },
      { nombre: 'b', espacio: 'urn:tienda:1' },
      { nombre: 'c', espacio: 'urn:c', hijos: [{ espacio: 'urn:c' }] },
    ]);
    expect(ultimo?.hijos[0]?.texto?.trim()).toBe('text & <raw>');
  });

  it('may be given as a file', () => {
    const checked = revisarAddenda('\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<a/>', [], 'addenda');
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
    ['<a><!-- <tfd:TimbreFiscalDigital UUID=""/> --></a>', 'a document or a stamp'],
    ['<a><![CDATA[<Comprobante>]]></a>', 'a document or a stamp'],
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
  ])('is refused: %s', (xml, why) => expect(rechazo(xml)).toContain(why));

  it('may have a name that only begins as the stamp does', () => {
    expect(revisarAddenda('<ComprobanteAddenda/>', [], 'addenda').ok).toBe(true);
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
    expect(rechazo('<a/>', [espacio(over)])).toContain(why),
  );

  it('has each prefix once, and leaves the standards to the tax authority', () => {
    expect(rechazo('<a/>', [espacio(), espacio({ uri: 'urn:2' })])).toContain('espacios[1].prefijo');
    expect(rechazo('<a/>', [null as unknown as EspacioInput])).toBe('espacios[0] invalid_type');
    expect(rechazo('<a/>', 7 as unknown as EspacioInput[])).toBe('espacios invalid_type');
    const iedu = espacio({ prefijo: 'iedu', uri: 'http://www.sat.gob.mx/iedu' });
    expect(revisarAddenda('<a/>', [iedu], 'addenda')).toMatchObject({ value: { espacios: [] } });
  });

  it('is read again with the document, however deep it is', () => {
    const hondo = (n: number): string => '<a>'.repeat(n) + '</a>'.repeat(n);
    expect(enDocumento(hondo(56)).ultimo?.nombre).toBe('Addenda');
    expect(rechazo(hondo(57))).toContain('too deep');
  });
});
