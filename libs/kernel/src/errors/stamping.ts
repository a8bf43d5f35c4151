import { group } from './entry.js';

export const stampingErrors = group({
  invoice_stamping_failed: {
    status: 502,
    es: 'No fue posible timbrar la factura.',
    en: 'The invoice could not be stamped.',
  },
  invoice_stamping_service_unavailable: {
    status: 503,
    es: 'El servicio de timbrado no está disponible en este momento.',
    en: 'The stamping service is not available at the moment.',
  },
  invoice_stamping_validation_error: {
    status: 400,
    es: 'La factura fue rechazada en la validación del timbrado.',
    en: 'The invoice was rejected by the validation of the stamping.',
  },
  manifesto_signature_failed: {
    status: 502,
    es: 'No fue posible firmar la carta manifiesto.',
    en: 'The manifesto could not be signed.',
  },
  pac_account_changed: {
    status: 409,
    es: 'El documento en duda se envió a otra cuenta del PAC "{pac}": la cuenta de hoy no puede decir si se timbró. Restablezca las credenciales de la cuenta anterior, espere la comprobación del SAT o fuerce otro PAC.',
    en: 'The document in doubt was sent to another account at the PAC "{pac}": the account of today cannot tell whether it was stamped. Set the credentials of the account before again, wait for the proof of the SAT, or force another PAC.',
  },
  manifesto_link_not_found: {
    status: 404,
    es: 'No se encontró el enlace para firmar la carta manifiesto.',
    en: 'The link to sign the manifesto was not found.',
  },
  manifesto_link_unavailable: {
    status: 410,
    es: 'El enlace para firmar la carta manifiesto ya se usó o venció.',
    en: 'The link to sign the manifesto was already used, or has expired.',
  },
  manifesto_not_available: {
    status: 409,
    es: 'La carta manifiesto del PAC "{pac}" no puede firmarse aquí todavía: {reason}.',
    en: 'The manifesto of the PAC "{pac}" can’t be signed here yet: {reason}.',
  },
  pac_not_available: {
    status: 409,
    es: 'El PAC "{pac}" no está disponible para esta organización: debe estar en su orden de PAC, con credenciales y carta manifiesto firmada.',
    en: 'The PAC "{pac}" is not available for this organization: it must be in its order of PACs, with credentials and a signed manifesto.',
  },
  stamping_doubt_not_found: {
    status: 404,
    es: 'No hay un timbrado en duda de ese documento.',
    en: 'There is no stamping in doubt of that document.',
  },
  stamping_risk_not_accepted: {
    status: 400,
    es: 'Quizá el PAC "{pac}" ya timbró el documento. Si otro lo timbra también, el SAT tiene dos UUID válidos y el ingreso cuenta dos veces hasta que se cancele el sobrante, para lo que puede hacer falta la aceptación del receptor. Para asumir el riesgo envíe "accept_risk": true.',
    en: 'The PAC "{pac}" may have stamped the document already. If another one stamps it too, the SAT has two valid UUIDs and the income counts twice until the surplus one is canceled, which may need the acceptance of the receiver. To take the risk send "accept_risk": true.',
  },
  stamping_in_progress: {
    status: 409,
    es: 'El timbrado del comprobante está en curso.',
    en: 'The stamping of the document is in progress.',
  },
});
