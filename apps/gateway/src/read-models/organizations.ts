import { organizationRow } from '#answers';
import { ORGANIZATION_STREAM, organizationsReadModel, type OrganizationRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.organizations: every organization, who may act for it, and the hashes of its keys in force. */
export const organizationsProjection = defineProjection<OrganizationRow, typeof ORGANIZATION_STREAM>({
  name: organizationsReadModel.projection,
  table: organizationsReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    created_at: 'timestamptz',
    search: 'text',
    user_ids: 'text[]',
    key_hashes: 'text[]',
    test_key_id: 'text',
    test_key_first_12: 'text',
    support_link_hashes: 'text[]',
    support_link_id: 'text',
    support_link_expires_at: 'timestamptz',
    onboarding_hashes: 'text[]',
    onboarding_id: 'text',
    onboarding_expires_at: 'timestamptz',
    closed: 'json',
    live_keys: 'json',
    series: 'text[]',
    team: 'json',
    invite_ids: 'text[]',
    invite_hashes: 'text[]',
    invite_emails: 'text[]',
    doc: 'json',
  },
  streamPrefix: ORGANIZATION_STREAM,
  evolve: organizationRow,
});
