/** Which part of a list, newest first, the gateway asks another service for. */
export interface ListPart {
  readonly take: number;
  readonly skip: number;
  /** `backward`: those before the place, nearest first. */
  readonly direction: 'forward' | 'backward';
  /** The place that the part begins after, in its direction; null: an end of the list. */
  readonly from: { readonly created_at: string; readonly id: string } | null;
}
