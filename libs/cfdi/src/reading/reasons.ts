import type { Bilingual } from '#kernel';

/**
 * Why XML can't be read, in both languages: the parser's reasons are English, and whoever sends a file reads Spanish. What stands
 * before a reason (line and column) and the names that it has in it stay.
 */
const REASONS: readonly (readonly [RegExp, es: string])[] = [
  [
    /^document must contain a root element\.$/,
    'no contiene ningún elemento completo: está vacío o incompleto.',
  ],
  [/^no root element\.$/, 'no contiene ningún elemento completo: está vacío o incompleto.'],
  [/^text data outside of root node\.$/, 'hay texto fuera del elemento raíz; quizá el archivo no es un XML.'],
  [/^text is not allowed outside of elements\.$/, 'hay texto fuera de los elementos.'],
  [/^documents may contain only one root\.$/, 'tiene más de un elemento raíz.'],
  [/^DOCTYPE is not allowed\.$/, 'no se admite DOCTYPE.'],
  [/^(comment|cdata|processinginstruction) is not allowed\.$/, 'no se admite: $1.'],
  [/^nodes nested too deep\.$/, 'tiene demasiados niveles de elementos.'],
  [/^more than (\d+) elements and attributes\.$/, 'tiene más de $1 elementos y atributos.'],
  [/^more than (\d+) characters\.$/, 'tiene más de $1 caracteres.'],
  [/^undefined entity\.$/, 'usa una entidad que XML no define; un "&" se escribe "&amp;".'],
  [/^(?:malformed character entity|empty entity name)\.$/, 'un "&" no está escrito como "&amp;".'],
  [
    /^an XML declaration must be at the start of the document\.$/,
    'la declaración <?xml …?> no está al principio del archivo.',
  ],
  [/^duplicate attribute:? "?([^"]*?)"?\.$/, 'el atributo "$1" está repetido.'],
  [/^unbound prefix in "(.*)"\.$/, 'el prefijo de "$1" no está declarado.'],
  [/^"(.*)" declares no namespace\.$/, '"$1" no declara ningún espacio de nombres.'],
  [/^unclosed tag: (.*)$/, 'el elemento "$1" no se cierra: el archivo está incompleto.'],
  [/^unmatched closing tag: (.*)\.$/, 'se cierra el elemento "$1", que no estaba abierto.'],
  [/^unexpected end\.$/, 'termina a la mitad: el archivo está incompleto.'],
  [/^disallowed character\.$/, 'contiene un carácter que XML no admite.'],
  [/^(?:attribute without value|unquoted attribute value)\.$/, 'un atributo no tiene valor entre comillas.'],
];

/** The reason in Spanish as an accountant reads it; what is not listed is a matter of syntax, and keeps the parser's words. */
export function reasonOf(english: string): Bilingual {
  const place = /^\d+:\d+: /.exec(english)?.[0] ?? '';
  const bare = english.slice(place.length);
  for (const [form, es] of REASONS) {
    const found = form.exec(bare);
    if (found) return { es: place + es.replace('$1', () => found[1] ?? ''), en: english };
  }
  return { es: `${place}su sintaxis no es correcta (${bare.replace(/\.$/, '')}).`, en: english };
}
