/** Where a write can be read: one row a stream, its id the stream's name without the prefix. */
export interface ReadModel {
  readonly projection: string;
  readonly table: string;
  /** Prefix of the streams whose rows it has. */
  readonly stream: `${string}-`;
}
