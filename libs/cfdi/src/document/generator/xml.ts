import type { SimpleType } from '../../schemas/types.js';
import type { AttributePlan, Plan } from '../plan.js';
import * as ts from './code.js';

/** The writer of the document's XML, as TypeScript. */
export function writeXmlWriter(root: Plan): string {
  const functions: string[] = [];
  const signature = 'export function comprobante(c: Comprobante, s: Seals, declarations: string): string {';
  functions.unshift(...writeFunction(signature, root, ts.ROOT, functions, ' ${declarations}'));
  return [
    ...ts.fileHeader('The XML of a comprobante, from its root on.', [
      "import type { Comprobante } from '../../comprobante.js';",
      "import { escapeXml, inOnePiece } from '../../text.js';",
      "import type { Seals } from '../seals.js';",
      "import { attr, text } from '../pieces.js';",
    ]),
    ...functions,
    '',
  ].join('\n');
}

/** Numbers, keys and forms without any of `&<>"'` are written as they are; any other text is escaped. */
function mayHoldMarkup({ decimals, values, pattern }: SimpleType): boolean {
  if (decimals !== undefined) return false;
  if (values) return values.some((value) => /[&<>"']/.test(value));
  // A dot, a class of others and its like let anything pass; "(?:" and "(?=" stand for no character.
  const letters = pattern?.source.replace(/\\[.\\/]|\(\?[:=!]/g, '');
  return letters === undefined || /[&<>"'.]|\[\^|\\[DSWPp]/.test(letters);
}

function writeAttribute(one: AttributePlan, data: ts.Source): string {
  const { name, required, type } = one;
  if (type.fixed !== undefined) return ` ${name}="${type.fixed}"`;
  const value = ts.sourceOf(one, data);
  if (!required) return `\${${mayHoldMarkup(type) ? 'text' : 'attr'}('${name}', ${value})}`;
  return ` ${name}="\${${escape(type, value)}}"`;
}

const escape = (type: SimpleType, value: string): string =>
  mayHoldMarkup(type) ? `escapeXml(${value})` : value;

const openTag = ({ name, attributes }: Plan, data: ts.Source, before = ''): string =>
  `<cfdi:${name}${before}${attributes.map((one) => writeAttribute(one, data)).join('')}`;
const closeTag = ({ name }: Plan): string => `</cfdi:${name}>`;

/** A text in quotes: a template only where there is something in it. */
const toLiteral = (text: string): string => (text.includes('${') ? `\`${text}\`` : `'${text}'`);
const writeAppend = (text: string): string => `out += ${toLiteral(text)};`;

/** A function that writes one element with children; those of its children go to `functions`. */
function writeFunction(
  signature: string,
  plan: Plan,
  data: ts.Source,
  functions: string[],
  before?: string,
): string[] {
  const inside = plan.children.flatMap((child) => writePlan(child, data, functions));
  const openingTag = openTag(plan, data, before);
  const body = plan.short
    ? [
        `let out = \`${openingTag}\`;`,
        'const opened = out.length;',
        "out += '>';",
        ...inside,
        `return out.length === opened + 1 ? \`\${out.slice(0, opened)}/>\` : \`\${out}${closeTag(plan)}\`;`,
      ]
    : [`let out = \`${openingTag}>\`;`, ...inside, `return \`\${out}${closeTag(plan)}\`;`];
  return ['', signature, ...ts.indent(body), '}'];
}

/** The lines that write a child. */
function writePlan(plan: Plan, data: ts.Source, functions: string[]): string[] {
  switch (plan.kind) {
    case 'object': {
      const own = ts.inField(plan, data);
      const lines = writeWhole(plan, own, functions);
      return plan.required ? lines : ts.writeIf(own.value, lines);
    }
    case 'list': {
      const variable = ts.variableFor(plan);
      const own = ts.inList(plan, data, variable);
      if (plan.children.length === 0)
        return ts.writeLoop(plan, data, variable, writeWhole(plan, own, functions));
      const name = `${variable}Xml`;
      const signature = `function ${name}(c: ${own.type}): string {`;
      functions.push(...writeFunction(signature, plan, { ...own, value: 'c' }, functions));
      return ts.writeLoop(plan, data, variable, [`out += inOnePiece(${name}(${variable}));`]);
    }
    case 'texts': {
      const { name, type } = ts.onlyAttribute(plan);
      const line = `<cfdi:${plan.name} ${name}="\${${escape(type, 'one')}}"/>`;
      return ts.writeLoop(plan, data, 'one', [writeAppend(line)]);
    }
    case 'group': {
      const lines = writeWhole(plan, data, functions);
      const something = ts.listsOf(plan).map(({ field }) => `${data.value}.${field}.length > 0`);
      return plan.required ? lines : ts.writeIf(something.join(' || '), lines);
    }
    case 'foreign':
      return writeForeign(plan, data);
  }
}

/** An element without a function of its own. */
function writeWhole(plan: Plan, data: ts.Source, functions: string[]): string[] {
  if (plan.children.length === 0) return [writeAppend(`${openTag(plan, data)}/>`)];
  const inside = plan.children.flatMap((child) => writePlan(child, data, functions));
  return [writeAppend(`${openTag(plan, data)}>`), ...inside, writeAppend(closeTag(plan))];
}

/** What was written beforehand: the document's complements, a line's own one, the addenda's text. */
function writeForeign(plan: Plan, data: ts.Source): string[] {
  const value = `${data.value}.${plan.field}`;
  switch (plan.name) {
    case 'Complemento':
      return ts.writeIf(`${value}.length > 0`, [
        writeAppend(`<cfdi:Complemento>`),
        ...ts.writeLoop(plan, data, 'one', ['out += one.xml;']),
        writeAppend('</cfdi:Complemento>'),
      ]);
    case 'ComplementoConcepto':
      return ts.writeIf(value, [writeAppend(`<cfdi:${plan.name}>\${${value}.xml}${closeTag(plan)}`)]);
    case 'Addenda':
      return ts.writeIf(`${value} !== undefined`, [writeAppend(`<cfdi:Addenda>\${${value}}</cfdi:Addenda>`)]);
    default:
      throw new Error(`Nobody writes ${plan.name}`);
  }
}
