/** Descriptions of the fields of a domicile. In Mexico most of them are keys of catalogues, in other countries plain text. */
export const addressWords: Readonly<Record<string, string>> = {
  Domicilio: 'Postal address',
  Calle: 'Street',
  NumeroExterior: 'Number of the building: 120-A',
  NumeroInterior: 'Number of the apartment, office or warehouse',
  Colonia: 'Neighborhood; in Mexico, four digits of c_Colonia that belong to the postal code: 0347',
  Localidad: 'Town; in Mexico, two digits of c_Localidad that belong to the state: 07',
  Referencia: 'How to find the place: between which streets, or its coordinates',
  Municipio: 'Municipality; in Mexico, three digits of c_Municipio that belong to the state: 048',
  Estado:
    'State: its key in Mexico, the United States and Canada (HID, TX, ON; `GET /v2/catalogs/sat/states`), text elsewhere',
  Pais: 'Country, in three letters: MEX',
  CodigoPostal: 'Postal code; in Mexico, five digits of c_CodigoPostal that belong to the state: 42501',
};
