import { describe, expect, it } from '@jest/globals';
import { renderMessage, subcodeTable, type Language } from '#kernel';
import { detailsOf, toDetail } from './details.js';
import { standardsFor } from './standards/index.js';
import type { ElementSchema } from './schema.js';
import { decimal, decimalByValue, fecha, key, rfcMoral, text, freeText, type SimpleType } from './types.js';

/** Every type of an element and of what is inside. */
const typesOf = ({ attributes, children, text: own }: ElementSchema): SimpleType[] => [
  ...[...attributes.values()].map(({ type }) => type),
  ...(own ? [own] : []),
  ...children.flatMap(({ element }) => typesOf(element)),
];

describe('a number whose decimals are counted by its value', () => {
  it.each(['3', '3.0', '3.00', '3.0000', '3.50', '3.5000000000'])('takes %s', (value) => {
    expect(decimalByValue(2).test(value)).toBe(true);
  });

  it.each(['3.001', '3.0010', '3.', '.5', '3.00x', '3,00', '-3.00', `3.${'0'.repeat(100)}`])(
    'does not take %s',
    (value) => expect(decimalByValue(2).test(value)).toBe(false),
  );

  it('is no other number: zeros are decimals of an amount', () => {
    expect(decimal(2).test('3.000')).toBe(false);
  });
});

describe('what a value should look like', () => {
  const messageOf = ({ expected }: SimpleType, language: Language): string => {
    const node = { name: 'Pago', namespace: '', attributes: {}, children: [] };
    const { params } = toDetail({ kind: 'value', node, attribute: 'Monto', expected });
    return renderMessage(subcodeTable.invalid_format[language], params, language);
  };

  it.each<[SimpleType, string, string]>([
    [
      text(3, 15),
      'se espera texto de 3 a 15 caracteres sin "|"',
      'expected: text of 3 to 15 characters without "|"',
    ],
    [freeText(1), 'se espera texto de 1 o más caracteres', 'expected: text of 1 or more characters'],
    [
      decimal(2),
      'se espera número desde 0, con 2 decimales a lo más',
      'expected: number from 0, with 2 decimals at most',
    ],
    [
      decimal(3, { sobre: true, max: 9 }),
      'se espera número mayor que 0 hasta 9, con 3 decimales a lo más',
      'expected: number above 0 up to 9, with 3 decimals at most',
    ],
    [rfcMoral, 'se espera RFC de persona moral', 'expected: RFC of a legal entity'],
    [fecha, 'se espera AAAA-MM-DD', 'expected: YYYY-MM-DD'],
  ])('is said in both languages', (type, es, en) => {
    expect(messageOf(type, 'es')).toContain(`(${es}).`);
    expect(messageOf(type, 'en')).toContain(`(${en}).`);
  });

  it('has words in one language for no type of any standard', () => {
    const lone = (['comprobante', 'retenciones'] as const)
      .flatMap((destination) => standardsFor(destination))
      .flatMap(({ root }) => typesOf(root))
      // Values of a list are what they are.
      .flatMap(({ expected, values }) => (typeof expected === 'string' && !values ? [expected] : []));
    expect(lone.length).toBeGreaterThan(100);
    expect(lone.filter((expected) => / \p{Ll}{1,} /u.test(expected))).toEqual([]);
  });
});

describe('a key that is in no catalogue', () => {
  const type = key('c_TipoIncapacidad');
  const node = { name: 'Incapacidad', namespace: '', attributes: { TipoIncapacidad: '3' }, children: [] };
  const defect = { kind: 'value', node, attribute: 'TipoIncapacidad', type } as const;

  it('is answered with the one that was meant, and with those of a short catalogue', () => {
    const [{ code, params } = { code: '', params: {} }] = detailsOf([defect]);
    expect(code).toBe('invalid_value');
    expect(params).toEqual({
      suggestion: { es: '"03", Maternidad', en: '"03", Maternidad' },
      values: '01, 02, 03, 04',
    });
  });

  it('is looked for so often, and no more: a document may have thousands', () => {
    const found = detailsOf(Array.from({ length: 30 }, () => defect)).map(({ params }) => params?.['values']);
    expect(new Set(found.slice(0, 20))).toEqual(new Set(['01, 02, 03, 04']));
    expect(new Set(found.slice(20))).toEqual(new Set(['c_TipoIncapacidad']));
  });
});
