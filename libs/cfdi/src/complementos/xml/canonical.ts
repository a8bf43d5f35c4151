import { field, type Detail } from '#kernel';
import type { ElementSchema } from '../../schemas/schema.js';
import { withPath } from '../../schemas/paths.js';
import type { XmlNode } from '../../parsed.js';
import { toSchemaForm } from '../../schemas/types.js';
import { collapse, textProblem } from '../../text.js';

/**
 * An element that a caller wrote, as we write it: attributes in the order of its standard's table, white space
 * collapsed, nothing of namespaces and schemas, which the document declares. What the table does not know stays
 * where it is, so that the check of structure names it; attributes of other namespaces are refused here. Every
 * element notes where in the caller's XML it was, `complementos[0].xml.Pagos.Pago[1]`.
 */
export function canonicalize(
  { name, namespace, attributes, children, text }: XmlNode,
  schema: ElementSchema | undefined,
  path: string,
  details: Detail[],
): XmlNode {
  const own: Record<string, string> = {};
  const note = (name: string, value: string): void => {
    const written = toSchemaForm(schema?.attributes.get(name)?.type, value);
    const problem = written === '' ? undefined : textProblem(written, `${path}.${name}`, Infinity);
    if (problem) details.push(problem);
    own[name] = written;
  };
  for (const name of schema?.attributes.keys() ?? []) {
    const value = attributes[name];
    if (value !== undefined) note(name, value);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (Object.hasOwn(own, name) || name === 'xmlns' || name.startsWith('xmlns:')) continue;
    if (name === 'xsi:schemaLocation') continue;
    if (name.includes(':')) details.push(field(`${path}.${name.slice(0, 100)}`, 'unknown_field'));
    else note(name, value);
  }
  const written = text === undefined ? undefined : collapse(text);
  if (written !== undefined) {
    const problem = textProblem(written, path, Infinity);
    if (problem) details.push(problem);
  }
  return withPath(
    {
      ...{ name, namespace, attributes: own },
      children: canonicalChildren(children, schema, path, details),
      ...(written !== undefined && { text: written }),
    },
    path,
  );
}

function canonicalChildren(
  children: readonly XmlNode[],
  schema: ElementSchema | undefined,
  path: string,
  details: Detail[],
): readonly XmlNode[] {
  const schemas = new Map(schema?.children.map((child) => [child.element.name, child]));
  const count = new Map<string, number>();
  return children.map((child) => {
    const { name } = child;
    const own = schemas.get(name);
    const i = count.get(name) ?? 0;
    count.set(name, i + 1);
    const index = own === undefined || own.max > 1 ? `[${i}]` : '';
    return canonicalize(child, own?.element, `${path}.${name.slice(0, 100)}${index}`, details);
  });
}
