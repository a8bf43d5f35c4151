import type { Vocabulary } from './api-docs.js';

/** A part of the document: a schema, a parameter, or what holds some. */
type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/**
 * Says in words what schemas and parameters only have: a description of the vocabulary where there is none; what each value of
 * an enumeration means, as `x-enum-descriptions` and in the description; and what is taken where nothing is sent, as
 * `x-default`: a `default` would make the field required in clients that are generated.
 */
export function describe(root: object, vocabulary: Vocabulary): void {
  walk(root as Node, '', '', vocabulary);
}

function walk(node: Node, schema: string, name: string, vocabulary: Vocabulary): void {
  for (const [key, value] of Object.entries(node)) {
    if (!isNode(value) || key === 'example' || key === 'examples') continue;
    if (key === 'schemas')
      for (const [own, one] of Object.entries(value)) walk(one as Node, own, '', vocabulary);
    else if (key === 'properties')
      for (const [own, one] of Object.entries(value)) {
        const property = one as Node;
        walk(property, schema, own, vocabulary);
        const words = vocabulary.names[own];
        if (words !== undefined) property['description'] ??= words;
        if ('$ref' in property) continue;
        speak(property, `${schema}.${own}`, vocabulary);
      }
    // Those of an operation are a list, shared ones have names.
    else if (key === 'parameters')
      for (const parameter of Object.values(value)) speakOfParameter(parameter as Node, vocabulary);
    else walk(value, schema, name, vocabulary);
  }
}

function speakOfParameter(parameter: Node, vocabulary: Vocabulary): void {
  const { name, schema } = parameter;
  if (typeof name !== 'string' || !isNode(schema)) return;
  parameter['description'] ??= vocabulary.names[name];
  walk(schema, '', name, vocabulary);
  speak(parameter, name, vocabulary, schema);
}

/** Adds to a description what values mean and what is taken by default. */
function speak(described: Node, place: string, vocabulary: Vocabulary, schema: Node = described): void {
  const items = isNode(schema['items']) ? schema['items'] : undefined;
  const holder = Array.isArray(schema['enum'])
    ? schema
    : items && Array.isArray(items['enum'])
      ? items
      : undefined;
  const said: string[] = [];
  const text = described['description'];
  if (typeof text === 'string' && text !== '') said.push(text);
  if ('default' in schema) {
    schema['x-default'] = schema['default'];
    delete schema['default'];
    said.push(`${ended(said.pop())}Default: \`${String(schema['x-default'])}\`.`);
  }
  const meanings = holder
    ? (meaningsOf(holder['enum'] as unknown[], place, vocabulary) ??
      (holder['x-enum-descriptions'] as Meanings | undefined))
    : ((schema['x-enum-descriptions'] as Meanings | undefined) ?? keysOf(schema, place, vocabulary));
  if (meanings) {
    (holder ?? schema)['x-enum-descriptions'] = meanings;
    const list = Object.entries(meanings).filter(([value, meaning]) => value !== meaning);
    if (list.length > 0) said.push(list.map(([value, meaning]) => `- \`${value}\`: ${meaning}`).join('\n'));
  }
  if (said.length > 0) described['description'] = said.join('\n\n');
}

const ended = (text: string | undefined): string =>
  text === undefined ? '' : /[.:!?]$/.test(text) ? `${text} ` : `${text}. `;

type Meanings = Readonly<Record<string, string>>;

/** The keys that a text takes, by the last part of its place; undefined where it takes others, or none. */
const keysOf = ({ type }: Node, place: string, { keys }: Vocabulary): Meanings | undefined =>
  [type].flat().includes('string') ? keys[place.split('.').at(-1) ?? ''] : undefined;

/** What the values of an enumeration mean; undefined where the vocabulary does not know all of them. */
function meaningsOf(
  values: readonly unknown[],
  place: string,
  { values: known, valuesOf, keys }: Vocabulary,
): Readonly<Record<string, string>> | undefined {
  const names = values.filter((value) => value !== null).map(String);
  const has = (entry: Readonly<Record<string, string>>) => names.every((name) => Object.hasOwn(entry, name));
  const own = valuesOf[place] ?? keys[place.split('.').at(-1) ?? ''];
  const entry = own && has(own) ? own : known.find(has);
  return entry && Object.fromEntries(names.map((name) => [name, entry[name] ?? '']));
}
