import { group } from './entry.js';

/** Certificates (CSD, FIEL), domain and other settings of an organization. */
export const organizationSettingsErrors = group({
  certificate_expired: {
    status: 400,
    es: 'El certificado ya no está vigente.',
    en: 'The certificate has expired.',
  },
  certificate_file_required: {
    status: 400,
    es: 'Se requiere el archivo del certificado en el campo "cer".',
    en: 'The certificate file is required in the field "cer".',
  },
  certificate_files_invalid: {
    status: 400,
    es: 'Los archivos del certificado o de la llave privada no son válidos.',
    en: 'The certificate or private key files are not valid.',
  },
  certificate_files_required: {
    status: 400,
    es: 'Se requieren los archivos del certificado ("cer") y de la llave privada ("key").',
    en: 'The certificate ("cer") and private key ("key") files are required.',
  },
  certificate_fiel_rfc_mismatch: {
    status: 400,
    es: 'El RFC del certificado no coincide con el de la FIEL.',
    en: 'The RFC of the certificate does not match the one of the FIEL.',
  },
  certificate_invalid: {
    status: 400,
    es: 'El archivo no es un certificado válido del SAT.',
    en: 'The file is not a valid SAT certificate.',
  },
  certificate_not_yet_valid: {
    status: 400,
    es: 'El certificado aún no inicia su vigencia.',
    en: 'The certificate is not valid yet.',
  },
  certificate_previous_rfc_mismatch: {
    status: 400,
    es: 'El RFC del certificado no coincide con el del certificado anterior.',
    en: 'The RFC of the certificate does not match the one of the previous certificate.',
  },
  csd_required: {
    status: 400,
    es: 'Se requiere un Certificado de Sello Digital (CSD); el archivo enviado es una FIEL.',
    en: 'A digital seal certificate (CSD) is required; the file sent is a FIEL.',
  },
  fiel_invalid: {
    status: 400,
    es: 'La FIEL no es válida.',
    en: 'The FIEL is not valid.',
  },
  fiel_rfc_mismatch: {
    status: 400,
    es: 'El RFC de la FIEL no coincide con el de la organización.',
    en: 'The RFC of the FIEL does not match the one of the organization.',
  },
  fiel_required: {
    status: 400,
    es: 'Se requiere una FIEL (e.firma) vigente: falta, o el archivo enviado es otro tipo de certificado.',
    en: 'A FIEL (e.firma) in force is required: it is missing, or the file sent is another kind of certificate.',
  },
  organization_domain_change_not_allowed: {
    status: 409,
    es: 'El dominio de la organización no puede cambiarse.',
    en: 'The domain of the organization cannot be changed.',
  },
  organization_domain_unavailable: {
    status: 409,
    es: 'El dominio no está disponible.',
    en: 'The domain is not available.',
  },
  organization_settings_invalid: {
    status: 400,
    es: 'La configuración de la organización no es válida.',
    en: 'The settings of the organization are not valid.',
  },
  organization_support_email_required: {
    status: 400,
    es: 'La organización necesita un correo electrónico de soporte.',
    en: 'The organization needs a support email address.',
  },
  organization_tax_info_invalid: {
    status: 400,
    es: 'La información fiscal de la organización no es válida.',
    en: 'The tax information of the organization is not valid.',
  },
  private_key_certificate_mismatch: {
    status: 400,
    es: 'La llave privada no corresponde al certificado.',
    en: 'The private key does not match the certificate.',
  },
  private_key_file_required: {
    status: 400,
    es: 'Se requiere el archivo de la llave privada en el campo "key".',
    en: 'The private key file is required in the field "key".',
  },
  private_key_password_incorrect: {
    status: 400,
    es: 'La contraseña de la llave privada es incorrecta.',
    en: 'The password of the private key is incorrect.',
  },
  onboarding_link_not_found: {
    status: 404,
    es: 'No se encontró el enlace para subir el certificado.',
    en: 'The link to upload the certificate was not found.',
  },
  onboarding_link_unavailable: {
    status: 410,
    es: 'El enlace para subir el certificado ya se usó, venció o fue reemplazado por otro.',
    en: 'The link to upload the certificate was already used, has expired, or was replaced by another one.',
  },
  support_email_link_not_found: {
    status: 404,
    es: 'No se encontró el enlace de verificación.',
    en: 'The verification link was not found.',
  },
  support_email_link_unavailable: {
    status: 410,
    es: 'El enlace de verificación ya se usó, venció o fue reemplazado por otro.',
    en: 'The verification link was already used, has expired, or was replaced by another one.',
  },
});
