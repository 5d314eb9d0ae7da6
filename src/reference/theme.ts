/**
 * The style sheet of the documentation. It uses the system's typeface, and light or dark mode as the reader
 * prefers.
 */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2733, #e4e9ee); --muted: light-dark(#4f5b67, #a9b4bf); --line: light-dark(#dde3e9,
    #37424d);
  --ground: light-dark(#fff, #12181e); --shade: light-dark(#f4f6f8, #1b232b); --link: light-dark(#0b5c8a,
    #7cc4f0);
  --accent: light-dark(#0f5c5c, #6fd0c4); --mark: light-dark(#8a4b00, #f0b765);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body {
  margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word;
  font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
a { color: var(--link); }
code, pre, textarea, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono',
  monospace; font-size: 0.875em; }
code { background: var(--shade); border-radius: 4px; padding: 1px 4px; overflow-wrap: anywhere; }
pre { background: var(--shade); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px;
  overflow-x: auto; line-height: 1.5; }
td code { overflow-wrap: break-word; }
pre code { background: none; padding: 0; overflow-wrap: normal; font-size: 1em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 8px; top: 8px; background: var(--ground); padding: 8px; z-index: 1; }
.page { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 1280px; margin: 0 auto; }
nav { padding: 12px 20px; border-bottom: 1px solid var(--line); font-size: 15px; }
nav .name { font-weight: 700; font-size: 18px; color: var(--accent); text-decoration: none; }
nav details { margin: 6px 0 0; }
nav p { margin: 18px 0 4px; font-weight: 600; color: var(--muted); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 3px 8px; border-radius: 6px; color: var(--ink); text-decoration: none; }
nav li a:hover { background: var(--shade); }
nav [aria-current] { background: var(--shade); font-weight: 600; color: var(--accent); }
main { padding: 24px 20px 80px; min-width: 0; }
main > :first-child, main > :first-child > :first-child { margin-top: 0; }
h1 { font-size: 30px; line-height: 1.2; }
h2 { font-size: 23px; line-height: 1.3; margin: 44px 0 12px; }
h3 { font-size: 18px; margin: 28px 0 8px; }
h4 { font-size: 16px; margin: 20px 0 6px; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; }
.wide { overflow-x: auto; margin: 16px 0; }
table { border-collapse: collapse; font-size: 15px; }
th, td { text-align:
  left; vertical-align: top; padding: 7px 12px; border-bottom: 1px solid var(--line); min-width: 90px; }
th { color: var(--muted); font-weight: 600; }
.operation { border-top: 1px solid var(--line); padding-top: 20px; margin-top: 36px; }
.operation h3 { margin-top: 0; font-size: 20px; }
.where { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: baseline; overflow-wrap: anywhere; }
.method { font-weight: 700; color: var(--accent); }
.muted { color: var(--muted); }
.mark { color: var(--mark); font-weight: 600; }
.fields { list-style: none; padding: 0; margin: 8px 0; }
.fields .fields { margin-left: 14px; padding-left: 12px; border-left: 2px solid var(--line); }
.fields > li { padding: 6px 0; }
.fields p { margin: 2px 0; }
details { margin: 10px 0; }
summary { cursor: pointer; font-weight: 600; }
form { border: 1px solid var(--line); border-radius: 8px; padding: 14px; margin: 14px 0; display: grid;
  gap: 10px; }
form[hidden] { display: none; }
#search { border: 0; padding: 0; margin: 12px 0 0; }
#search ul:empty, #search output:empty { display: none; }
#search small { display: block; color: var(--muted); }
.rules > div { padding: 10px 0; border-top: 1px solid var(--line); }
.rules > div:target { background: var(--shade); }
.rules dt { font-weight: 600; font-size: 15px; }
.rules dd { margin: 2px 0 0; }
label { display: grid; gap: 3px; font-weight: 600; font-size: 14px; }
input, textarea {
  width: 100%; padding: 7px 9px; border: 1px solid var(--muted); border-radius: 6px;
    background: var(--ground); color: var(--ink);
  font-size: 15px;
}
textarea { min-height: 150px; font-size: 14px; line-height: 1.45; resize: vertical; }
button {
  justify-self: start; padding: 8px 18px; border: 0; border-radius: 6px; font: inherit; font-weight: 600;
    cursor: pointer;
  background: light-dark(#0f5c5c, #6fd0c4); color: light-dark(#fff, #0c1418);
}
form pre { margin: 0; max-height: 480px; overflow: auto; }
output { font-weight: 600; }
@media (min-width: 900px) {
  /* A browser that does not know the selector keeps the contents closed, and they open by hand. */
  @supports selector(::details-content) {
    nav details::details-content { content-visibility: visible; }
    nav summary { display: none; }
  }
  .page { grid-template-columns: 270px minmax(0, 1fr); }
  nav { padding: 16px 20px; border-bottom: 0; border-right: 1px solid var(--line); position: sticky; top: 0;
    align-self: start; height: 100vh; overflow-y: auto; }
  main { padding: 32px 48px 80px; }
}
`;
