import type { StreamEvent } from '#kernel';
import type { StampingEvent } from '#contracts';
import { defineContents, type NamedContent } from '#eventing';

/** What was signed and may be at a PAC: without its XML nobody can send it again, nor complete it with its stamp. */
export const stampingContents = defineContents('stamping.contents', { 'stamping-': ofStamping });

function ofStamping(id: string, event: StreamEvent<StampingEvent>): readonly NamedContent[] {
  if (event.type !== 'ComprobanteSealed') return [];
  const { organizationId, livemode } = event.metadata;
  const { xml_key: key } = event.data;
  return [{ tenant: { organizationId, livemode }, kind: 'stamping', id, file: 'xml', key }];
}
