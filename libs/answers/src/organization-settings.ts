import { ignoreUnknown } from '#kernel';
import {
  mergePdfOptions,
  type OrganizationDoc,
  type OrganizationRow,
  type OrganizationSettingsEvent,
} from '#contracts';
import type { Told } from './told.js';

/** How many links of a support address are remembered, to tell a replaced link from one that never existed. */
const REMEMBERED_LINKS = 20;

/** The columns of an organization whose support address was never mailed. */
export const NO_SUPPORT_LINK = {
  support_link_hashes: [],
  support_link_id: null,
  support_link_expires_at: null,
} as const;

/** An organization's row after one of its settings was changed. */
export function withSettings(row: OrganizationRow, event: Told<OrganizationSettingsEvent>): OrganizationRow {
  const after = { ...row, revision: event.revision, doc: settingsDoc(row.doc, event) };
  if (event.type === 'SelfInvoiceSettingsSet') {
    const same = event.data.support_email === row.doc.self_invoice.support_email;
    return same ? after : { ...after, support_link_id: null, support_link_expires_at: null };
  }
  if (event.type !== 'SupportEmailLinkCreated') return after;
  const { id, key_hash, expires_at } = event.data;
  return {
    ...after,
    support_link_hashes: [...row.support_link_hashes, key_hash].slice(-REMEMBERED_LINKS),
    support_link_id: id,
    support_link_expires_at: expires_at,
  };
}

function settingsDoc(doc: OrganizationDoc, event: Told<OrganizationSettingsEvent>): OrganizationDoc {
  const { customization, receipts, self_invoice } = doc;
  switch (event.type) {
    case 'CustomizationSet': {
      const { color = customization.color, pdf_extra } = event.data;
      const merged = mergePdfOptions(customization.pdf_extra, pdf_extra);
      return { ...doc, customization: { ...customization, color, pdf_extra: merged } };
    }
    case 'ReceiptSettingsSet': {
      const { at: _at, ...settings } = event.data;
      return { ...doc, receipts: { ...receipts, ...settings } };
    }
    case 'SelfInvoiceSettingsSet': {
      const { at: _at, ...settings } = event.data;
      const same = settings.support_email === self_invoice.support_email;
      const support_email_verified = same && self_invoice.support_email_verified;
      return { ...doc, self_invoice: { ...self_invoice, ...settings, support_email_verified } };
    }
    case 'SupportEmailLinkCreated':
      return { ...doc, self_invoice: { ...self_invoice, support_email_verified: false } };
    case 'SupportEmailVerified':
      return { ...doc, self_invoice: { ...self_invoice, support_email_verified: true } };
    case 'DomainChosen':
      return { ...doc, domain: event.data.domain };
    case 'CustomDomainSet':
      return { ...doc, custom_domain: event.data.custom_domain };
    default:
      return ignoreUnknown(event, doc);
  }
}
