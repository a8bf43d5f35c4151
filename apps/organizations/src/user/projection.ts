import { USER_STREAM, usersReadModel, type UserEvent, type UserRow } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { defineProjection, type ProjectedRow } from '#platform';

type Row = ProjectedRow & UserRow;

function evolve(row: Row | undefined, event: RecordedEvent): Row | undefined {
  const { type, data } = event as unknown as UserEvent;
  if (type !== 'UserCreated') return row;
  return {
    id: event.streamId.slice(USER_STREAM.length),
    revision: event.revision,
    created_at: data.at,
    email: data.email,
    full_name: data.full_name,
    key_hash: data.key.hash,
    key_first_12: data.key.first_12,
  };
}

/** organizations.users: users and the hashes of their keys. */
export const usersProjection = defineProjection<Row>({
  name: usersReadModel.projection,
  table: usersReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    created_at: 'timestamptz',
    email: 'text',
    full_name: 'text',
    key_hash: 'text',
    key_first_12: 'text',
  },
  streamPrefix: USER_STREAM,
  evolve,
});
