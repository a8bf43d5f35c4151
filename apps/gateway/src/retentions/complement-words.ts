/** Descriptions of the fields of one complement by their path in `data`; the complement itself is at `''`. */
export type ComplementWords = Readonly<Record<string, string>>;

const arrendamientoenfideicomiso: ComplementWords = {
  '': 'Rent of property that is held in a trust, FIBRAS included (Arrendamiento en fideicomiso): goes with `cve_retenc` 17',
  PagProvEfecPorFiduc: 'Payments of the trustee to the lessor in the period, in pesos',
  RendimFideicom: 'Yield of the rented property in the period, in pesos',
  DeduccCorresp: 'Deductions of the period that belong to the rented property, in pesos',
  MontTotRet:
    'Tax withheld on this rent in the period, in pesos. `totales` has the withheld taxes one by one',
  MontResFiscDistFibras: 'Part of the fiscal result that a FIBRA (real estate trust) distributed, in pesos',
  MontOtrosConceptDistr:
    'Other amounts that were distributed, in pesos; `DescrMontOtrosConceptDistr` describes them',
  DescrMontOtrosConceptDistr: 'Description of `MontOtrosConceptDistr`: "Reembolso de capital"',
};

const dividendos: ComplementWords = {
  '': 'Dividends, distributed profits and distributable remainder (Dividendos): goes with `cve_retenc` 14 and 15',
  DividOUtil: 'The dividend or profit; for a remainder (`cve_retenc` 15), `Remanente` says its share',
  'DividOUtil.CveTipDivOUtil':
    'Account that the dividend comes from: CUFIN is that of profits which have paid the tax of the company',
  'DividOUtil.MontISRAcredRetMexico':
    'ISR withheld in Mexico on the dividend, which the shareholder can credit, in pesos; 0 where nothing was withheld',
  'DividOUtil.MontISRAcredRetExtranjero':
    'Tax withheld on the dividend on foreign territory, which the shareholder can credit, in pesos; else 0',
  'DividOUtil.MontRetExtDivExt':
    'Of a foreign dividend alone: what the other country withheld on it, in pesos',
  'DividOUtil.TipoSocDistrDiv': 'Whether the company that distributes is Mexican or foreign',
  'DividOUtil.MontISRAcredNal':
    'ISR that the Mexican company paid on its profit and the shareholder can credit, in pesos',
  'DividOUtil.MontDivAcumNal':
    'Dividend of a Mexican company that the shareholder adds to its yearly income, in pesos',
  'DividOUtil.MontDivAcumExt':
    'Dividend of a foreign company that the shareholder adds to its yearly income, in pesos',
  Remanente:
    'Distributable remainder: of civil companies and associations, production companies and the like that distribute advances or yields',
  'Remanente.ProporcionRem':
    'Share of the member or partner in the remainder, in per cent: 12.5 is an eighth of it',
};

const enajenaciondeacciones: ComplementWords = {
  '': 'Sale of shares and transactions with securities (Enajenación de acciones): goes with `cve_retenc` 06 and 19',
  ContratoIntermediacion: 'The brokerage contract that it was done under: "Contrato 2026-118"',
  Ganancia: 'Profit of the sales, in pesos; 0 where they made a loss',
  Perdida: 'Loss of the sales under the contract, in pesos and positive; 0 where they made a profit',
};

const fideicomisonoempresarial: ComplementWords = {
  '': 'Trusts without business activities (Fideicomiso no empresarial): what came in, went out and was withheld. Goes with `cve_retenc` 21',
  IngresosOEntradas: 'Income of the trust in the period, and the part of the beneficiary or the settlor',
  'IngresosOEntradas.MontTotEntradasPeriodo': 'All income of the trust in the period, in pesos',
  'IngresosOEntradas.PartPropAcumDelFideicom':
    'Part of the income that counts for the tax of the beneficiary or the settlor, in pesos',
  'IngresosOEntradas.PropDelMontTot':
    'Share of the beneficiary or the settlor in the income by the contract of the trust: 50 where half belongs to it',
  'IngresosOEntradas.IntegracIngresos': 'Composition of the income',
  'IngresosOEntradas.IntegracIngresos.Concepto': 'Source of the income: "Rentas del periodo"',
  DeduccOSalidas: 'Expenses of the trust in the period, and the part of the beneficiary or the settlor',
  'DeduccOSalidas.MontTotEgresPeriodo': 'All expenses of the trust in the period, in pesos',
  'DeduccOSalidas.PartPropDelFideicom':
    'Part of the authorized deductions that belongs to the beneficiary or the settlor, in pesos',
  'DeduccOSalidas.PropDelMontTot':
    'Share of the beneficiary or the settlor in the expenses by the contract of the trust, below 1000; the service writes the decimal point that the SAT demands here',
  'DeduccOSalidas.IntegracEgresos': 'Composition of the expenses',
  'DeduccOSalidas.IntegracEgresos.ConceptoS': 'Reason of the expenses: "Mantenimiento"',
  RetEfectFideicomiso: 'Tax that was withheld from the trust',
  'RetEfectFideicomiso.MontRetRelPagFideic': 'Amount withheld from the trust, in pesos',
  'RetEfectFideicomiso.DescRetRelPagFideic': 'Tax that it was, and on what: "ISR de las rentas"',
};

const intereses: ComplementWords = {
  '': 'Interest on investments (Intereses): goes with `cve_retenc` 16',
  SistFinanciero:
    'Whether a member of the financial system pays the interest: a bank, a brokerage, an insurer',
  RetiroAORESRetInt: 'Whether the interest was withdrawn in the period',
  OperFinancDerivad: 'Whether the interest comes from financial derivatives',
  MontIntNominal: 'Nominal interest of the period, in pesos: what the investment yielded, inflation included',
  MontIntReal: 'Real interest, in pesos: the nominal interest less inflation',
  Perdida: 'Loss, in pesos and positive, where inflation took more than the interest; else 0',
};

const intereseshipotecarios: ComplementWords = {
  '': 'Real interest on a mortgage that the borrower can deduct (Intereses hipotecarios): goes with `cve_retenc` 23',
  CreditoDeInstFinanc: 'Whether a financial institution granted the mortgage',
  SaldoInsoluto:
    'Balance due of the mortgage in pesos, on 31 December of the year before; of one granted this year, on the day of its contract',
  PropDeducDelCredit: 'Part of the mortgage whose real interest can be deducted',
  MontTotIntNominalesDev: 'Nominal interest that accrued, paid or not, in pesos',
  MontTotIntNominalesDevYPag: 'Nominal interest that accrued and was paid, in pesos',
  MontTotIntRealPagDeduc: 'Real interest (less inflation) that was paid and can be deducted, in pesos',
  NumContrato: 'Number of the contract of the mortgage: "0098-554-1"',
};

const operacionesconderivados: ComplementWords = {
  '': 'Derivatives on capital (Operaciones financieras derivadas de capital): goes with `cve_retenc` 24',
  MontGanAcum: 'Profit that the holder adds to its income, in pesos; 0 where it made none',
  MontPerdDed: 'Loss that the holder can deduct, in pesos and positive; 0 where it made none',
};

const pagosaextranjeros: ComplementWords = {
  '': 'Payments to residents abroad (Pagos a extranjeros): goes with `cve_retenc` 18, and with 01, 02, 04 and 05 where the receiver is a foreigner',
  EsBenefEfectDelCobro:
    'Whether the beneficiary of the payment is also the one that withholds. With SI give `Beneficiario` alone, with NO `NoBeneficiario` alone',
  NoBeneficiario: 'The resident abroad; required with `EsBenefEfectDelCobro` NO, and refused with SI',
  'NoBeneficiario.PaisDeResidParaEfecFisc':
    'Country where it pays taxes, in two letters here, unlike the rest of the CFDI: US',
  'NoBeneficiario.ConceptoPago': 'Kind of payee, which the withheld tax depends on',
  'NoBeneficiario.DescripcionConcepto': 'Reason of the payment: "Uso de una marca registrada"',
  Beneficiario: 'The representative in Mexico; required with `EsBenefEfectDelCobro` SI, and refused with NO',
  'Beneficiario.RFC': 'RFC of the legal representative in Mexico',
  'Beneficiario.CURP': 'CURP of the legal representative, 18 characters',
  'Beneficiario.NomDenRazSocB': 'Name, or company name, of the taxpayer in Mexico',
  'Beneficiario.ConceptoPago': 'Kind of taxpayer that the tax was withheld from',
  'Beneficiario.DescripcionConcepto': 'Reason of the payment to the resident abroad: "Asesoría técnica"',
};

const planesderetiro11: ComplementWords = {
  '': 'Personal retirement plans, version 1.1 (Planes de retiro): goes with `cve_retenc` 22',
  SistemaFinanc: 'Whether the plan belongs to the financial system',
  MontTotAportAnioInmAnterior:
    'Total paid into the plan in the year before, adjusted for inflation, in pesos',
  MontIntRealesDevengAniooInmAnt:
    'Real interest (less inflation) that the plan earned in the year before, in pesos; 0 where there was none',
  HuboRetirosAnioInmAntPer:
    'Whether money was taken out in the year before, earlier than the plan allows (requisitos de permanencia)',
  MontTotRetiradoAnioInmAntPer:
    'Amount that was taken out early, in pesos: it makes `MontTotExentRetiradoAnioInmAnt` and `MontTotExedenteAnioInmAnt` required',
  MontTotExentRetiradoAnioInmAnt:
    'Exempt part of what was taken out in the year before, in pesos; required with `MontTotRetiradoAnioInmAntPer`',
  MontTotExedenteAnioInmAnt:
    'Part of the withdrawal above the exempt one, in pesos; required with `MontTotRetiradoAnioInmAntPer`',
  HuboRetirosAnioInmAnt: 'Whether money was taken out at all in the year before',
  MontTotRetiradoAnioInmAnt: 'Total taken out in the year before, in pesos',
  NumReferencia: 'Number by which the institution knows its client: a reference, a contract or an account',
  AportacionesODepositos: 'Payments into the plan, one entry for each kind: three at most',
  'AportacionesODepositos.TipoAportacionODeposito':
    'Legal ground of the payment: `a`, `b` or `c`, each once. The kinds are those of articles 151 and 185 of the Ley del ISR, and 258 of its Reglamento',
  'AportacionesODepositos.MontAportODep': 'Amount of the payments of this kind, in pesos',
  'AportacionesODepositos.RFCFiduciaria':
    'RFC of the trustee that administers the pension plan: for payments by article 258 of the Reglamento, where a trustee does',
};

const DETAIL = 'Servicios.DetallesDelServicio';
const TAX = `${DETAIL}.ImpuestosTrasladadosdelServicio`;
const CONTRIBUTION = `${DETAIL}.ContribucionGubernamental`;
const COMMISSION = `${DETAIL}.ComisionDelServicio`;
const plataformasTecnologicas: ComplementWords = {
  '': 'Sales of a person or a company through a technological platform in a period (Plataformas tecnológicas): goes with `cve_retenc` 26 and no other. Each tax is in one row of `totales` only',
  Periodicidad: 'How long the period of the retention is',
  NumServ: 'How many sales there were: as many as `DetallesDelServicio` has entries',
  MonTotServSIVA:
    'All sales without IVA, in pesos: the sum of `PrecioServSinIVA`, and what `totales` says of the operation',
  TotalIVATrasladado:
    'IVA that the customers were charged, in pesos: the sum of the taxes of the sales whose `Impuesto` is 02',
  TotalIVARetenido: 'IVA that the platform withheld, in pesos, as the row of IVA in `totales` says',
  TotalISRRetenido: 'ISR that the platform withheld, in pesos, as the row of ISR in `totales` says',
  DifIVAEntregadoPrestServ:
    'IVA that the platform passed on to the seller, in pesos; `TotalIVATrasladado` less `TotalIVARetenido` at most',
  MonTotalporUsoPlataforma:
    'Charges of the platform to the seller for its use, in pesos: the sum of the commissions',
  MonTotalContribucionGubernamental:
    'Sum of the public contributions of the sales (`ImpContrib`), in pesos; required where there are some',
  Servicios: 'The sales; also as a list of them, without `DetallesDelServicio`',
  [DETAIL]: 'Each sale of goods or service; 12,500 at most in a document',
  [`${DETAIL}.FormaPagoServ`]: 'How the customer paid; the SAT names the keys in its workbook only',
  [`${DETAIL}.TipoDeServ`]:
    'Kind of the service or of the goods; with 11 (since 2025-12-31) the platform may withhold IEPS too',
  [`${DETAIL}.SubTipServ`]: 'Kind within `TipoDeServ`, where the SAT has some',
  [`${DETAIL}.RFCTerceroAutorizado`]:
    'RFC of the natural person that the seller registered as its support personnel, if that person made the sale',
  [`${DETAIL}.FechaServ`]: 'Day on which the customer paid: 2026-11-20',
  [`${DETAIL}.PrecioServSinIVA`]: 'Price of the sale without IVA, in pesos',
  [TAX]: 'Tax that the customer paid on the sale; leave it out of a sale without one',
  [`${TAX}.Base`]: 'Amount that the tax is computed on, in pesos, above zero',
  [`${TAX}.Impuesto`]: 'The tax, by keys of this complement: 02 is IVA, which is 002 elsewhere',
  [`${TAX}.TipoFactor`]: 'How the tax is computed: by a rate, always',
  [`${TAX}.TasaCuota`]: 'Rate of the tax with six decimals: 0.160000 is 16 %; 0.16 is taken too',
  [`${TAX}.Importe`]: 'The tax in pesos: `Base` times `TasaCuota`, within a cent',
  [CONTRIBUTION]: 'Public contribution on the sale, such as the lodging tax of a state',
  [`${CONTRIBUTION}.ImpContrib`]: 'The contribution in pesos',
  [`${CONTRIBUTION}.EntidadDondePagaLaContribucion`]:
    'State that the contribution is paid to: 09 is Mexico City',
  [COMMISSION]: 'Commission of the platform for this sale',
  [`${COMMISSION}.Base`]: 'Amount that the commission is computed on, in pesos, above zero',
  [`${COMMISSION}.Porcentaje`]: 'Commission as a fraction of 1: 0.15 is 15 %',
  [`${COMMISSION}.Importe`]: 'Commission in pesos; `MonTotalporUsoPlataforma` is the sum of them',
};

const premios: ComplementWords = {
  '': 'Prizes of lotteries, raffles, contests and the like (Premios): goes with `cve_retenc` 20',
  EntidadFederativa: 'State where the prize is paid: 09 is Mexico City',
  MontTotPago: 'Amount of the prize, in pesos',
  MontTotPagoGrav: 'Taxed part of the prize, in pesos; 0 where all is exempt',
  MontTotPagoExent: 'Exempt part of the prize, in pesos; 0 where all is taxed',
};

const sectorfinanciero: ComplementWords = {
  '': 'The trust that a member of the financial system withholds for as its trustee (Sector financiero): goes with `cve_retenc` 27',
  IdFideicom: 'Number or other identifier of the trust: "F/1234"',
  NomFideicom: 'Name of the trust, if it has one',
  DescripFideicom: 'Purpose of the trust: "Administración de inmuebles"',
};

/** Descriptions of the complements of retentions, by their `type`. */
export const retentionComplementWords: Readonly<Record<string, ComplementWords>> = {
  ...{ arrendamientoenfideicomiso, dividendos, enajenaciondeacciones, fideicomisonoempresarial },
  ...{ intereses, intereseshipotecarios, operacionesconderivados, pagosaextranjeros, planesderetiro11 },
  ...{ plataformasTecnologicas, premios, sectorfinanciero },
};
