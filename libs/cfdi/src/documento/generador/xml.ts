import type { Tipo } from '../../formas/tipos.js';
import type { AtributoPlan, Plan } from '../plan.js';
import * as ts from './codigo.js';

/** The writer of the document's XML, as TypeScript. */
export function escritorXml(raiz: Plan): string {
  const funciones: string[] = [];
  const firma = 'export function comprobante(c: Comprobante, s: Sellado, declaraciones: string): string {';
  funciones.unshift(...funcion(firma, raiz, ts.RAIZ, funciones, ' ${declaraciones}'));
  return [
    ...ts.cabeza('The XML of a comprobante, from its root on.', [
      "import type { Comprobante } from '../../comprobante.js';",
      "import { escapeXml, inOnePiece } from '../../text.js';",
      "import type { Sellado } from '../sellado.js';",
      "import { attr, text } from '../trozos.js';",
    ]),
    ...funciones,
    '',
  ].join('\n');
}

/** Numbers, keys and forms without any of `&<>"'` are written as they are; any other text is escaped. */
function llevaMarcado({ decimales, valores, expresion }: Tipo): boolean {
  if (decimales !== undefined) return false;
  if (valores) return valores.some((valor) => /[&<>"']/.test(valor));
  // A dot, a class of others and its like let anything pass; "(?:" and "(?=" stand for no character.
  const letras = expresion?.source.replace(/\\[.\\/]|\(\?[:=!]/g, '');
  return letras === undefined || /[&<>"'.]|\[\^|\\[DSWPp]/.test(letras);
}

function atributo(uno: AtributoPlan, datos: ts.Datos): string {
  const { nombre, requerido, tipo } = uno;
  if (tipo.fijo !== undefined) return ` ${nombre}="${tipo.fijo}"`;
  const valor = ts.valorDe(uno, datos);
  if (!requerido) return `\${${llevaMarcado(tipo) ? 'text' : 'attr'}('${nombre}', ${valor})}`;
  return ` ${nombre}="\${${escapado(tipo, valor)}}"`;
}

const escapado = (tipo: Tipo, valor: string): string => (llevaMarcado(tipo) ? `escapeXml(${valor})` : valor);

const abre = ({ nombre, atributos }: Plan, datos: ts.Datos, antes = ''): string =>
  `<cfdi:${nombre}${antes}${atributos.map((uno) => atributo(uno, datos)).join('')}`;
const cierra = ({ nombre }: Plan): string => `</cfdi:${nombre}>`;

/** A text in quotes: a template only where there is something in it. */
const literal = (texto: string): string => (texto.includes('${') ? `\`${texto}\`` : `'${texto}'`);
const anota = (texto: string): string => `out += ${literal(texto)};`;

/** A function that writes one element with children; those of its children go to `funciones`. */
function funcion(firma: string, plan: Plan, datos: ts.Datos, funciones: string[], antes?: string): string[] {
  const dentro = plan.hijos.flatMap((hijo) => escribe(hijo, datos, funciones));
  const apertura = abre(plan, datos, antes);
  const cuerpo = plan.corto
    ? [
        `let out = \`${apertura}\`;`,
        'const abierto = out.length;',
        "out += '>';",
        ...dentro,
        `return out.length === abierto + 1 ? \`\${out.slice(0, abierto)}/>\` : \`\${out}${cierra(plan)}\`;`,
      ]
    : [`let out = \`${apertura}>\`;`, ...dentro, `return \`\${out}${cierra(plan)}\`;`];
  return ['', firma, ...ts.sangrar(cuerpo), '}'];
}

/** The lines that write a child. */
function escribe(plan: Plan, datos: ts.Datos, funciones: string[]): string[] {
  switch (plan.clase) {
    case 'objeto': {
      const suyos = ts.enCampo(plan, datos);
      const lineas = entero(plan, suyos, funciones);
      return plan.requerido ? lineas : ts.si(suyos.valor, lineas);
    }
    case 'lista': {
      const variable = ts.variableDe(plan);
      const suyos = ts.enLista(plan, datos, variable);
      if (plan.hijos.length === 0) return ts.paraCada(plan, datos, variable, entero(plan, suyos, funciones));
      const nombre = `${variable}Xml`;
      const firma = `function ${nombre}(c: ${suyos.tipo}): string {`;
      funciones.push(...funcion(firma, plan, { ...suyos, valor: 'c' }, funciones));
      return ts.paraCada(plan, datos, variable, [`out += inOnePiece(${nombre}(${variable}));`]);
    }
    case 'textos': {
      const { nombre, tipo } = ts.unicoAtributo(plan);
      const linea = `<cfdi:${plan.nombre} ${nombre}="\${${escapado(tipo, 'uno')}}"/>`;
      return ts.paraCada(plan, datos, 'uno', [anota(linea)]);
    }
    case 'grupo': {
      const lineas = entero(plan, datos, funciones);
      const algo = ts.listasDe(plan).map(({ campo }) => `${datos.valor}.${campo}.length > 0`);
      return plan.requerido ? lineas : ts.si(algo.join(' || '), lineas);
    }
    case 'ajeno':
      return ajeno(plan, datos);
  }
}

/** An element without a function of its own. */
function entero(plan: Plan, datos: ts.Datos, funciones: string[]): string[] {
  if (plan.hijos.length === 0) return [anota(`${abre(plan, datos)}/>`)];
  const dentro = plan.hijos.flatMap((hijo) => escribe(hijo, datos, funciones));
  return [anota(`${abre(plan, datos)}>`), ...dentro, anota(cierra(plan))];
}

/** What was written beforehand: the document's complements, a line's own one, the addenda's text. */
function ajeno(plan: Plan, datos: ts.Datos): string[] {
  const valor = `${datos.valor}.${plan.campo}`;
  switch (plan.nombre) {
    case 'Complemento':
      return ts.si(`${valor}.length > 0`, [
        anota(`<cfdi:Complemento>`),
        ...ts.paraCada(plan, datos, 'uno', ['out += uno.xml;']),
        anota('</cfdi:Complemento>'),
      ]);
    case 'ComplementoConcepto':
      return ts.si(valor, [anota(`<cfdi:${plan.nombre}>\${${valor}.xml}${cierra(plan)}`)]);
    case 'Addenda':
      return ts.si(`${valor} !== undefined`, [anota(`<cfdi:Addenda>\${${valor}}</cfdi:Addenda>`)]);
    default:
      throw new Error(`Nobody writes ${plan.nombre}`);
  }
}
