/**
 * The colors of every page in light and dark mode, shared by embeds, console, and desk. Each pair of text
 * and background color has a contrast of at least 4.5 (WCAG 1.4.3).
 */
export const designTokens = `
:root {
  color-scheme: light dark;
  --link: #0b5c8a;
  --ink: #1c2733; --muted: #5b6875; --line: #dde3e9; --ground: #fff; --shade: #f5f7f9;
  --passed: #14663b; --warning: #835200; --failed: #b42318; --info: #1d4f91;
  --passed-ground: #e8f5ee; --warning-ground: #fdf3e0; --failed-ground: #fdecea;
  --info-ground: #e7effa;
}
@media (prefers-color-scheme: dark) {
  :root {
    --link: #86c5ee;
    --ink: #e6ebf0; --muted: #a9b5c0; --line: #3a4653; --ground: #12181f; --shade: #1c252e;
    --passed: #7bd6a5; --warning: #f0bd66; --failed: #ff9f96; --info: #9cc4f5;
    --passed-ground: #12301f; --warning-ground: #33270f; --failed-ground: #3b1714;
    --info-ground: #15273f;
  }
}
`;

/** The reader's system font, so that no font has to be loaded. */
export const typeface = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
