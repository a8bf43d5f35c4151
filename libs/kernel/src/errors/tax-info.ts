import { group } from './entry.js';

/** Tax information that does not match the tax authority's records; also used as detail subcodes. */
export const taxInfoErrors = group({
  legal_name_mismatch: {
    status: 400,
    es: 'El nombre o razón social no coincide con el registrado en el SAT.',
    en: 'The legal name does not match the one registered with the SAT.',
  },
  tax_address_zip_mismatch: {
    status: 400,
    es: 'El código postal no coincide con el del domicilio fiscal registrado en el SAT.',
    en: 'The zip code does not match the one of the tax address registered with the SAT.',
  },
  tax_id_not_found: {
    status: 400,
    es: 'El RFC no se encuentra en la lista del SAT de RFC inscritos no cancelados.',
    en: 'The RFC is not in the SAT list of registered, non-cancelled RFCs.',
  },
  tax_system_not_allowed_for_tax_id: {
    status: 400,
    es: 'El régimen fiscal no corresponde a este RFC.',
    en: 'The tax system is not allowed for this RFC.',
  },
  tax_system_not_in_catalog: {
    status: 400,
    es: 'El régimen fiscal no existe en el catálogo del SAT (¿quiso decir {suggestion}?) (valores posibles: {values}).',
    en: 'The tax system does not exist in the SAT catalog (did you mean {suggestion}?) (possible values: {values}).',
  },
});

/** The tax authority's register and the validation of tax ids against it. */
export const taxIdValidationErrors = group({
  tax_id_validation_failed: {
    status: 400,
    es: 'El RFC no puede validarse: no tiene la forma de un RFC.',
    en: 'The RFC cannot be validated: it does not have the form of one.',
  },
  tax_id_validation_service_unavailable: {
    status: 503,
    es: 'El servicio de validación de RFC no está disponible en este momento: no hay un listado del artículo 69-B cargado.',
    en: 'The RFC validation service is not available at the moment: no list of article 69-B is loaded.',
  },
});
