import { Controller, Get, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { issuersAlone, proratedTaxes } from '#billing';
import { decimal, field, refuse, refuseFields, type Detail } from '#kernel';
import { Call, type CallContext } from '../commands.js';
import { Amount, Answers, HttpRefusal, PathId, unwrap } from '#http';
import { exceeding, PayableInvoices, type Payable } from './complements/payable.js';
import { InvoiceQueries } from './queries.js';

class PaymentSummaryQuery {
  @Amount({
    optional: true,
    above: 0,
    description: "Amount to pay, in the invoice's currency; by default the whole balance",
  })
  amount?: string;
}

class PaymentSummaryTax {
  @ApiProperty({ description: 'The part of the base that is paid' }) base!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The rate as a fraction, or the amount for each unit; null for an exempt one',
  })
  rate!: number | null;
  @ApiProperty({ enum: ['IVA', 'ISR', 'IEPS'], description: 'The tax' }) type!: string;
  @ApiProperty({ enum: ['Tasa', 'Cuota', 'Exento'], description: 'How it is computed (c_TipoFactor)' })
  factor!: string;
  @ApiProperty({ description: 'True: it is withheld' }) withholding!: boolean;
  @ApiProperty({ type: Number, nullable: true, description: 'If null, base x rate' }) amount!: number | null;
}

/** What a payment complement says of an invoice: can be put as it is into `related_documents`. */
class PaymentSummary {
  @ApiProperty({ description: 'Folio fiscal of the invoice' }) uuid!: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Its folio' }) folio_number!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Its series' }) series!: string | null;
  @ApiProperty({ type: 'integer', description: 'Number of this payment' }) installment!: number;
  @ApiProperty({ description: 'What is due before this payment' }) last_balance!: number;
  @ApiProperty({ description: 'Total of the invoice' }) total!: number;
  @ApiProperty({ description: 'Currency of the invoice and of these amounts' }) currency!: string;
  @ApiProperty({ description: 'What this payment pays of it' }) amount!: number;
  @ApiProperty({ type: () => [PaymentSummaryTax], description: 'Taxes of the part that is paid' })
  taxes!: PaymentSummaryTax[];
}

/** Nothing is left to be paid: its whole balance is no amount of a payment. */
const nothingOwed = ({ balance, currency }: Payable): Detail =>
  field('amount', 'amount_exceeds_related_document_balance', {
    location: 'query',
    message: {
      es: 'La factura no tiene saldo por pagar (saldo: {balance}): ya está pagada, o su método de pago es PUE.',
      en: 'Nothing of the invoice is left to be paid (balance: {balance}): it is paid already, or its payment method is PUE.',
    },
    params: { balance: `${balance} ${currency}` },
  });

/** What the next payment of an invoice would say of it. */
@ApiTags('invoices')
@Controller('invoices/:invoice_id')
export class InvoicePaymentsController {
  constructor(
    private readonly invoices: InvoiceQueries,
    private readonly payables: PayableInvoices,
  ) {}

  @Get('payment-summary')
  @Answers(PaymentSummary)
  async summary(
    @Call() { tenant }: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Query() query: PaymentSummaryQuery,
  ): Promise<PaymentSummary> {
    const invoice = unwrap(await this.invoices.find(tenant, id));
    if (invoice.issuer_type === 'receiving')
      throw new HttpRefusal(refuseFields([issuersAlone('pay')]).refusal);
    const payable = invoice.status === 'valid' ? await this.payables.of(tenant, invoice) : undefined;
    if (!payable) throw new HttpRefusal(refuse('invoice_not_stamped').refusal);
    const amount = query.amount ?? payable.balance;
    if (decimal(amount) === 0n) throw new HttpRefusal(refuseFields([nothingOwed(payable)]).refusal);
    if (decimal(amount) > decimal(payable.balance))
      throw new HttpRefusal(refuseFields([exceeding('amount', amount, payable, 'query')]).refusal);
    return {
      uuid: payable.uuid,
      folio_number: payable.folio_number,
      series: payable.series,
      installment: payable.installment,
      last_balance: Number(payable.balance),
      total: Number(payable.total),
      currency: payable.currency,
      amount: Number(amount),
      taxes: proratedTaxes(payable, amount).map((tax) => ({
        ...tax,
        base: Number(tax.base),
        rate: tax.rate === null ? null : Number(tax.rate),
        amount: tax.amount === null ? null : Number(tax.amount),
      })),
    };
  }
}
