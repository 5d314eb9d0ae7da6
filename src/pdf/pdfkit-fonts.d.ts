import type { Font } from 'fontkit';

// What pdfkit takes besides bytes (`PDFFontFactory.open`), and its types do not tell.
declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** A font that is open already: what has been read of it and laid out by it serves every document. */
      registerFont(name: string, font: Font): this;
    }
  }
}
