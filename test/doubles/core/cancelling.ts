import { parseCancelacion } from '#cfdi';
import type { Double } from './server.js';
import type { CancelUuid, CancellationAnswer, SatLink } from './sat-link.js';
import type { PacName } from './world.js';

/** Presents a cancellation to the tax authority, and writes into the ledger what came of it. */
export async function present(
  name: PacName,
  double: Double,
  sat: SatLink,
  request: string | CancelUuid,
): Promise<CancellationAnswer> {
  const { ledger, faults } = double;
  const read = typeof request === 'string' ? parseCancelacion(request) : undefined;
  const asked =
    typeof request === 'string'
      ? read?.ok
        ? read.value.folios.map(({ uuid, ...rest }) => ({ uuid: uuid.toUpperCase(), ...rest }))
        : []
      : [{ motivo: request.motivo, uuid: request.uuid.toUpperCase() }];
  const young = asked.some(({ uuid }) => {
    const stamp = ledger.byUuid(uuid);
    return stamp && double.now().getTime() - Date.parse(stamp.at) < faults.settings.unknownToSatMs;
  });
  const answer = young
    ? {
        rfcEmisor: typeof request === 'string' ? (read?.ok ? read.value.rfcEmisor : '') : request.rfcEmisor,
        ...{ folios: asked.map(({ uuid }) => ({ uuid, estatus: '205' })), acuse: '' },
      }
    : typeof request === 'string'
      ? await sat.cancel(request, name)
      : await sat.cancelUuid(request, name);
  for (const { uuid, estatus } of answer.folios)
    ledger.cancellations.push({
      ...{ pac: name, uuid: uuid.toUpperCase(), rfcEmisor: answer.rfcEmisor, estatus, acuse: answer.acuse },
      motivo: motivoOf(asked, uuid),
      at: double.now().toISOString(),
    });
  return answer;
}

const motivoOf = (asked: readonly object[], uuid: string): string => {
  const folio = asked.find((one) => 'uuid' in one && one.uuid === uuid.toUpperCase());
  return folio && 'motivo' in folio && typeof folio.motivo === 'string' ? folio.motivo : '';
};
