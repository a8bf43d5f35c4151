import type { OrganizationPac } from '#contracts';

/** PACs as people know them. */
export const PAC_TITLES: Readonly<Record<OrganizationPac, string>> = {
  ...{ sw: 'SW sapien', finkok: 'Finkok', prodigia: 'Prodigia' },
};

/** The words of the page on which a legal representative signs a manifest. */
export const texts = {
  es: {
    title: (pac: string) => `Firme la carta manifiesto de ${pac}`,
    lead: (organization: string, rfc: string, pac: string) =>
      `${organization} (RFC ${rfc}) timbra sus facturas con ${pac}. El SAT pide que la empresa, o su representante legal, manifieste con su e.firma que conoce y autoriza a ese proveedor.`,
    until: (at: string) => `El enlace sirve para una firma y vence el ${at}.`,
    documents: 'Lo que va a firmar',
    noDocuments: (pac: string) =>
      `${pac} no muestra el texto antes de la firma. Pídaselo si quiere leerlo antes de firmar.`,
    fields: {
      cer: { label: 'Certificado de la e.firma', hint: 'El archivo que termina en .cer.' },
      key: { label: 'Llave privada de la e.firma', hint: 'El archivo que termina en .key.' },
      password: {
        label: 'Contraseña de la llave privada',
        hint: 'La de su e.firma (FIEL), no la del sello digital (CSD) ni la del portal del SAT.',
      },
    },
    send: 'Firmar la carta manifiesto',
    kept: {
      here: 'Se firma aquí mismo: su llave y su contraseña no se guardan ni se entregan a nadie.',
      files: (pac: string) =>
        `${pac} firma en sus propios sistemas: su certificado, su llave y su contraseña se le entregan por una conexión cifrada, solo para esta firma. Aquí no se guardan.`,
    },
    wrong: 'No se firmó',
    again: 'Elija otra vez los dos archivos y escriba la contraseña.',
    done: '¡Gracias! La carta manifiesto quedó firmada',
    close: (organization: string, pac: string) =>
      `${organization} ya puede timbrar con ${pac}. Ya puede cerrar esta página.`,
    facts: (number: string) => `Se firmó con la e.firma ${number}.`,
  },
  en: {
    title: (pac: string) => `Sign the manifesto of ${pac}`,
    lead: (organization: string, rfc: string, pac: string) =>
      `${organization} (RFC ${rfc}) has its invoices stamped by ${pac}. The SAT asks the company, or its legal representative, to say with its e.firma that it knows and authorizes that provider.`,
    until: (at: string) => `The link works for one signature and expires on ${at}.`,
    documents: 'What you are about to sign',
    noDocuments: (pac: string) =>
      `${pac} does not show the text before the signature. Ask them for it if you want to read it first.`,
    fields: {
      cer: { label: 'Certificate of the e.firma', hint: 'The file that ends in .cer.' },
      key: { label: 'Private key of the e.firma', hint: 'The file that ends in .key.' },
      password: {
        label: 'Password of the private key',
        hint: 'That of your e.firma (FIEL), not of the digital seal (CSD) or of the SAT’s portal.',
      },
    },
    send: 'Sign the manifesto',
    kept: {
      here: 'It is signed right here: your key and your password are neither stored nor given to anybody.',
      files: (pac: string) =>
        `${pac} signs in its own systems: your certificate, your key and your password are handed to it over an encrypted connection, for this signature alone. They are not stored here.`,
    },
    wrong: 'It was not signed',
    again: 'Choose both files again and type the password.',
    done: 'Thank you! The manifesto is signed',
    close: (organization: string, pac: string) =>
      `${organization} can now have its invoices stamped by ${pac}. You can close this page now.`,
    facts: (number: string) => `It was signed with the e.firma ${number}.`,
  },
} as const;
