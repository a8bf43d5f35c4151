import type { XmlNode } from '#cfdi';

const TFD = 'http://www.sat.gob.mx/TimbreFiscalDigital';

const isTimbre = ({ name, namespace }: XmlNode): boolean =>
  name === 'TimbreFiscalDigital' && namespace === TFD;
const isComplemento = (root: XmlNode, { name, namespace }: XmlNode): boolean =>
  name === 'Complemento' && namespace === root.namespace;

/** The stamps inside the Complementos of a document. */
export const timbresOf = (root: XmlNode): readonly XmlNode[] =>
  root.children
    .filter((child) => isComplemento(root, child))
    .flatMap(({ children }) => children.filter(isTimbre));

/**
 * Whether a stamped document is the sealed one and its stamp, and nothing else. Providers write XML anew, so what is compared is
 * what it says: elements, attributes and texts; not how namespaces are declared, nor the addresses of schemas.
 */
export function isSameDocument(stamped: XmlNode, sealed: XmlNode): boolean {
  return isSame(withoutStamp(stamped), withoutStamp(sealed));
}

/** Its Complementos as one, without the stamp, and none where nothing else is inside. */
function withoutStamp(root: XmlNode): XmlNode {
  const complementos = root.children.filter((child) => isComplemento(root, child));
  const [first] = complementos;
  if (!first) return root;
  const inside = complementos.flatMap(({ children }) => children).filter((child) => !isTimbre(child));
  const children = root.children.flatMap((child) => {
    if (!complementos.includes(child)) return [child];
    return child === first && inside.length > 0 ? [{ ...child, children: inside }] : [];
  });
  return { ...root, children };
}

function isSame(one: XmlNode, other: XmlNode): boolean {
  if (one.name !== other.name || one.namespace !== other.namespace) return false;
  if ((one.text ?? '').trim() !== (other.text ?? '').trim()) return false;
  const [mine, others] = [saying(one), saying(other)];
  if (mine.length !== others.length || one.children.length !== other.children.length) return false;
  if (mine.some((name) => one.attributes[name] !== other.attributes[name])) return false;
  return one.children.every((child, index) => isSame(child, other.children[index] as XmlNode));
}

const saying = ({ attributes }: XmlNode): readonly string[] =>
  Object.keys(attributes).filter((name) => !/^xmlns(?::|$)|:schemaLocation$/.test(name));
