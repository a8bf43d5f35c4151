/** What a picture says of itself before it is decoded. */
export interface ImageHead {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** How a camera was held (EXIF), 1 to 8; 1: upright. */
  readonly orientation: number;
}
