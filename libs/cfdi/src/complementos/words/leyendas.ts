/** Descriptions of the fields of Leyendas Fiscales, by the SAT's names. */
export const legendWords: Readonly<Record<string, string>> = {
  disposicionFiscal: 'Law, regulation or resolution that demands the legend, in short: "RESDERAUTH"',
  norma: 'Article, rule or number within that provision: "Artículo 2. Fracción IV."',
  textoLeyenda: 'The legend itself, word for word as the provision has it',
};
