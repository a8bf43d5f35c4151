import type { CadenaStep } from '../../schemas/schema.js';
import type { SimpleType } from '../../schemas/types.js';
import type { Plan } from '../plan.js';
import * as ts from './code.js';

/** The writer of the cadena original, as TypeScript: values in the order of the table's stylesheet. */
export function writeCadenaWriter(root: Plan): string {
  const functions: string[] = [];
  const signature = "export function comprobante(c: Comprobante, s: Pick<Seals, 'noCertificado'>): string {";
  functions.unshift(...writeFunction(signature, root, ts.ROOT, functions));
  return [
    ...ts.fileHeader('What a comprobante adds to its cadena original.', [
      "import type { Comprobante } from '../../comprobante.js';",
      "import { collapse, inOnePiece } from '../../text.js';",
      "import type { Seals } from '../seals.js';",
      "import { opt } from '../pieces.js';",
    ]),
    ...functions,
    '',
  ].join('\n');
}

/** Texts are collapsed when they come in, but for those whose form has several spaces in a row (pedimentos). */
const normal = ({ pattern }: SimpleType, writeValue: string): string =>
  / [ {*+]/.test(pattern?.source ?? '') ? `collapse(${writeValue})` : writeValue;

function writeValue({ attributes }: Plan, { name, required }: AttributeStep, data: ts.Source): string {
  const one = attributes.find((attribute) => attribute.name === name);
  if (!one) throw new Error(`The stylesheet takes ${name}, the table has none`);
  if (one.type.fixed !== undefined) return `|${one.type.fixed}`;
  const pattern = ts.sourceOf(one, data);
  return required ? `|\${${normal(one.type, pattern)}}` : `\${opt(${pattern})}`;
}

type AttributeStep = Extract<CadenaStep, { readonly kind: 'attribute' }>;

/** The attributes of an element up to its first child, and what comes after them: lines in the stylesheet's order. */
function writeStepsOf(plan: Plan, data: ts.Source, functions: string[]): { first: string; lines: string[] } {
  let first = '';
  const lines: string[] = [];
  for (const step of plan.schema.steps) {
    if (step.kind === 'attribute') {
      const text = writeValue(plan, step, data);
      if (lines.length === 0) first += text;
      else lines.push(`out += \`${text}\`;`);
    } else lines.push(...writeSteps(childAt(plan, step), data, functions));
  }
  return { first, lines };
}

function childAt({ name, children }: Plan, step: Exclude<CadenaStep, AttributeStep>): Plan {
  const child =
    step.kind === 'children' && step.path.length === 1 && !step.always
      ? children.find((one) => one.name === step.path[0])
      : undefined;
  if (!child) throw new Error(`A step of ${name} that no table of ours had so far`);
  return child;
}

function writeFunction(signature: string, plan: Plan, data: ts.Source, functions: string[]): string[] {
  const { first, lines } = writeStepsOf(plan, data, functions);
  return ['', signature, ...ts.indent([`let out = \`${first}\`;`, ...lines, 'return out;']), '}'];
}

/** The lines that note a child. */
function writeSteps(plan: Plan, data: ts.Source, functions: string[]): string[] {
  const writeWhole = (own: ts.Source): string[] => {
    const { first, lines } = writeStepsOf(plan, own, functions);
    return first === '' ? lines : [`out += \`${first}\`;`, ...lines];
  };
  switch (plan.kind) {
    case 'object': {
      const own = ts.inField(plan, data);
      return plan.required ? writeWhole(own) : ts.writeIf(own.value, writeWhole(own));
    }
    case 'list': {
      const variable = ts.variableFor(plan);
      const own = ts.inList(plan, data, variable);
      if (plan.children.length === 0) return ts.writeLoop(plan, data, variable, writeWhole(own));
      const name = `${variable}Cadena`;
      const signature = `function ${name}(c: ${own.type}): string {`;
      functions.push(...writeFunction(signature, plan, { ...own, value: 'c' }, functions));
      return ts.writeLoop(plan, data, variable, [`out += inOnePiece(${name}(${variable}));`]);
    }
    case 'texts': {
      const { name, type } = ts.onlyAttribute(plan);
      const [step, ...more] = plan.schema.steps;
      if (step?.kind !== 'attribute' || step.name !== name || more.length > 0)
        throw new Error(`The cadena original takes no ${name} of ${plan.name}`);
      return ts.writeLoop(plan, data, 'one', [`out += \`|\${${normal(type, 'one')}}\`;`]);
    }
    case 'group':
      return writeWhole(data);
    case 'foreign': {
      const field = `${data.value}.${plan.field}`;
      return plan.name === 'Complemento'
        ? ts.writeLoop(plan, data, 'one', ['out += one.cadena;'])
        : ts.writeIf(field, [`out += ${field}.cadena;`]);
    }
  }
}
