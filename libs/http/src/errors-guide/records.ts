/** What to do about codes: Customers, products and catalogues. One sentence or two, as Markdown. */
export const records = {
  legal_name_mismatch:
    'Write the name as in the customer’s Constancia de Situación Fiscal, in capitals and without the corporate regime (S.A. de C.V.).',
  tax_address_zip_mismatch:
    'Ask the customer for the postal code of its fiscal address, as in its Constancia.',
  tax_id_not_found:
    'Check the RFC with the customer: the SAT’s register does not have it, or has it as canceled.',
  tax_system_not_allowed_for_tax_id: 'Use a regime of the customer’s Constancia, for its kind of person.',
  tax_system_not_in_catalog: 'Use a key of c_RegimenFiscal, as the answer suggests.',
  tax_id_validation_failed: 'Check the RFC: 12 characters of a legal person, 13 of a natural one.',
  tax_id_validation_service_unavailable:
    'The operator loads the SAT’s list of article 69-B (`npm run lists`). Try later.',
  customer_could_not_be_resolved: 'Send the id of a customer that exists, or all of its data.',
  customer_edit_link_not_found: 'Check the link, or make another one.',
  customer_edit_link_unavailable: 'Send the customer another link: each works once and for seven days.',
  customer_email_required: 'Send an address in `email`, or store one with the customer.',
  customer_has_invoices: 'Leave the customer: its invoices name it. Edit it instead.',
  customer_not_found: 'Check the id and the environment: Test and Live have separate customers.',
  customer_tax_info_unavailable: 'Try later: the register can’t be asked at the moment.',
  product_not_found: 'Check the id and the environment.',
  supplier_not_found: 'Check the id and the environment.',
  catalog_not_found: 'Use a name of `GET /catalogs/sat`.',
  product_key_not_found: 'Find the key with `GET /catalogs/products?q=…`.',
  tariff_code_not_found:
    'Check the ten digits of the tariff code, and that the operator has loaded the full catalogues.',
  unit_key_not_found: 'Find the key with `GET /catalogs/units?q=…`; a piece is H87, a service E48.',
  series_already_exists: 'Use the series that exists, or another name.',
  series_not_found: 'Create the series first, or check its name.',
} as const;
