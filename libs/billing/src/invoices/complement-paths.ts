/** Fields of payments that the API calls otherwise than the engine; the rest have the same name in both. */
const PAYMENT_FIELDS: Readonly<Record<string, string>> = {
  fecha: 'date',
  formaPago: 'payment_form',
  moneda: 'currency',
  tipoCambio: 'exchange',
  monto: 'amount',
  documentos: 'related_documents',
  idDocumento: 'uuid',
  serie: 'series',
  folio: 'folio_number',
  equivalencia: 'exchange',
  numParcialidad: 'installment',
  saldoAnterior: 'last_balance',
  importePagado: 'amount',
  objetoImp: 'taxability',
  impuestos: 'taxes',
  impuesto: 'type',
  tipoFactor: 'factor',
  tasa: 'rate',
  base: 'base',
  importe: 'base',
  retencion: 'withholding',
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const COMPLEMENT = /^complementos\[(\d+)\]\.(pagos|nomina|datos|leyendas|xml)(.*)$/;

/**
 * A path below a complement of the engine's input as the API's: `complementos[0].pagos[1].documentos[0].importePagado`
 * is `complements[0].data[1].related_documents[0].amount`. Undefined for a path that is in no complement.
 */
export function complementPath(path: string): string | undefined {
  const match = COMPLEMENT.exec(path);
  if (!match) return undefined;
  const [, index, kind, rest = ''] = match;
  const data = `complements[${index}].data`;
  if (kind === 'pagos') return data + rest.replace(/[A-Za-z]+/g, (name) => PAYMENT_FIELDS[name] ?? name);
  if (kind === 'nomina') return data + snake(rest);
  if (kind === 'leyendas') return `${data}.leyendas${snake(rest)}`;
  // Carta Porte and Comercio Exterior keep the spelling of their standard, XML that of its elements.
  return data + rest;
}
