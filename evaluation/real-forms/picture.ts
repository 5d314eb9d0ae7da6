/** Draws the pages of a form with a grid of points, its form fields, and described places. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { ResolvedPlace } from './described-places';
import type { Corners } from './drawn-lines';
import type { FormPage } from './form-pages';

/** 108 dpi, and less for a page that is larger than Letter size. */
const pageScale = 1.5;
const widthMost = 920;
const zoomScale = 4;
const partWidthMost = 1400;
const margin = 34;

/** What to draw. */
export interface PictureOrder {
  readonly page: FormPage;
  /** The number of the first field of the page. */
  readonly firstField: number;
  /** A part of the page, drawn larger. */
  readonly part?: Corners | undefined;
  readonly places: readonly ResolvedPlace[];
}

const colors: Readonly<Record<string, string>> = {
  patientName: '#0057d8',
  birthDate: '#8a2be2',
  patientSignature: '#d00000',
  signatureDate: '#e06c00',
  signerName: '#008fb3',
  representative: '#808080',
  keepEmpty: '#606060',
  discloser: '#007a33',
  recipient: '#00a86b',
  purpose: '#a0522d',
  records: '#6b8e23',
  sensitive: '#c71585',
  datesOfService: '#b8860b',
  expiration: '#556b2f',
};

/** Draws lines of points, with numbers at all four sides. */
function drawGrid(paper: SKRSContext2D, [left, top, right, bottom]: Corners, scale: number): void {
  const step = scale >= 2 ? 10 : scale >= 1.2 ? 20 : 50;
  const inX = (x: number): number => margin + (x - left) * scale;
  const inY = (y: number): number => margin + (y - top) * scale;
  paper.font = '11px sans-serif';
  paper.fillStyle = '#004488';
  paper.lineWidth = 1;
  for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
    paper.strokeStyle = x % 100 === 0 ? 'rgba(0, 90, 200, 0.5)' : 'rgba(0, 140, 220, 0.2)';
    paper.beginPath();
    paper.moveTo(inX(x), margin - 6);
    paper.lineTo(inX(x), inY(bottom) + 6);
    paper.stroke();
    paper.textAlign = 'center';
    paper.fillText(String(x), inX(x), margin - 10);
    paper.fillText(String(x), inX(x), inY(bottom) + 18);
  }
  for (let y = Math.ceil(top / step) * step; y <= bottom; y += step) {
    paper.strokeStyle = y % 100 === 0 ? 'rgba(0, 90, 200, 0.5)' : 'rgba(0, 140, 220, 0.2)';
    paper.beginPath();
    paper.moveTo(margin - 6, inY(y));
    paper.lineTo(inX(right) + 6, inY(y));
    paper.stroke();
    paper.textAlign = 'right';
    paper.fillText(String(y), margin - 8, inY(y) + 4);
    paper.textAlign = 'left';
    paper.fillText(String(y), inX(right) + 8, inY(y) + 4);
  }
}

/** Returns the picture of a page, or of a part of it, as PNG. */
export function drawPicture({ page, firstField, part, places }: PictureOrder): Buffer {
  const area: Corners = part ?? [0, 0, page.width, page.height];
  const [left, top, right, bottom] = area;
  const scale =
    part === undefined
      ? Math.min(pageScale, widthMost / page.width)
      : Math.min(zoomScale, partWidthMost / (right - left));
  const [width, height] = [(right - left) * scale, (bottom - top) * scale];
  const canvas = createCanvas(Math.ceil(width) + margin * 2, Math.ceil(height) + margin * 2);
  const paper = canvas.getContext('2d');
  paper.fillStyle = '#ffffff';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  const own = page.picture.width / page.width;
  paper.drawImage(
    page.picture,
    left * own,
    top * own,
    (right - left) * own,
    (bottom - top) * own,
    margin,
    margin,
    width,
    height,
  );
  drawGrid(paper, area, scale);
  const frame = (box: Corners, color: string, caption: string, fill: string | null): void => {
    const [x, y] = [margin + (box[0] - left) * scale, margin + (box[1] - top) * scale];
    const [across, down] = [(box[2] - box[0]) * scale, (box[3] - box[1]) * scale];
    if (fill !== null) {
      paper.fillStyle = fill;
      paper.fillRect(x, y, across, down);
    }
    paper.strokeStyle = color;
    paper.strokeRect(x, y, across, down);
    paper.fillStyle = color;
    paper.textAlign = 'left';
    paper.fillText(caption, x + 1, y + Math.min(down - 1, 9));
  };
  paper.font = '9px sans-serif';
  if (places.length === 0)
    page.fields.forEach((field, index) =>
      frame(field.box, 'rgba(200, 0, 160, 0.8)', `#${firstField + index}`, null),
    );
  for (const { path, box, place } of places) {
    const color = colors[path.split('.')[0] ?? ''] ?? '#333333';
    const index = /\.(\d+)$/.exec(path)?.[1];
    const isSmall = box[2] - box[0] < 60 && index !== undefined;
    frame(box, color, isSmall ? index : path.replaceAll(/\.?\b0\b/g, ''), `${color}30`);
    const { baseline } = place;
    if (baseline !== undefined) {
      paper.beginPath();
      paper.moveTo(margin + (box[0] - left) * scale, margin + (baseline - top) * scale);
      paper.lineTo(margin + (box[2] - left) * scale, margin + (baseline - top) * scale);
      paper.stroke();
    }
  }
  return canvas.toBuffer('image/png');
}
