import { parseCancelacion, type TimbreFiscalDigital } from '#cfdi';
import { FixedClock } from '#kernel';
import type { DocumentKey, DocumentKind, Pac, StatusOutcome } from '../port.js';
import { signedCancellation } from '../sandbox/testing.js';
import { MADE_AT, makeStampMaker, type MadeStamp, type StampMaker } from './stamps.js';

/** What a provider and the tax authority have on their books, for specs of adapters: one stamp for the same bytes. */
export interface SpecLedger {
  readonly maker: StampMaker;
  /** Of provider, tax authority and adapter. */
  readonly clock: FixedClock;
  /** The stamp of these bytes: the first one, or a new one. Refused documents have none. */
  stamp(xml: string, aheadMs?: number): Promise<{ readonly made: MadeStamp; readonly isNew: boolean }>;
  find(xml: string): MadeStamp | undefined;
  readonly uuidsOf: (xml: string) => readonly string[];
  /** EstatusUUID of a signed request, which cancels at once; with the acuse. */
  cancel(request: string): { readonly uuid: string; readonly estatus: string; readonly acuse: string };
  readonly authority: Pick<Pac, 'status'>;
  readonly cancellation: (kind: DocumentKind, uuid: string) => string;
}

const CODES = {
  comprobante: { taken: '201', before: '202', unknown: '205' },
  retencion: { taken: '1201', before: '1202', unknown: '1205' },
} as const;
const NAMESPACE = {
  comprobante: 'http://cancelacfd.sat.gob.mx',
  retencion: 'http://www.sat.gob.mx/esquemas/retencionpago/1',
} as const;

/** The local time of central Mexico. */
const local = (ms: number): string => new Date(ms - 6 * 3_600_000).toISOString().slice(0, 19);

/** Opens empty books of a provider with this RFC. */
export function openLedger(rfc: string, maker = makeStampMaker(rfc), at = MADE_AT): SpecLedger {
  const clock = new FixedClock(at);
  const stamps = new Map<string, Promise<MadeStamp>>();
  const made = new Map<string, MadeStamp>();
  const byUuid = new Map<string, TimbreFiscalDigital>();
  const cancelled = new Set<string>();
  const statusOf = ({ uuid }: DocumentKey): StatusOutcome => ({
    ...{ kind: 'status', at: clock.now().toISOString() },
    estado: !byUuid.has(uuid) ? 'No Encontrado' : cancelled.has(uuid) ? 'Cancelado' : 'Vigente',
  });
  return {
    ...{ maker, clock },
    async stamp(xml, aheadMs = 0) {
      const before = stamps.get(xml);
      if (before) return { made: await before, isNew: false };
      const stamping = maker.stamp(xml, { fechaTimbrado: local(clock.now().getTime() + aheadMs) });
      stamps.set(xml, stamping);
      const stamp = await stamping;
      made.set(xml, stamp);
      byUuid.set(stamp.timbre.uuid, stamp.timbre);
      return { made: stamp, isNew: true };
    },
    find: (xml) => made.get(xml),
    // By the seal: bytes that an adapter had changed on their way would have a stamp of their own.
    uuidsOf: (xml) =>
      [...byUuid.values()]
        .filter(({ selloCfd }) => xml.includes(` Sello="${selloCfd}"`))
        .map(({ uuid }) => uuid),
    cancel(request) {
      const parsed = parseCancelacion(request);
      if (!parsed.ok) throw new Error('the request cannot be read');
      const kind = parsed.value.tipo === 'retenciones' ? 'retencion' : 'comprobante';
      const uuid = parsed.value.folios[0]?.uuid.toUpperCase() ?? '';
      const said = !byUuid.has(uuid) ? 'unknown' : cancelled.has(uuid) ? 'before' : 'taken';
      if (said === 'taken') cancelled.add(uuid);
      const estatus = CODES[kind][said];
      const acuse =
        `<Acuse xmlns="${NAMESPACE[kind]}" Fecha="${local(clock.now().getTime())}" RfcEmisor="${parsed.value.rfcEmisor}">` +
        `<Folios><UUID>${uuid}</UUID><EstatusUUID>${estatus}</EstatusUUID></Folios></Acuse>`;
      return { uuid, estatus, acuse };
    },
    authority: { status: async (key) => statusOf(key) },
    cancellation: (kind, uuid) => signedCancellation({ kind, uuid }, maker.issuer),
  };
}
