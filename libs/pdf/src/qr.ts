import qrcode from 'qrcode';

/** A QR code as one SVG path on a grid of `size` x `size` modules, its quiet zone of four modules included. */
export interface QrPath {
  size: number;
  path: string;
  /** Side to print at, quiet zone included, so that the code alone measures {@link QR_SIDE_MM}. */
  sideMm: string;
}

/** Printed side of the code without its quiet zone. Anexo 20 asks for 2.75 cm at least. */
export const QR_SIDE_MM = 28;

const QUIET_ZONE = 4;

/**
 * The QR of a text (Anexo 20, section II.D: the verification address). Error correction M; drawn as vectors, since
 * a bitmap would blur when printed.
 */
export function qrPath(text: string): QrPath {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const { size, data } = modules;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    let column = 0;
    while (column < size) {
      let end = column;
      while (end < size && data[row * size + end]) end += 1;
      // One rectangle a run of dark modules.
      if (end > column) {
        const width = end - column;
        path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h${width}v1h-${width}z`;
      }
      column = end + 1;
    }
  }
  const whole = size + 2 * QUIET_ZONE;
  return { size: whole, path, sideMm: ((QR_SIDE_MM * whole) / size).toFixed(2) };
}
