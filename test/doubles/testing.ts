import { openCsd } from '#cfdi';
import { sealXml, signedCancellation } from '#pac/sandbox/testing';
import { centralTime } from '#pac/sandbox/place-of-issue';
import { sharedWorld } from './core/world.js';

/** Documents for specs of the doubles: sealed by a CSD of their world, of this hour. */

const RFC = 'EKU9003173C9';
let csd: ReturnType<ReturnType<typeof sharedWorld>['issue']> | undefined;

export const issuerCsd = (): NonNullable<typeof csd> =>
  (csd ??= sharedWorld().issue({ rfc: RFC, name: 'ESCUELA KEMPER URGATE', password: '12345678a' }));

let folios = 0;

export function sealed({
  hoursAgo = 0,
  folio = ++folios,
}: { hoursAgo?: number; folio?: number } = {}): string {
  const fecha = centralTime(new Date(Date.now() - hoursAgo * 3_600_000 - 60_000));
  return sealXml(
    { comprobante: { Fecha: fecha, Serie: 'D', Folio: String(folio), LugarExpedicion: '06000' } },
    issuerCsd(),
  );
}

export const cancellation = (uuid: string): string => signedCancellation({ uuid }, issuerCsd());

/** Checks that the CSD opens: a spec of the world. */
export const opens = (): boolean => openCsd(issuerCsd()).ok;
