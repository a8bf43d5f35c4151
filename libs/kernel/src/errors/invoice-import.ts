import { group } from './entry.js';

/** Why a document of others is not imported, and a file that brings such documents. */
export const invoiceImportErrors = group({
  invoice_import_file_required: {
    status: 400,
    es: 'Falta el archivo: envíe en "file" el XML de un CFDI, o un ZIP de ellos.',
    en: 'The file is missing: send the XML of a CFDI in "file", or a ZIP of them.',
  },
  invoice_import_too_large: {
    status: 413,
    es: 'El archivo excede lo que se importa de una vez ({limit}). Si es un ZIP, divídalo en varios.',
    en: 'The file exceeds what is imported at once ({limit}). If it is a ZIP, split it into several.',
  },
  invoice_import_zip_invalid: {
    status: 400,
    es: 'El ZIP no puede abrirse: está incompleto, dañado o hecho de una forma que no se admite.',
    en: 'The ZIP cannot be opened: it is incomplete, damaged, or made in a way that is not taken.',
  },
  invoice_import_encrypted: {
    status: 400,
    es: 'El archivo está cifrado dentro del ZIP: envíe el ZIP sin contraseña.',
    en: 'The file is encrypted inside of the ZIP: send the ZIP without a password.',
  },
  invoice_import_not_xml: {
    status: 400,
    es: 'El archivo no es un XML: solo pueden importarse los XML de los CFDI, y no un ZIP dentro de otro.',
    en: 'The file is not an XML: only the XML of a CFDI can be imported, and no ZIP inside another.',
  },
  invoice_import_unreadable: {
    status: 400,
    es: 'El XML no puede leerse: debe estar bien formado, en UTF-8 y sin DOCTYPE.',
    en: 'The XML cannot be read: it has to be well-formed, in UTF-8 and without a DOCTYPE.',
  },
  invoice_import_not_cfdi: {
    status: 400,
    es: 'El XML no es un CFDI.',
    en: 'The XML is no CFDI.',
  },
  invoice_import_version_not_supported: {
    status: 400,
    es: 'El CFDI es de la versión 3.3 o anterior: solo se importan los de la versión 4.0.',
    en: 'The CFDI is of version 3.3 or before: only those of version 4.0 are imported.',
  },
  invoice_import_retention: {
    status: 400,
    es: 'El documento es un CFDI de retenciones: solo se importan comprobantes 4.0.',
    en: 'The document is a CFDI of retentions: only those of version 4.0 that are none are imported.',
  },
  invoice_import_not_stamped: {
    status: 400,
    es: 'El CFDI no está timbrado: pida a quien lo emitió el XML con el timbre.',
    en: 'The CFDI is not stamped: ask its issuer for the XML with the stamp.',
  },
  invoice_import_stamped_twice: {
    status: 400,
    es: 'El CFDI tiene más de un timbre: no se sabe cuál vale.',
    en: 'The CFDI has more than one stamp: nobody knows which one counts.',
  },
  invoice_import_structure_invalid: {
    status: 400,
    es: 'El CFDI no cumple con el estándar del SAT (Anexo 20): ningún PAC lo habría timbrado así.',
    en: 'The CFDI breaks the standard of the SAT (Anexo 20): no PAC would have stamped it so.',
  },
  invoice_import_seal_invalid: {
    status: 400,
    es: 'El sello no corresponde al contenido del CFDI: el XML fue alterado después de sellarse.',
    en: 'The seal is not that of the content of the CFDI: the XML was changed after it was sealed.',
  },
  invoice_import_certificate_not_trusted: {
    status: 400,
    es: 'El certificado del CFDI no es del emisor, no estaba vigente o no fue emitido por el SAT.',
    en: 'The certificate of the CFDI is not its issuer’s, was not in force, or was not issued by the SAT.',
  },
  invoice_import_stamp_invalid: {
    status: 400,
    es: 'El timbre no es válido: no es el de este CFDI, o no lo firmó un PAC con certificado del SAT.',
    en: 'The stamp is not valid: it is not that of this CFDI, or no PAC with a certificate of the SAT signed it.',
  },
  invoice_import_stamp_not_verifiable: {
    status: 503,
    es: 'El timbre no puede verificarse por ahora: ni el certificado del PAC ni el SAT responden. Intente más tarde.',
    en: 'The stamp cannot be verified for now: neither the certificate of the PAC nor the SAT can be had. Try later.',
  },
  invoice_import_other_taxpayer: {
    status: 400,
    es: 'El CFDI es de otros: el RFC de la organización ({tax_id}) no es el del emisor ({issuer}) ni el del receptor ({receiver}).',
    en: 'The CFDI is of others: the RFC of the organization ({tax_id}) is neither its issuer’s ({issuer}) nor its receiver’s ({receiver}).',
  },
  invoice_import_duplicate: {
    status: 409,
    // Also of a file in a ZIP: the fields of the answer that have the id differ.
    es: 'Ya existe una factura con este UUID; la respuesta incluye su id.',
    en: 'An invoice with this UUID already exists; the answer has its id.',
  },
});
