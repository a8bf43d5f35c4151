import type { StampDoc } from './client.js';

/** A retention as answers show it, as far as these tests look. */
export interface RetentionDoc {
  readonly id: string;
  readonly status: 'draft' | 'pending' | 'valid' | 'canceled' | 'failed';
  readonly uuid: string | null;
}

/** Retentions without exactly one stamp, stamps without exactly one retention, requests that were stamped twice. */
export function retentionComplaints(
  retentions: readonly RetentionDoc[],
  stamps: readonly Pick<StampDoc, 'uuid' | 'request_id'>[],
): string[] {
  const issued = retentions.filter(({ status }) => status !== 'draft');
  const stampsOf = (uuid: string | null) => stamps.filter((stamp) => stamp.uuid === uuid).length;
  const requests = stamps.map(({ request_id }) => request_id);
  return [
    ...issued.filter(({ uuid }) => stampsOf(uuid) !== 1).map(({ id, uuid }) => `${id}: ${stampsOf(uuid)} stamps`),
    ...stamps
      .filter(({ uuid }) => issued.filter((one) => one.uuid === uuid).length !== 1)
      .map(({ uuid }) => `the stamp ${uuid} has not one retention`),
    ...requests.filter((one, n) => requests.indexOf(one) !== n).map((one) => `${one} was stamped twice`),
  ];
}
