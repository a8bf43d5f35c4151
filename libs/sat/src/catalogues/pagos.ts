import { catalogue, type Catalogue, type CatalogueEntry } from '../catalogue.js';

/** What a complement of payments may say of the bank accounts for a form of payment (c_FormaPago). */
export interface BankRules {
  /** Operates through banks: the fields of accounts may be given at all. */
  readonly bancarizado: boolean;
  /** Form of the payer's account; absent where the account may not be given. */
  readonly cuentaOrdenante?: RegExp;
  /** Form of the payee's account; absent where the account may not be given. */
  readonly cuentaBeneficiario?: RegExp;
  /** TipoCadPago may be given (SPEI). */
  readonly cadenaPago: boolean;
  /** A foreign payer's bank must be named (NomBancoOrdExt). */
  readonly bancoExtranjero: boolean;
}

export interface FormaPago extends CatalogueEntry {
  readonly banco: BankRules;
}

const withoutBanco: BankRules = { bancarizado: false, cadenaPago: false, bancoExtranjero: false };
const ANY_ACCOUNT = /^(?:\d{10,11}|\d{15,16}|\d{18}|[A-Z0-9_]{10,50})$/;
const card = (ordenante: RegExp): BankRules => ({
  bancarizado: true,
  cuentaOrdenante: ordenante,
  cuentaBeneficiario: ANY_ACCOUNT,
  cadenaPago: false,
  bancoExtranjero: true,
});
const schema = (key: string, label: string, en: string, banco: BankRules = withoutBanco): FormaPago => ({
  key,
  label,
  en,
  banco,
});

/** c_FormaPago. */
export const formasPago: Catalogue<FormaPago> = catalogue('c_FormaPago', [
  schema('01', 'Efectivo', 'cash'),
  schema('02', 'Cheque nominativo', 'nominal check', card(/^(?:\d{11}|\d{18})$/)),
  schema('03', 'Transferencia electrónica de fondos', 'electronic funds transfer', {
    bancarizado: true,
    cuentaOrdenante: /^(?:\d{10}|\d{16}|\d{18})$/,
    cuentaBeneficiario: /^(?:\d{10}|\d{18})$/,
    cadenaPago: true,
    bancoExtranjero: true,
  }),
  schema('04', 'Tarjeta de crédito', 'credit card', card(/^\d{16}$/)),
  schema('05', 'Monedero electrónico', 'electronic wallet', { ...card(ANY_ACCOUNT), bancoExtranjero: false }),
  schema('06', 'Dinero electrónico', 'electronic money', {
    bancarizado: true,
    cuentaOrdenante: /^\d{10}$/,
    cadenaPago: false,
    bancoExtranjero: false,
  }),
  schema('08', 'Vales de despensa', 'food vouchers'),
  schema('12', 'Dación en pago', 'payment in kind'),
  schema('13', 'Pago por subrogación', 'subrogation'),
  schema('14', 'Pago por consignación', 'consignment'),
  schema('15', 'Condonación', 'forgiveness'),
  schema('17', 'Compensación', 'compensation'),
  schema('23', 'Novación', 'novation'),
  schema('24', 'Confusión', 'confusion'),
  schema('25', 'Remisión de deuda', 'remission'),
  schema('26', 'Prescripción o caducidad', 'expiration'),
  schema('27', 'A satisfacción del acreedor', 'creditor satisfaction'),
  schema('28', 'Tarjeta de débito', 'debit card', card(/^\d{16}$/)),
  schema('29', 'Tarjeta de servicios', 'service card', card(/^\d{15,16}$/)),
  schema('30', 'Aplicación de anticipos', 'advance application'),
  schema('31', 'Intermediario pagos', 'payment intermediation'),
  // "Por definir" says nothing of accounts yet: the catalogue lets every field be given.
  schema('99', 'Por definir', 'to be defined', {
    bancarizado: false,
    cuentaOrdenante: /^[^\r\n]*$/,
    cuentaBeneficiario: /^[^\r\n]*$/,
    cadenaPago: true,
    bancoExtranjero: true,
  }),
]);

/** c_MetodoPago. */
export const metodosPago: Catalogue = catalogue('c_MetodoPago', [
  { key: 'PUE', label: 'Pago en una sola exhibición', en: 'single installment' },
  { key: 'PPD', label: 'Pago en parcialidades o diferido', en: 'installments or deferred' },
]);

/** Whether a form fits a method: deferred payment is always "por definir" (CFDI40105). */
export const isFormaPagoAllowed = (schema: string, metodo: string): boolean =>
  metodo !== 'PPD' || schema === '99';

/** c_TipoCadenaPago: whose proof of payment CertPago, CadPago and SelloPago are. */
export const tiposCadenaPago: Catalogue = catalogue('c_TipoCadenaPago', [
  { key: '01', label: 'SPEI', en: 'interbank transfer' },
]);

/**
 * Whether an account may be given for a form of payment, and has the form's pattern (c_FormaPago's
 * columns, the matrix of Pagos 2.0). The bank's RFC may be given where the account may.
 */
export const isCuentaAllowed = (
  schema: string,
  side: 'ordenante' | 'beneficiario',
  count: string,
): boolean => {
  const banco = formasPago.find(schema)?.banco;
  return (side === 'ordenante' ? banco?.cuentaOrdenante : banco?.cuentaBeneficiario)?.test(count) ?? false;
};
