import type { Paso } from '../../formas/forma.js';
import type { Tipo } from '../../formas/tipos.js';
import type { Plan } from '../plan.js';
import * as ts from './codigo.js';

/** The writer of the cadena original, as TypeScript: values in the order of the table's stylesheet. */
export function escritorCadena(raiz: Plan): string {
  const funciones: string[] = [];
  const firma = "export function comprobante(c: Comprobante, s: Pick<Sellado, 'noCertificado'>): string {";
  funciones.unshift(...funcion(firma, raiz, ts.RAIZ, funciones));
  return [
    ...ts.cabeza('What a comprobante adds to its cadena original.', [
      "import type { Comprobante } from '../../comprobante.js';",
      "import { collapse, inOnePiece } from '../../text.js';",
      "import type { Sellado } from '../sellado.js';",
      "import { opt } from '../trozos.js';",
    ]),
    ...funciones,
    '',
  ].join('\n');
}

/** Texts are collapsed when they come in, but for those whose form has several spaces in a row (pedimentos). */
const normal = ({ expresion }: Tipo, valor: string): string =>
  / [ {*+]/.test(expresion?.source ?? '') ? `collapse(${valor})` : valor;

function valor({ atributos }: Plan, { nombre, requerido }: PasoDeAtributo, datos: ts.Datos): string {
  const uno = atributos.find((atributo) => atributo.nombre === nombre);
  if (!uno) throw new Error(`The stylesheet takes ${nombre}, the table has none`);
  if (uno.tipo.fijo !== undefined) return `|${uno.tipo.fijo}`;
  const expresion = ts.valorDe(uno, datos);
  return requerido ? `|\${${normal(uno.tipo, expresion)}}` : `\${opt(${expresion})}`;
}

type PasoDeAtributo = Extract<Paso, { readonly clase: 'atributo' }>;

/** The attributes of an element up to its first child, and what comes after them: lines in the stylesheet's order. */
function pasos(plan: Plan, datos: ts.Datos, funciones: string[]): { primero: string; lineas: string[] } {
  let primero = '';
  const lineas: string[] = [];
  for (const paso of plan.forma.pasos) {
    if (paso.clase === 'atributo') {
      const texto = valor(plan, paso, datos);
      if (lineas.length === 0) primero += texto;
      else lineas.push(`out += \`${texto}\`;`);
    } else lineas.push(...anota(hijoDe(plan, paso), datos, funciones));
  }
  return { primero, lineas };
}

function hijoDe({ nombre, hijos }: Plan, paso: Exclude<Paso, PasoDeAtributo>): Plan {
  const hijo =
    paso.clase === 'hijos' && paso.camino.length === 1 && !paso.siempre
      ? hijos.find((uno) => uno.nombre === paso.camino[0])
      : undefined;
  if (!hijo) throw new Error(`A step of ${nombre} that no table of ours had so far`);
  return hijo;
}

function funcion(firma: string, plan: Plan, datos: ts.Datos, funciones: string[]): string[] {
  const { primero, lineas } = pasos(plan, datos, funciones);
  return ['', firma, ...ts.sangrar([`let out = \`${primero}\`;`, ...lineas, 'return out;']), '}'];
}

/** The lines that note a child. */
function anota(plan: Plan, datos: ts.Datos, funciones: string[]): string[] {
  const entero = (suyos: ts.Datos): string[] => {
    const { primero, lineas } = pasos(plan, suyos, funciones);
    return primero === '' ? lineas : [`out += \`${primero}\`;`, ...lineas];
  };
  switch (plan.clase) {
    case 'objeto': {
      const suyos = ts.enCampo(plan, datos);
      return plan.requerido ? entero(suyos) : ts.si(suyos.valor, entero(suyos));
    }
    case 'lista': {
      const variable = ts.variableDe(plan);
      const suyos = ts.enLista(plan, datos, variable);
      if (plan.hijos.length === 0) return ts.paraCada(plan, datos, variable, entero(suyos));
      const nombre = `${variable}Cadena`;
      const firma = `function ${nombre}(c: ${suyos.tipo}): string {`;
      funciones.push(...funcion(firma, plan, { ...suyos, valor: 'c' }, funciones));
      return ts.paraCada(plan, datos, variable, [`out += inOnePiece(${nombre}(${variable}));`]);
    }
    case 'textos': {
      const { nombre, tipo } = ts.unicoAtributo(plan);
      const [paso, ...mas] = plan.forma.pasos;
      if (paso?.clase !== 'atributo' || paso.nombre !== nombre || mas.length > 0)
        throw new Error(`The cadena original takes no ${nombre} of ${plan.nombre}`);
      return ts.paraCada(plan, datos, 'uno', [`out += \`|\${${normal(tipo, 'uno')}}\`;`]);
    }
    case 'grupo':
      return entero(datos);
    case 'ajeno': {
      const campo = `${datos.valor}.${plan.campo}`;
      return plan.nombre === 'Complemento'
        ? ts.paraCada(plan, datos, 'uno', ['out += uno.cadena;'])
        : ts.si(campo, [`out += ${campo}.cadena;`]);
    }
  }
}
