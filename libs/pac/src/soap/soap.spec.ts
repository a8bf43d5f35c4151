import { describe, expect, it } from '@jest/globals';
import { bodyOf, childrenOf, readNodes, textOf } from './read.js';
import { writeCall } from './write.js';

describe('reads answers', () => {
  it('by names without prefixes, entities once, CDATA and text as one', () => {
    const node = readNodes(
      '<?xml version="1.0"?><s:a xmlns:s="x"><s:b>&lt;x y=&quot;&amp;amp;&quot;/&gt;<![CDATA[&lt;]]>.</s:b></s:a>',
    );
    expect(textOf(node, 'b')).toBe('<x y="&amp;"/>&lt;.');
  });

  it('one element, several and none as a list', () => {
    const list = (xml: string): number => childrenOf(readNodes(xml), 'b').length;
    expect([list('<a/>'), list('<a><b/></a>'), list('<a><b/><c/><b>1</b></a>')]).toEqual([0, 1, 2]);
  });

  it('names that objects have of their own', () => {
    const node = readNodes('<a><__proto__>1</__proto__><constructor>2</constructor></a>');
    expect([textOf(node, '__proto__'), textOf(node, 'constructor')]).toEqual(['1', '2']);
  });

  it('long texts whole, also what is blank in them', () => {
    const long = `${'x'.repeat(70_000)}${' '.repeat(140_000)}y&amp;${'z'.repeat(70_000)}`;
    expect(textOf(readNodes(`<a><b>${long}</b></a>`), 'b')).toBe(long.replace('&amp;', '&'));
  });

  it.each([
    ['not closed', '<a><b></a>'],
    ['two roots', '<a/><a/>'],
    ['a page', '<!DOCTYPE html><html><body><br></body></html>'],
    ['a DTD', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['an outer entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['an entity of HTML', '<a>&nbsp;</a>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['a prefix of nobody', '<s:a/>'],
    ['nothing', ''],
    ['text', 'Service Unavailable'],
    ['depth', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`],
  ])('and refuses %s', (_what, xml) => expect(readNodes(xml)).toBeUndefined());

  it('an envelope with one answer alone', () => {
    const envelope = (inner: string) =>
      bodyOf(readNodes(`<e:Envelope xmlns:e="x"><e:Header/><e:Body>${inner}</e:Body></e:Envelope>`))?.name;
    expect([envelope('<r/>'), envelope(''), envelope('<r/><r/>')]).toEqual(['r', undefined, undefined]);
    expect(bodyOf(readNodes('<r/>'))).toBeUndefined();
  });
});

it('writes calls: no value can be markup, and what is written is read again', () => {
  const value = `a<b>&"'\r\n]]>ñ&amp;\u0000</s:password>`;
  for (const qualified of [true, false]) {
    const fields = [['password', value] as const, ['password', '2'] as const];
    const call = writeCall({ namespace: 'urn:x', method: 'm', fields, qualified });
    const method = bodyOf(readNodes(call));
    expect(method?.name).toBe('m');
    expect(method?.children.map(({ text }) => text)).toEqual([value.replace('\u0000', ''), '2']);
    expect(call.includes('<s:password>')).toBe(qualified);
  }
});
