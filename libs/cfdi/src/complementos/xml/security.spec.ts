import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Result } from '#kernel';
import { comprobanteXml } from '../../document/xml.js';
import { toComplemento } from '../../schemas/write.js';
import { readXml } from '../../reading/nodes.js';
import { buildDocument } from '../../testing/build.js';
import { comprobante } from '../../testing/samples.js';
import { checkAddenda } from './addenda.js';
import { buildConceptoXml, buildXml } from './build.js';

/** Both ways in, with what an attacker tries on a reader of XML. */

const isInside = (extra: string): string =>
  `<leyendasFisc:LeyendasFiscales version="1.0"><leyendasFisc:Leyenda textoLeyenda="${extra}"/></leyendasFisc:LeyendasFiscales>`;
const entries: readonly (readonly [string, (xml: string) => Result<unknown>])[] = [
  ['complement', (xml) => buildXml(xml, comprobante(), 'r')],
  ['complement of a line', (xml) => buildConceptoXml(xml, {}, 'r')],
  ['addenda', (xml) => checkAddenda(xml, [], 'r')],
];
const thousand =
  '<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">';

const ataques: readonly (readonly [string, string])[] = [
  ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['an external DTD', '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>'],
  ['a parameter entity', '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1/p">%p;]><a/>'],
  ['a billion laughs', `<!DOCTYPE a [${thousand}]><a>&c;</a>`],
  ['an entity that nobody declared', '<a b="&x;"/>'],
  ['an entity by the name of a property', '<a b="&constructor;"/>'],
  ['an inclusion by a processing instruction', '<?xml-model href="http://127.0.0.1/"?><a/>'],
  ['10 MB of text', `<a b="${'x'.repeat(10 << 20)}"/>`],
  ['more bytes than characters', `<a b="${'ñ'.repeat(600_000)}"/>`],
  ['a depth bomb', '<a>'.repeat(100_000)],
  ['a closed depth bomb', '<a>'.repeat(5000) + '</a>'.repeat(5000)],
  ['a quote left open', '<a b="></a>'],
  ['a control character', '<a b="\u0001"/>'],
  ['a control character by number', '<a b="&#8;"/>'],
  ['a byte order mark in between', '<a/>\uFEFF'],
  ['a declaration in between', ' <?xml version="1.0"?><a/>'],
  ['UTF-16 by the bytes', '\u003c\u0000a\u0000/\u0000>\u0000'],
  ['the prefix of a namespace that is none', '<__proto__:a/>'],
  ['another root', '<a/></r><r>'],
];

describe.each(entries)('%s', (_name, readNode) => {
  it.each(ataques)('%s', (_what, xml) => {
    expect(readNode(xml).ok).toBe(false);
  });

  it('any string at all gives a value or a refusal with a path', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.constantFrom(
        ...[
          '<',
          '>',
          '/',
          '</',
          '/>',
          '<a',
          '<a>',
          '</a>',
          '<a/>',
          '"',
          "'",
          '=',
          ' ',
          '&',
          '&amp;',
          '&#',
          ';',
          ':',
        ],
        ...[
          '<!--',
          '-->',
          '<![CDATA[',
          ']]>',
          '<?',
          '?>',
          '<!DOCTYPE',
          ' xmlns',
          ' xmlns:x="urn:x"',
          'x:',
          'xml',
        ],
        ...[
          '<leyendasFisc:LeyendasFiscales',
          ' version="1.0"',
          '<leyendasFisc:Leyenda textoLeyenda="',
          '\uFEFF',
        ],
        ...[
          '</leyendasFisc:LeyendasFiscales>',
          '<cfdi:',
          'TimbreFiscalDigital',
          '\u0000',
          '\uD800',
          '|',
          isInside('x'),
        ],
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const result = readNode(pieces.join(''));
        if (result.ok) return;
        expect(result.refusal.details?.length).toBeGreaterThan(0);
        for (const { path } of result.refusal.details ?? []) expect(path).toMatch(/^r(\.|$)/);
      }),
      { numRuns: 700, seed: 4 },
    );
  });
});

const codeOrOk = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const leaf = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => codeOrOk(text)),
  fc.constantFrom('<!-- </cfdi:Addenda> -->', '<![CDATA[</cfdi:Addenda>]]>', '\r\n'),
);
/** XML of elements, texts and remarks, well-formed by itself. */
const tree: fc.Arbitrary<string> = fc.letrec<{ nodo: string }>((tie) => ({
  nodo: fc
    .tuple(
      fc.constantFrom('a', 'Emisor', 'Complemento', 'Addenda', 'b.c-d'),
      fc.array(fc.oneof({ depthSize: 'small' }, leaf, tie('nodo')), { maxLength: 3 }),
      fc.string({ maxLength: 8 }),
    )
    .map(([name, inside, value]) => `<${name} v="${codeOrOk(value)}">${inside.join('')}</${name}>`),
})).nodo;

describe('what is accepted', () => {
  const { children } = readDocument(undefined);
  function readDocument(addenda: string | undefined) {
    const xml = comprobanteXml(
      { ...buildDocument(comprobante()), addenda },
      { noCertificado: '0'.repeat(20), certificado: '', sello: '' },
    );
    const parsed = readXml(xml);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal.details));
    return parsed.value;
  }

  it('cannot leave cfdi:Addenda', () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 3 }), (partes) => {
        const checked = checkAddenda(partes.join('\n'), [], 'r');
        if (!checked.ok) throw new Error(JSON.stringify(checked.refusal.details));
        expect(checked.value.xml).toBe(partes.join('\n'));
        const document = readDocument(checked.value.xml);
        expect(document.children.slice(0, -1)).toEqual(children);
        expect(document.children.at(-1)).toMatchObject({ name: 'Addenda' });
        expect(document.children.at(-1)?.children).toHaveLength(partes.length);
      }),
      { numRuns: 200, seed: 4 },
    );
  });

  it('cannot leave its attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (text) => {
        const built = buildXml(isInside(codeOrOk(text)), comprobante(), 'r');
        if (!built.ok) return;
        const { xml } = toComplemento(built.value.standard, built.value.node);
        const parsed = readXml(
          xml.replace(' ', ' xmlns:leyendasFisc="http://www.sat.gob.mx/leyendasFiscales" '),
        );
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal.details));
        const [leyenda, ...more] = parsed.value.children;
        expect(more).toEqual([]);
        expect(leyenda?.attributes).toEqual(built.value.node.children[0]?.attributes);
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  it('thousands of namespaces over thousands of elements are no burden', () => {
    const declared = Array.from({ length: 5000 }, (_, i) => ` xmlns:p${i}="u${i}"`).join('');
    const xml = `<a${declared}>${'<b xmlns:q="q"/>'.repeat(9_000)}</a>`;
    // Were they copied for each element, the test would not end in its time.
    expect(checkAddenda(xml, [], 'r').ok).toBe(true);
  });
});
