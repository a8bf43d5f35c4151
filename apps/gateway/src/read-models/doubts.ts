import { doubtRow, passesDoubts } from '#answers';
import { doubtsReadModel, STAMPING_STREAM, type DoubtRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.doubts: stampings that a provider perhaps has finished, and nobody can say yet. */
export const doubtsProjection = defineProjection<DoubtRow, typeof STAMPING_STREAM>({
  name: doubtsReadModel.projection,
  table: doubtsReadModel.table,
  // Hardly a stamping is ever in doubt.
  sparse: true,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    document_id: 'text',
    sealed_at: 'timestamptz',
    since: 'timestamptz',
    listed_at: 'timestamptz',
    watched_until: 'timestamptz',
    doc: 'json',
  },
  streamPrefix: STAMPING_STREAM,
  passesBy: passesDoubts,
  evolve: doubtRow,
});
