import type { ImpuestoKey } from '../../comprobante.js';
import type { TipoFactor } from '../../input.js';

/** Payments whose fields have been read: amounts as integers, currencies with their decimals. */

export interface ReadImpuesto {
  readonly ruta: string;
  readonly impuesto: ImpuestoKey;
  readonly tipoFactor: TipoFactor;
  /** Micros; absent with Exento. */
  readonly tasa: bigint | undefined;
  readonly base: bigint;
  /** Micros; absent with Exento. */
  readonly importe: bigint | undefined;
  readonly retencion: boolean;
}

export interface ReadDocument {
  readonly ruta: string;
  readonly idDocumento: string;
  readonly serie: string | undefined;
  readonly folio: string | undefined;
  readonly moneda: string;
  readonly decimales: number;
  /** An integer of ten decimals. */
  readonly equivalencia: bigint;
  readonly numParcialidad: string;
  readonly saldoAnterior: bigint;
  readonly importePagado: bigint;
  readonly objetoImp: string;
  readonly impuestos: readonly ReadImpuesto[];
}

export interface ReadPago {
  readonly ruta: string;
  readonly fecha: string;
  readonly formaPago: string;
  readonly moneda: string;
  readonly decimales: number;
  /** Micros. */
  readonly tipoCambio: bigint;
  readonly monto: bigint | undefined;
  /** What is known of the operation and its accounts, by attribute. */
  readonly operacion: Readonly<Record<string, string>>;
  readonly documentos: readonly ReadDocument[];
}
