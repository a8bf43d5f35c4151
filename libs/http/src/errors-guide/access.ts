/** What to do about codes: Keys, people and roles. One sentence or two, as Markdown. */
export const access = {
  api_key_invalid:
    'Copy the key again, whole and without quotes. If it was renewed or deleted, use the new one.',
  api_key_not_allowed: 'Use a key of the kind that the answer names.',
  feature_not_available:
    'This installation does not have the feature, or its operator has not configured it. The answer names it.',
  live_api_key_required: 'Use a Live key (`sk_live_…`).',
  missing_credentials: 'Send `Authorization: Bearer sk_…`.',
  organization_incomplete:
    'Complete the steps in `errors[]` (`pending_steps` of the organization): legal data, certificate, PAC.',
  subscription_live_access_required:
    'Ask for ZIP files with a Live key, or let the operator allow them in Test (`TIMBRA_ZIP_IN_TEST`).',
  user_key_invalid: 'Copy the user key again. The operator makes another one with `npm run users`.',
  user_suspended: 'Ask the operator why the user is suspended.',
  organization_not_found: 'Check the id, and that the user of the key belongs to the organization.',
  invite_email_delivery_failed:
    'Check the address. The invitation exists: send it again, or give its link to the person.',
  invite_email_mismatch: 'Answer with the key of the user to whose address the invitation was sent.',
  invite_expired: 'Ask for another invitation.',
  invite_not_found: 'Check the id. The invitation may be canceled or answered.',
  invite_role_unavailable: 'The role was deleted. Ask for an invitation with another role.',
  user_already_in_organization: 'Change the role of the user instead.',
  organization_admin_access_cannot_be_removed:
    'Give the administrator another role first, or leave the access.',
  organization_admin_assignment_cannot_be_edited: 'Let the owner do it.',
  organization_admin_role_cannot_be_deleted: 'Leave the administrator role: each organization keeps it.',
  organization_admin_role_cannot_be_edited: 'Make a role of your own from a template, and edit that.',
  organization_admin_role_required: 'Ask an administrator of the organization to do it.',
  organization_id_not_allowed: 'Send the id of an organization that you belong to in `X-Organization-Id`.',
  organization_id_required: 'Send `X-Organization-Id`: a user key may act for several organizations.',
  owner_access_cannot_be_reassigned: 'Leave the owner’s access as it is.',
  owner_access_cannot_be_removed: 'Leave the owner in the organization.',
  role_has_assigned_users: 'Give the users of the role another one first.',
  role_template_not_found: 'Use a code of `GET …/team/roles/templates`.',
  role_not_found: 'Use an id of `GET …/team/roles`.',
  user_access_not_found: 'Use an id of `GET …/team`.',
} as const;
