import type { Pool, PoolClient } from 'pg';
import type { XmlNode, ParsedComprobante, ParsedRetencion } from '#cfdi';

/** What documents say of each other, as the tax authority knows it from what was stamped. */

export interface Relation {
  /** The document that is named. */
  readonly uuid: string;
  /** TipoRelacion of CfdiRelacionados (c_TipoRelacion), or `pago` where a payment pays it. */
  readonly kind: string;
}

/** TipoRelacion of a document that takes the place of another. */
const SUSTITUCION = '04';
const PAGOS = 'http://www.sat.gob.mx/Pagos20';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The documents that a document names, each once for each kind. */
export function relationsOf({ cfdiRelacionados, complementos }: ParsedComprobante): readonly Relation[] {
  const named = [
    ...cfdiRelacionados.flatMap(({ tipoRelacion, uuids }) =>
      uuids.map((uuid) => ({ uuid, kind: tipoRelacion })),
    ),
    ...complementos
      .filter(({ namespace }) => namespace === PAGOS)
      .flatMap(uuidsPaidBy)
      .map((uuid) => ({ uuid, kind: 'pago' })),
  ];
  const once = new Map(named.map(({ uuid, kind }) => [`${kind} ${uuid.toUpperCase()}`, { uuid, kind }]));
  return [...once.values()].filter(({ uuid }) => UUID.test(uuid));
}

/** The one document that a document of retentions may name. */
export const relationsOfRetencion = ({ relacionado }: ParsedRetencion): readonly Relation[] =>
  relacionado && UUID.test(relacionado.uuid)
    ? [{ uuid: relacionado.uuid, kind: relacionado.tipoRelacion }]
    : [];

/** IdDocumento of each DoctoRelacionado; a payment may also pay what has no UUID. */
const uuidsPaidBy = (node: XmlNode): readonly string[] => [
  ...(node.name === 'DoctoRelacionado' ? [node.attributes['IdDocumento'] ?? ''] : []),
  ...node.children.flatMap(uuidsPaidBy),
];

/** Valid documents of the same account and issuer that name a document; anybody else's say nothing about it. */
const NAMING = `
  select child.uuid, array_agg(r.kind) as kinds
    from pac_sandbox.relations r
    join pac_sandbox.stamps child on child.uuid = r.uuid
    join pac_sandbox.stamps own on own.uuid = r.related
   where r.related = $1 and child.organization_id = own.organization_id and child.livemode = own.livemode
     and child.issuer_rfc = own.issuer_rfc
     and not exists (select 1 from pac_sandbox.cancellations c where c.uuid = child.uuid and c.state = 'accepted')
   group by child.uuid, child.seq order by child.seq limit 100`;

/**
 * UUIDs of the valid documents that keep a document from being cancelled: payments of it, credit notes, whatever
 * names it. One that only takes its place (04) is no obstacle where the motive is that (`substituted`).
 */
export async function obstaclesTo(
  db: Pool | PoolClient,
  uuid: string,
  { substituted }: { readonly substituted: boolean },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ uuid: string; kinds: string[] }>(NAMING, [uuid]);
  return rows
    .filter(({ kinds }) => !substituted || kinds.some((kind) => kind !== SUSTITUCION))
    .map((row) => row.uuid.toUpperCase());
}

/** Whether a document says that it takes the place of another (TipoRelacion 04). */
export async function substitutes(
  db: Pool | PoolClient,
  substitute: string,
  replaced: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from pac_sandbox.relations where uuid = $1 and related = $2 and kind = $3`,
    [substitute, replaced, SUSTITUCION],
  );
  return rowCount === 1;
}
