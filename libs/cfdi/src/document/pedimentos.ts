import type { Detail } from '#kernel';
import type { BuiltComplemento } from '../complementos/complemento.js';
import { rule } from '../details.js';
import type { ComprobanteInput } from '../input.js';

const COMERCIO_EXTERIOR = 'http://www.sat.gob.mx/ComercioExterior';

/**
 * A detail for each line, and each part of one, with customs numbers in a document with the complement of foreign trade,
 * which has none (CFDI40195, CFDI40200): what is exported was not imported.
 */
export function findForbiddenPedimentos(
  { conceptos }: Pick<ComprobanteInput, 'conceptos'>,
  built: readonly BuiltComplemento[],
): Detail[] {
  if (!built.some(({ standard }) => standard.namespace.startsWith(COMERCIO_EXTERIOR))) return [];
  const detailOf = (path: string, code: string, pedimentos: readonly string[] = []): Detail[] =>
    pedimentos.length === 0
      ? []
      : [
          rule(
            `${path}.informacionAduanera`,
            'not_allowed',
            code,
            'Con el complemento de comercio exterior no deben registrarse pedimentos: quítelos del concepto.',
            'Leave customs numbers out of the item: a document with the complement of foreign trade has none.',
          ),
        ];
  return conceptos.flatMap(({ informacionAduanera, partes = [] }, i) => [
    ...detailOf(`conceptos[${i}]`, 'CFDI40195', informacionAduanera),
    ...partes.flatMap((parte, j) =>
      detailOf(`conceptos[${i}].partes[${j}]`, 'CFDI40200', parte.informacionAduanera),
    ),
  ]);
}
