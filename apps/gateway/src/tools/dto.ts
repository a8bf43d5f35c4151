import { ApiProperty } from '@nestjs/swagger';
import { SITUATIONS } from '#sat';
import { Text } from '#http';

const DAY = { type: String, example: '17/01/2025', description: 'DD/MM/YYYY' } as const;

export class TaxIdQuery {
  @Text({ max: 40, description: 'The RFC that is asked about', example: 'EKU9003173C9' })
  tax_id!: string;
}

class EfosDetail {
  @ApiProperty({ description: 'The RFC' }) rfc!: string;
  @ApiProperty({ description: 'Its name, as the list has it' }) razonSocial!: string;
  @ApiProperty({ description: `${SITUATIONS.join(', ')}, or another word of the list` })
  situacionContribuyente!: string;
  @ApiProperty({ description: 'Number and date of the office of presumption' }) numFechaPresuncion!: string;
  @ApiProperty(DAY) pubFechaSatPresuntos!: string;
  @ApiProperty({ description: 'Number and date of the office of presumption that the DOF published' })
  numGlobalPresuncion!: string;
  @ApiProperty(DAY) pubFechaDofPresuntos!: string;
  @ApiProperty(DAY) pubSatDefinitivos!: string;
  @ApiProperty(DAY) pubDofDefinitivos!: string;
  @ApiProperty({ description: 'Number and date of the office about a favourable judgement' })
  numFechaSentFav!: string;
  @ApiProperty(DAY) pubSatSentFav!: string;
}

class EfosData {
  @ApiProperty({ required: false, description: 'Only where the list does not have the RFC' })
  mensaje?: string;
  @ApiProperty({ ...DAY, description: 'The day that the list is of, DD/MM/YYYY' }) fechaLista!: string;
  @ApiProperty({ type: [EfosDetail], description: 'What the list says of the RFC, entry by entry' })
  detalles!: EfosDetail[];
}

class Efos {
  @ApiProperty({ description: 'Whether the list has nothing against the RFC that still stands' })
  is_valid!: boolean;
  @ApiProperty({ type: EfosData, description: 'What the list of article 69-B says of the RFC' })
  data!: EfosData;
}

export class TaxIdValidationResult {
  @ApiProperty({ type: Efos, description: 'The list of article 69-B' }) efos!: Efos;
}
