import { ApiProperty } from '@nestjs/swagger';
import { Text } from '#http';

const part = (description: string) => ({ optional: true, nullable: true, min: 0, max: 255, description });

/** An address as sent: whatever is absent is unknown (create) or stays (edit), null and "" clear it. */
export class AddressBody {
  @Text(part('Street'))
  street?: string | null;
  @Text(part('Exterior number'))
  exterior?: string | null;
  @Text(part('Interior number'))
  interior?: string | null;
  @Text(part('Neighborhood (colonia)'))
  neighborhood?: string | null;
  @Text(part('City'))
  city?: string | null;
  @Text(part('Municipality'))
  municipality?: string | null;
  @Text({
    ...part('Postal code; five digits in Mexico'),
    max: 12,
    digits: 5,
    example: '06000',
    alsoCalled: ['codigo_postal', 'cp', 'postal_code'],
  })
  zip?: string | null;
  @Text(part('State: its name in Mexico, its ISO 3166-2 code elsewhere'))
  state?: string | null;
  @Text({ optional: true, nullable: true, max: 60, description: 'ISO 3166-1 alpha-3', default: 'MEX' })
  country?: string | null;
}

const nullableText = { type: String, nullable: true } as const;

/** An address as answered. */
export class Address {
  @ApiProperty(nullableText) street!: string | null;
  @ApiProperty(nullableText) exterior!: string | null;
  @ApiProperty(nullableText) interior!: string | null;
  @ApiProperty(nullableText) neighborhood!: string | null;
  @ApiProperty(nullableText) city!: string | null;
  @ApiProperty(nullableText) municipality!: string | null;
  @ApiProperty(nullableText) zip!: string | null;
  @ApiProperty(nullableText) state!: string | null;
  @ApiProperty() country!: string;
}
