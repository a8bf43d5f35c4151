import { ignoreUnknown } from '#kernel';
import { CUSTOMER_STREAM, type CustomerEvent, type CustomerFields } from '#contracts';
import type { StreamEvent } from '#kernel';
import { defineProjection, type ProjectedRow } from '#eventing';
import { customerFieldsOf, fingerprintOf } from './customer.js';

/** A customer that exists, by what makes it the same as another. */
export interface TwinRow extends ProjectedRow {
  readonly organization_id: string;
  readonly livemode: boolean;
  /** The same for customers that are the same. */
  readonly fingerprint: string;
  /** What the fingerprint is of: an edit changes a part of it. */
  readonly fields: CustomerFields;
}

const rowOf = ({ streamId, revision, metadata }: StreamEvent, fields: CustomerFields): TwinRow => ({
  id: streamId.slice(CUSTOMER_STREAM.length),
  revision,
  organization_id: metadata.organizationId,
  livemode: metadata.livemode,
  fingerprint: fingerprintOf(fields),
  fields: customerFieldsOf(fields),
});

function evolve(row: TwinRow | undefined, event: StreamEvent<CustomerEvent>): TwinRow | undefined {
  switch (event.type) {
    case 'CustomerCreated':
      return rowOf(event, event.data);
    case 'CustomerEdited': {
      const { at: _at, sat_validated_at: _validated, ...changes } = event.data;
      return row && rowOf(event, { ...row.fields, ...changes });
    }
    case 'CustomerEditLinkCreated':
    case 'CustomerEditLinkCompleted':
      return row && { ...row, revision: event.revision };
    case 'CustomerDeleted':
      return undefined;
    default:
      return ignoreUnknown(event, row);
  }
}

/** customers.twins: the service's own, to find the customer that is there already. */
export const twinsProjection = defineProjection<TwinRow, typeof CUSTOMER_STREAM>({
  name: 'customers.twins',
  table: 'customers.twins',
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    fingerprint: 'text',
    fields: 'json',
  },
  streamPrefix: CUSTOMER_STREAM,
  evolve,
});
