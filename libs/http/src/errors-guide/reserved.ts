/** Codes of the public specification that this service never answers, and why. They keep their meaning. */
export const reserved = {
  mcp_permission_denied: 'There are no MCP connections.',
  mcp_connection_read_only: 'There are no MCP connections.',
  subscription_required: 'You host the service yourself: there are no subscriptions.',
  subscription_active_required: 'You host the service yourself: there are no subscriptions.',
  invalid_operation: 'An unknown operation of a role is `invalid_value` of the field that names it.',
  invalid_user_id: 'People of an organization are found by their access: `user_access_not_found`.',
  invalid_timezone: 'The time zone of an organization follows from its postal code.',
} as const;
