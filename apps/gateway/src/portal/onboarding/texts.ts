/** The words of the page on which an issuer uploads its certificate. */
export const texts = {
  es: {
    title: 'Suba su certificado de sello digital (CSD)',
    lead: (organization: string) =>
      `${organization} lo necesita para emitir sus facturas. Tenga a la mano los dos archivos que le entregó el SAT y la contraseña de la llave privada.`,
    until: (at: string) => `El enlace sirve una sola vez y vence el ${at}.`,
    fields: {
      cer: { label: 'Certificado', hint: 'El archivo que termina en .cer.' },
      key: { label: 'Llave privada', hint: 'El archivo que termina en .key.' },
      password: {
        label: 'Contraseña de la llave privada',
        hint: 'La que eligió al generar el certificado, no la de su e.firma ni la del portal del SAT.',
      },
    },
    send: 'Subir certificado',
    once: 'Si algo está mal, aquí se le dirá y podrá intentarlo otra vez.',
    kept: 'Su llave se guarda cifrada y solo se usa para sellar sus facturas. La contraseña no se guarda.',
    wrong: 'No se pudo subir',
    again: 'No se guardó nada. Elija otra vez los dos archivos y escriba la contraseña.',
    done: '¡Gracias! Recibimos su certificado',
    facts: (number: string, end: string) => `Certificado ${number}, vigente hasta el ${end}.`,
    close: (organization: string) =>
      `Las facturas de ${organization} se sellan con él desde ahora. Ya puede cerrar esta página.`,
  },
  en: {
    title: 'Upload your digital seal certificate (CSD)',
    lead: (organization: string) =>
      `${organization} needs it to issue its invoices. Have at hand the two files that you got from the SAT, and the password of the private key.`,
    until: (at: string) => `The link works once and expires on ${at}.`,
    fields: {
      cer: { label: 'Certificate', hint: 'The file that ends in .cer.' },
      key: { label: 'Private key', hint: 'The file that ends in .key.' },
      password: {
        label: 'Password of the private key',
        hint: 'The one chosen when the certificate was made, not that of your e.firma or of the SAT’s portal.',
      },
    },
    send: 'Upload certificate',
    once: 'If something is wrong you are told here, and you can try again.',
    kept: 'Your key is stored encrypted and used for nothing but sealing your invoices. The password is not stored.',
    wrong: 'It could not be uploaded',
    again: 'Nothing was saved. Choose both files again and type the password.',
    done: 'Thank you! We have your certificate',
    facts: (number: string, end: string) => `Certificate ${number}, valid until ${end}.`,
    close: (organization: string) =>
      `The invoices of ${organization} are sealed with it from now on. You can close this page now.`,
  },
} as const;
