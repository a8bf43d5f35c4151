import { userRow } from '#answers';
import { USER_STREAM, usersReadModel, type UserRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.users: users and their keys in force. */
export const usersProjection = defineProjection<UserRow, typeof USER_STREAM>({
  name: usersReadModel.projection,
  table: usersReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    created_at: 'timestamptz',
    email: 'text',
    full_name: 'text',
    key_hashes: 'text[]',
    keys: 'json',
    suspended_at: 'timestamptz',
  },
  streamPrefix: USER_STREAM,
  evolve: userRow,
});
