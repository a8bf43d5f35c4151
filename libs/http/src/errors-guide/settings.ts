/** What to do about codes: Organization and webhooks. One sentence or two, as Markdown. */
export const settings = {
  certificate_expired: 'Get a new certificate at the SAT and upload it.',
  certificate_file_required: 'Send the certificate as the file `cer`.',
  certificate_files_invalid: 'Send the `.cer` and the `.key` as the SAT made them.',
  certificate_files_required: 'Send both files, `cer` and `key`, and `password`.',
  certificate_fiel_rfc_mismatch: 'Upload a CSD and a FIEL of the same RFC.',
  certificate_invalid: 'Send a certificate that the SAT issued. Test ones work in Test only.',
  certificate_not_yet_valid: 'Wait until it is in force, and check the clock of the machine.',
  certificate_previous_rfc_mismatch: 'Make another organization for another RFC.',
  csd_required: 'Send the CSD: the file is of a FIEL.',
  fiel_invalid: 'Send the FIEL’s `.cer` and `.key` as the SAT made them.',
  fiel_rfc_mismatch: 'Send the FIEL of the organization’s RFC.',
  fiel_required: 'Upload a FIEL in force: `PUT /organizations/{id}/fiel`.',
  organization_domain_change_not_allowed: 'Keep the domain: it is printed on receipts.',
  organization_domain_unavailable:
    'Choose another domain: `GET /organizations/domain-check` says which is free.',
  organization_settings_invalid: 'Correct the fields in `errors[]`.',
  organization_support_email_required: 'Set `support_email` first.',
  organization_tax_info_invalid:
    'Correct the organization’s legal data, or what the SAT has of them (`errors[]`).',
  private_key_certificate_mismatch: 'Send the key that was made with this certificate.',
  private_key_file_required: 'Send the private key as the file `key`.',
  private_key_password_incorrect:
    'Send the password of the private key, which is not that of the SAT’s site.',
  onboarding_link_not_found: 'Check the link, or make another one.',
  onboarding_link_unavailable: 'Make another link.',
  support_email_link_not_found: 'Check the link, or save the address again.',
  support_email_link_unavailable: 'Save the address again: another link is sent.',
  webhook_delivery_attempt_not_found: 'Use an id of `GET /webhooks/{id}/attempts`.',
  webhook_disabled: 'Enable it first: `PUT /webhooks/{id}` with `status`: `enabled`.',
  webhook_limit_reached: 'Delete endpoints that you do not use.',
  webhook_not_found: 'Check the id and the environment.',
  webhook_signature_invalid:
    'Do not trust the message. Check the secret, and that the body is the one that came, byte for byte.',
} as const;
