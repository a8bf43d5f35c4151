import { uuidsOf } from '../answered.js';
import type { PendingOutcome } from '../pending-port.js';
import type { ProdigiaReply } from './call.js';
import { saidIn, troubleOf } from './codes.js';

export const PENDING_SERVICE = 'servicioPeticionesPendientes';

/** None wait for the receiver. */
const NONE = '1101';

/** What `consultarPeticionesPendientes` tells. An answer that cannot be read tells nothing: asking changes nothing either. */
export function readPending(reply: ProdigiaReply): PendingOutcome {
  if (reply.kind === 'unavailable') return reply;
  if (reply.kind === 'unknown') return { kind: 'unavailable', reason: reply.reason };
  const { answer } = reply;
  const { code, text } = saidIn(answer);
  if (code === NONE) return { kind: 'listed', requests: [] };
  const requests = uuidsOf(answer.texts('uuids', 'uuid'));
  if (answer.text('consultaOk')?.toLowerCase() === 'true' && requests) return { kind: 'listed', requests };
  const trouble = troubleOf({ code, text });
  return {
    ...{ kind: 'unavailable', reason: `Prodigia: ${text || code || 'no list of UUIDs'}` },
    ...(code !== '' && { code }),
    ...(trouble && { trouble }),
  };
}
