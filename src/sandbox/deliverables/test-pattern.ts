/**
 * The image of a stub imaging study: a grayscale test pattern that nobody mistakes for a radiograph, with its
 * name in it.
 */

/** An image of one byte per pixel, row by row from the top left, 0 black to 255 white. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Five by seven dots per letter, a row per pair of hexadecimal digits, the leftmost dot at 0x10. */
const letters: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  D: '1e11111111111e',
  N: '11191513111111',
  O: '0e11111111110e',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  X: '11110a040a1111',
};

/** Draws the pattern: a border, circles, a gray ramp, and the words SANDBOX STUB. */
export function testPattern(): GreyImage {
  const [width, height] = [256, 256];
  const pixels = new Uint8Array(width * height);
  const set = (x: number, y: number, value: number): void => {
    if (x >= 0 && x < width && y >= 0 && y < height) pixels[y * width + x] = value;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const radius = Math.hypot(x - 127.5, y - 111.5);
      const isOnCircle = [24, 46, 68].some(one => Math.abs(radius - one) < 1);
      const isOnCross = radius < 76 && (x === 127 || x === 128 || y === 111 || y === 112);
      const isBorder = x < 3 || y < 3 || x >= width - 3 || y >= height - 3;
      const inRamp = y >= 216 && y < 240 && x >= 16 && x < 240;
      // Sixteen steps from black to white, as used to check monitors.
      const ramp = Math.floor((x - 16) / 14) * 17;
      const ground = 24 + Math.round(40 * Math.max(0, 1 - radius / 110));
      set(x, y, inRamp ? ramp : isBorder || isOnCircle || isOnCross ? 200 : ground);
    }
  }
  write('SANDBOX', 66, 13, 3, set);
  write('STUB', 94, 190, 3, set);
  return { width, height, pixels };
}

function write(
  word: string,
  left: number,
  top: number,
  scale: number,
  set: (x: number, y: number, value: number) => void,
): void {
  Array.from(word).forEach((letter, position) => {
    const rows = (letters[letter] ?? '').match(/../g) ?? [];
    rows.forEach((row, y) => {
      for (let x = 0; x < 5; x += 1) {
        if ((Number.parseInt(row, 16) & (0x10 >> x)) === 0) continue;
        for (let dot = 0; dot < scale * scale; dot += 1)
          set(
            left + (position * 6 + x) * scale + (dot % scale),
            top + y * scale + Math.floor(dot / scale),
            255,
          );
      }
    });
  });
}
