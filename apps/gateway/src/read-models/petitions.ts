import { petitionListRow, petitionRow } from '#answers';
import {
  PETITION_LIST_STREAM,
  PETITION_STREAM,
  petitionListsReadModel,
  petitionsReadModel,
  type PetitionListRow,
  type PetitionRow,
} from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.cancellation_requests: suppliers' requests to cancel what was received. */
export const petitionsProjection = defineProjection<PetitionRow, typeof PETITION_STREAM>({
  name: petitionsReadModel.projection,
  table: petitionsReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    created_at: 'timestamptz',
    uuid: 'text',
    status: 'text',
    supplier_tax_id: 'text',
    doc: 'json',
  },
  streamPrefix: PETITION_STREAM,
  evolve: petitionRow,
});

/** gateway.cancellation_request_lists: when each tenant's list was asked for. */
export const petitionListsProjection = defineProjection<PetitionListRow, typeof PETITION_LIST_STREAM>({
  name: petitionListsReadModel.projection,
  table: petitionListsReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    asked_at: 'timestamptz',
  },
  streamPrefix: PETITION_LIST_STREAM,
  evolve: petitionListRow,
});
