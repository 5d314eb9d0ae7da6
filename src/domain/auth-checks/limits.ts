/** The largest document that is analysed, in bytes: 25 pages of a colour scan at 300 dpi, and room. */
export const documentBytesMax = 25 * 1024 * 1024;
/** The most pages that are analysed. */
export const documentPagesMax = 25;
