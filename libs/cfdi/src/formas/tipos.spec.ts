import { describe, expect, it } from '@jest/globals';
import { renderMessage, subcodeTable, type Language } from '#kernel';
import { detalleDe } from './detalles.js';
import { estandaresDe } from './estandares/index.js';
import type { ElementoForma } from './forma.js';
import { decimal, fecha, rfcMoral, texto, textoLibre, type Tipo } from './tipos.js';

/** Every type of an element and of what is inside. */
const tiposDe = ({ atributos, hijos, texto: propio }: ElementoForma): Tipo[] => [
  ...[...atributos.values()].map(({ tipo }) => tipo),
  ...(propio ? [propio] : []),
  ...hijos.flatMap(({ elemento }) => tiposDe(elemento)),
];

describe('what a value should look like', () => {
  const mensaje = ({ esperado }: Tipo, language: Language): string => {
    const nodo = { nombre: 'Pago', espacio: '', atributos: {}, hijos: [] };
    const { params } = detalleDe({ clase: 'valor', nodo, atributo: 'Monto', esperado });
    return renderMessage(subcodeTable.invalid_format[language], params, language);
  };

  it.each<[Tipo, string, string]>([
    [
      texto(3, 15),
      'se espera texto de 3 a 15 caracteres sin "|"',
      'expected: text of 3 to 15 characters without "|"',
    ],
    [textoLibre(1), 'se espera texto de 1 o más caracteres', 'expected: text of 1 or more characters'],
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
  ])('is said in both languages', (tipo, es, en) => {
    expect(mensaje(tipo, 'es')).toContain(`(${es}).`);
    expect(mensaje(tipo, 'en')).toContain(`(${en}).`);
  });

  it('has words in one language for no type of any standard', () => {
    const solos = (['comprobante', 'retenciones'] as const)
      .flatMap((destino) => estandaresDe(destino))
      .flatMap(({ raiz }) => tiposDe(raiz))
      // Values of a list are what they are.
      .flatMap(({ esperado, valores }) => (typeof esperado === 'string' && !valores ? [esperado] : []));
    expect(solos.length).toBeGreaterThan(100);
    expect(solos.filter((esperado) => / \p{Ll}{1,} /u.test(esperado))).toEqual([]);
  });
});
