import { field, ok, refuseFields, type Detail } from '#kernel';
import { detailsOf } from '../../schemas/details.js';
import { leyendasFiscales } from '../../schemas/standards/complementos/leyendas-fiscales.js';
import { findDefects } from '../../schemas/check.js';
import { withPath } from '../../schemas/paths.js';
import type { BuildComplemento } from '../complemento.js';
import { readNodeFromFields, dropRepeated, type FieldNames } from '../conceptos/attributes.js';
import type { LeyendaInput } from '../input.js';

const LEYENDA: FieldNames = {
  disposicionFiscal: 'disposicionFiscal',
  norma: 'norma',
  textoLeyenda: 'textoLeyenda',
};
/** No standard says how many; a document with more is a mistake. */
const MAX_LEYENDAS = 100;
const MAX_DETAILS = 100;

/**
 * Leyendas Fiscales 1.0: legends that tax provisions ask for. `path` is that of the list. Its schema has no lengths;
 * "|" separates the values of the cadena original and is refused, as in every text (Anexo 20).
 */
export const buildLeyendas: BuildComplemento<readonly LeyendaInput[]> = (data, _comprobante, path) => {
  const given: unknown = data;
  if (!Array.isArray(given))
    return refuseFields([field(path, 'invalid_type', { params: { expected: 'array' } })]);
  if (given.length === 0 || given.length > MAX_LEYENDAS)
    return refuseFields([field(path, 'invalid_length', { params: { min: 1, max: MAX_LEYENDAS } })]);
  const { root, namespace } = leyendasFiscales;
  const details: Detail[] = [];
  const [subtree] = root.children;
  const children = subtree
    ? given.map((leyenda: unknown, i) =>
        readNodeFromFields(subtree.element, namespace, leyenda, `${path}[${i}]`, LEYENDA, details),
      )
    : [];
  const node = withPath({ name: root.name, namespace, attributes: { version: '1.0' }, children }, path, {
    Leyenda: `/${path}`,
  });
  const all = dropRepeated(details, detailsOf(findDefects(root, node, MAX_DETAILS)));
  return all.length > 0 ? refuseFields(all.slice(0, MAX_DETAILS)) : ok({ standard: leyendasFiscales, node });
};
