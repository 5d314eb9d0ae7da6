import { designTokens, typeface } from './design-tokens';

/** The style sheet of all embeds. It loads no other files. */
export const styleSheet = `${designTokens}@media print { :root { color-scheme: light; } form,
  .noprint { display: none; } }
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 14px/1.45 ${typeface};
}
h1, h2, p, ul { margin: 0; padding: 0; }
h1 { font-size: 18px; line-height: 1.3; }
summary { font-size: 14px; font-weight: 600; }
h2 { font-size: 14px; font-weight: 600; }
ul { list-style: none; }
a { color: var(--link); }
.muted { color: var(--muted); }
.small { font-size: 12.5px; }
.passed { --tone: var(--passed); --tone-ground: var(--passed-ground); }
.warning { --tone: var(--warning); --tone-ground: var(--warning-ground); }
.failed { --tone: var(--failed); --tone-ground: var(--failed-ground); }
.notRun { --tone: var(--muted); --tone-ground: var(--shade); }
.page { padding: 20px; display: grid; gap: 20px; max-width: 1400px; margin: 0 auto; }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; }
.head .aside { margin-left: auto; }
.pill {
  display: inline-flex; align-items: center; gap: 6px; padding: 3px 10px 3px 8px; border-radius: 999px;
  background: var(--tone-ground); color: var(--tone); font-weight: 600;
}
.icon { width: 16px; height: 16px; flex: none; color: var(--tone); }
.groups { display: grid; gap: 16px; align-content: start; }
.group { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.group > summary { padding: 9px 14px; background: var(--tone-ground); color: var(--tone); }
.group > summary { cursor: pointer; }
.check { display: flex; gap: 10px; padding: 11px 14px; border-top: 1px solid var(--line);
  overflow-wrap: anywhere; }
.check .icon { margin-top: 2px; }
.check .finding { display: grid; gap: 3px; }
.evidence { color: var(--muted); border-left: 2px solid var(--line); padding-left: 8px; }
.document { display: grid; gap: 8px; align-content: start; }
.document iframe { width: 100%; height: 75vh; border: 1px solid var(--line); border-radius: 8px;
  background: var(--shade); }
.waiting { display: flex; align-items: center; gap: 12px; }
.spinner {
  width: 20px; height: 20px; flex: none; border-radius: 50%;
  border: 3px solid var(--line); border-top-color: var(--link); animation: turn 0.9s linear infinite;
}
.badge { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; padding: 8px 10px; }
.badge h1 { font-size: inherit; line-height: inherit; }
.badge h1.muted { font-weight: inherit; }
.badge .spinner { width: 16px; height: 16px; border-width: 2.5px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.finder { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px),
  1fr)); align-items: start; }
.group > .finder { padding: 14px; }
.finder > .fault, .finder > .main { grid-column: 1 / -1; }
.field { display: grid; gap: 4px; }
input, select, button {
  font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--muted);
    border-radius: 6px;
  padding: 8px 10px; width: 100%; min-height: 40px;
}
button { width: auto; cursor: pointer; font-weight: 600; }
button.main { justify-self: start; background: var(--link); color: var(--ground); border-color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.fault { color: var(--failed); }
.facilities { list-style: none; margin: 12px 0 0; padding: 0; display: grid; gap: 10px; }
.facility {
  display: flex; flex-wrap: wrap; gap: 10px; justify-content: space-between; align-items: start;
  border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; overflow-wrap: anywhere;
}
.facility > div { flex: 1 1 220px; }
h3 { font-size: 14px; margin: 0; }
dl { margin: 8px 0 0; }
.actions { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; }
.facility details form { margin-top: 10px; }
.source dt { flex: 0 0 15em; }
.source dd { flex: 1 1 220px; overflow-wrap: anywhere; }
.source dl > div { padding: 4px 0; border-top: 1px solid var(--line); }
dl > div { display: flex; flex-wrap: wrap; gap: 2px 8px; }
dt { color: var(--muted); }
dd { margin: 0; }
.tabs { display: flex; flex-wrap: wrap; gap: 4px; border-bottom: 1px solid var(--line); }
.tabs a { display: block; padding: 8px 12px; text-decoration: none; border-bottom: 3px solid transparent; }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; border-bottom-color: var(--link); }
.data { transition: opacity 0.15s; }
.data[aria-busy='true'] { opacity: 0.6; }
.data > *, .where > *, .table, .atlas > * { min-width: 0; }
.narrow { display: grid; gap: 12px; }
.narrow .line { display: flex; flex-wrap: wrap; gap: 10px 14px; align-items: end; }
.narrow .line .field { flex: 1 1 180px; max-width: 420px; }
.narrow .line a { padding: 9px 0; }
.narrow .group > summary { background: var(--shade); color: inherit; }
.narrow button { align-self: end; }
.where, .table { display: grid; gap: 12px; }
.atlas { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px),
  1fr)); align-items: start; }
.map { width: 100%; height: auto; max-width: 640px; display: block; }
.map .land { fill: var(--shade); stroke: var(--muted); stroke-width: 1.5; }
.map .borders { fill: none; stroke: var(--line); stroke-width: 1.5; }
.map circle { fill: var(--link); stroke: var(--ground); stroke-width: 2; }
.map text { fill: var(--ground); font-size: 22px; font-weight: 600; }
.sites { list-style: none; margin: 8px 0 0; padding: 0; }
.sites li { display: flex; gap: 4px 14px; justify-content: space-between; padding: 5px 0;
  border-top: 1px solid var(--line); }
.sites span { overflow-wrap: anywhere; }
.sites .count { white-space: nowrap; color: var(--muted); }
.pages { display: flex; flex-wrap: wrap; gap: 8px 18px; align-items: center; }
.pages a { padding: 8px 0; }
.rows { width: 100%; border-collapse: collapse; }
.rows th, .rows td { text-align:
  left; vertical-align: top; padding: 7px 10px 7px 0; border-bottom: 1px solid var(--line);
    overflow-wrap: anywhere; }
.rows th { border-bottom-color: var(--muted); overflow-wrap: normal; }
.rows td.text { min-width: 5.5em; }
.rows th a { display: inline-block; padding: 3px 0; text-decoration: none; }
.rows th a:hover { text-decoration: underline; }
.rows .day, .rows td.code, .rows td.dollars, .rows td.number { white-space: nowrap; }
.rows .arrow { padding-left: 4px; font-size: 10px; }
.rows td.dollars, .rows td.number, .rows th.dollars,
  .rows th.number { text-align: right; font-variant-numeric: tabular-nums; }
@media (max-width: 599px) { .map text { display: none; } }
@media screen and (max-width: 899px) {
  .rows, .rows thead, .rows tbody, .rows tr, .rows td { display: block; }
  .rows thead tr { display: flex; flex-wrap: wrap; gap: 2px 12px; padding-bottom: 6px; }
  .rows th { border: 0; padding: 0; }
  .rows tbody tr { border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px;
    margin-bottom: 10px; }
  .rows td { border: 0; padding: 2px 0; display: grid; grid-template-columns: 8.5em minmax(0,
    1fr); gap: 8px; }
  .rows td.dollars, .rows td.number { text-align: left; }
  .rows td::before { content: attr(data-label); color: var(--muted); }
}
@media (prefers-reduced-motion: reduce) { .data { transition: none; } }
@media print { .data form,
  .data .noprint { display: none; } .rows { font-size: 10px; } .rows td.text { min-width: 6.4em; }
    .rows thead { display: table-header-group; } .rows tr, .where { break-inside: avoid; }
    .rows a { color: inherit; } }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .spinner { animation-duration: 6s; } }
@media (min-width: 1000px) {
  .beside { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0,
    1fr); gap: 20px; align-items: start; }
  .beside .document { position: sticky; top: 20px; }
  .beside .document iframe { height: calc(100vh - 110px); }
}
@media (max-width: 999px) {
  .beside .document { margin-top: 20px; }
  .beside .document iframe { display: none; }
}
`;
