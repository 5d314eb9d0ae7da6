import type { Font } from 'fontkit';

// What pdfkit accepts besides bytes (`PDFFontFactory.open`) but doesn't declare in its types.
declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** An open font: its parsed tables and layouts serve every document. */
      registerFont(name: string, font: Font): this;
    }
  }
}
