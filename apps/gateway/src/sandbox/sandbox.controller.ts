import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { FiscalKind } from '#contracts';
import type { Tenant } from '#kernel';
import { SANDBOX_LEDGER, type SandboxLedger } from '#fiscal';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Answers, CurrentTenant, Integer } from '#http';

class StampsQuery {
  @Integer({ min: 1, max: 10_000_000, optional: true, default: 1, description: 'The number of the page' })
  page?: number;
  @Integer({ min: 1, max: 100, optional: true, default: 50, description: 'Stamps in a page' }) limit?: number;
}

class Stamp {
  @ApiProperty({ enum: ['invoice', 'retention'], description: 'What was stamped' }) kind!: FiscalKind;
  @ApiProperty({ description: 'Folio fiscal, upper case' }) uuid!: string;
  @ApiProperty({ description: 'RFC' }) issuer!: string;
  @ApiProperty({ description: 'RFC; of a retention to a foreigner the foreign tax number, where it has one' })
  receiver!: string;
  @ApiProperty({ description: 'Total; of a retention MontoTotOperacion' }) total!: number;
  @ApiProperty({ description: 'Last 8 characters of the issuer’s Sello' }) seal!: string;
  @ApiProperty({ type: String, format: 'date-time', description: 'When it was stamped' }) stamped_at!: string;
  @ApiProperty({ description: 'The service’s id of the stamping request' }) request_id!: string;
}

class StampsPage {
  @ApiProperty({ type: 'integer', description: 'The number of this page; 0 where there is none' })
  page!: number;
  @ApiProperty({ type: 'integer', description: 'How many pages there are' }) total_pages!: number;
  @ApiProperty({ type: 'integer', description: 'How many stamps there are' }) total_results!: number;
  @ApiProperty({ description: 'Always false: all are counted' }) totals_are_capped!: boolean;
  @ApiProperty({ type: () => [Stamp], description: 'The stamps of this page' }) data!: Stamp[];
}

/**
 * The sandbox PAC's own ledger, kept apart from the service's data so that the two can be compared: the
 * whole of it, however many pages that takes.
 */
@ApiTags('sandbox')
@Controller('sandbox')
export class SandboxController {
  constructor(@Inject(SANDBOX_LEDGER) private readonly ledger: SandboxLedger) {}

  @Get('stamps')
  @Answers(StampsPage)
  async stamps(@CurrentTenant() tenant: Tenant, @Query() query: StampsQuery): Promise<StampsPage> {
    const { page = 1, limit = 50 } = query;
    const { total, data } = await this.ledger.listStamps({ ...tenant, page, limit });
    return {
      page: total === 0 ? 0 : page,
      total_pages: Math.ceil(total / limit),
      total_results: total,
      totals_are_capped: false,
      data: data.map((stamp) => ({
        uuid: stamp.uuid,
        kind: stamp.kind === 'retencion' ? 'retention' : 'invoice',
        issuer: stamp.issuerRfc,
        receiver: stamp.receiverRfc,
        total: Number(stamp.total),
        seal: stamp.selloTail,
        stamped_at: stamp.stampedAt,
        request_id: stamp.requestId,
      })),
    };
  }
}
