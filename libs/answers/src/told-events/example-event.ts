import type { StreamEvent } from '#kernel';
import type { ToldEvent, ToldType } from '#contracts';
import { eventDoc, type EventDoc } from './event.js';

const AT = '2026-11-26T18:00:00.000Z';
const ID = '01a219649a5f000045a46bd2';
const tenant = { organizationId: '6743f1c2a1b2c3d4e5f60718', livemode: false };

const PORTAL = { public_url: 'https://facturas.example.com', domain: 'mi-tienda', custom_domain: null };

/** An event of a type as an endpoint may get it, for docs: always the same. */
export function exampleEvent(type: ToldType): EventDoc {
  const stream = `webhooks-${tenant.organizationId}.test`;
  const told: ToldEvent = {
    ...{ id: ID, type, created_at: AT, stream, revision: 0, resource_id: '6743f1c2a1b2c3d4e5f60720' },
  };
  const metadata = { ...tenant, commandId: 'example', correlationId: 'example', actor: 'example' };
  const sample: StreamEvent = {
    ...{ id: 'example', type: 'SampleTriggered', streamId: stream, revision: 0, metadata },
    ...{ data: { event_type: type, sample_id: told.resource_id, at: AT }, recordedAt: new Date(AT) },
  };
  return eventDoc(told, tenant, [sample], PORTAL);
}
