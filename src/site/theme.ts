import { designTokens, typeface } from '../embeds/design-tokens';

/**
 * The style sheet of the console and the desk, with the colors and typeface of the embeds, for screens from
 * 320 pixels and for print.
 */
export const styleSheet = `${designTokens}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 ${typeface}; }
.icon { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round;
  vertical-align: -3px; flex: none; }
.logo { vertical-align: -4px; }
.logo rect { fill: #0b5c8a; }
.logo path { fill: none; stroke: #fff; stroke-width: 2; }
.printed { display: none; }
kbd { font: inherit; border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; margin-right: 3px; }
.keys { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 3px 10px;
  padding: 6px 0 10px; }
h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; }
fieldset { border: 0; min-width: 0; }
h1 { font-size: 22px; line-height: 1.25; }
h2 { font-size: 17px; line-height: 1.35; }
h3, legend { font-size: 15px; font-weight: 600; padding: 0; }
ul, ol.cards { list-style: none; }
ol.across { min-width: 0; max-width: 100%; }
@media screen and (min-width: 761px) {
  .across.more { overflow-x: auto; }
}
@media screen and (min-width: 761px) and (max-width: 1439px) {
  .across .rows th.number { white-space: normal; }
  .across.many { overflow-x: auto; }
  .across.many .minor { display: none; }
  .across time { white-space: normal; }
}
@media screen and (min-width: 761px) and (max-width: 1139px) {
  .across { overflow-x: auto; }
  .across .minor { display: none; }
  .across .rows td:not(.number) > span:not(:has(> input), :empty) { min-width: 7ch; }
}
@media screen and (min-width: 900px) and (max-width: 1239px) {
  .frame.wide.withSections { grid-template-columns: minmax(0, 1fr); gap: 20px; }
  .wide .sections.beside { display: none; }
  .wide details.sections { display: block; }
}
.tags { display: flex; flex-wrap: wrap; gap: 2px 4px; list-style: none; padding: 0; margin: 0; }
.tags li { border: 1px solid var(--line); border-radius: 6px; padding: 0 6px; font-size: 12px;
  line-height: 18px; overflow-wrap: anywhere; }
.steps { padding-left: 24px; }
a { color: var(--link); }
code, pre, .code { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas,
  monospace; overflow-wrap: anywhere; }
pre { margin: 0; padding: 12px; background: var(--shade); border-radius: 6px; overflow: auto;
  max-height: 420px; white-space: pre-wrap; }
.muted { color: var(--muted); }
.small { font-size: 13px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 8px; top: 8px; background: var(--ground); padding: 8px 12px; z-index: 2; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.top { border-bottom: 1px solid var(--line); }
.top .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 16px; padding: 8px 20px;
  max-width: 1600px; margin: 0 auto; }
.top .corner { display: flex; margin-left: auto; }
.top .find { flex: 0 1 260px; min-width: 0; }
.top .find form { display: flex; gap: 4px; }
.top .find input { height: 32px; padding: 4px 10px; }
.top .find button { min-height: 32px; padding: 4px 10px; }
.brand { font-weight: 700; white-space: nowrap; color: var(--ink); text-decoration: none; }
.top .company { overflow-wrap: anywhere; }
.top .person { position: relative; }
.top .bar > .person { margin-left: auto; }
.top .person > summary { cursor: pointer; padding: 6px 8px; white-space: nowrap; }
.menu { position: absolute; right: 0; z-index: 2; min-width: 240px; max-width: calc(100vw - 32px);
  background: var(--ground); border: 1px solid var(--line);
  border-radius: 8px; padding: 12px; display: grid; gap: 10px; box-shadow: 0 6px 24px rgb(0 0 0 / 16%);
    overflow-wrap: anywhere; }
.environments { display: flex; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.environments a { padding: 4px 12px; text-decoration: none; color: var(--muted); }
.environments a[aria-current] { font-weight: 600; background: var(--tone-ground); color: var(--tone); }
.sandbox { --tone: var(--warning); --tone-ground: var(--warning-ground); }
.production { --tone: var(--passed); --tone-ground: var(--passed-ground); }
.top.sandbox { border-top: 4px solid var(--tone); }
.passed { --tone: var(--passed); --tone-ground: var(--passed-ground); }
.warning { --tone: var(--warning); --tone-ground: var(--warning-ground); }
.failed { --tone: var(--failed); --tone-ground: var(--failed-ground); }
.info { --tone: var(--info); --tone-ground: var(--info-ground); }
.neutral { --tone: var(--ink); --tone-ground: var(--shade); }
.frame { display: grid; gap: 20px; max-width: 1600px; margin: 0 auto; padding: 20px; }
.frame > * { min-width: 0; }
.sections { display: flex; flex-wrap: wrap; gap: 4px; align-content: start; font-size: 14px; }
.sections ul { display: grid; gap: 1px; }
.sections a { display: block; padding: 5px 10px; border-radius: 6px; text-decoration: none; line-height: 22px;
  color: var(--ink); }
.sections a:hover { background: var(--shade); }
.sections a[aria-current] { background: var(--shade); font-weight: 600; }
.sections a .icon { margin-right: 4px; color: var(--muted); }
.group-name { color: var(--muted); font-size: 12px; font-weight: 600; padding: 10px 10px 2px; }
.group-name:first-child { padding-top: 0; }
.sections.beside { display: none; }
details.sections { display: block; border: 1px solid var(--line); border-radius: 8px; }
details.sections > summary { cursor: pointer; padding: 8px 12px; font-weight: 600; list-style: none; }
details.sections > nav { padding: 4px 8px 10px; }
@media (min-width: 900px) {
  .frame.withSections { grid-template-columns: 208px minmax(0, 1fr); gap: 28px; }
  .sections.beside { display: block; }
  details.sections { display: none; }
}
.frame:not(.wide) > main { max-width: 1240px; }
.frame.withSections:not(.wide) > main { max-width: 1004px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.bar { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; }
.bulk { display: grid; gap: 10px; width: 100%; }
.pager { display: flex; flex-wrap: wrap; gap: 8px 16px; }
main > section > ul.tasks { display: grid; border: 1px solid var(--line); border-radius: 8px; }
.tasks li { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: baseline; padding: 10px 14px; }
.tasks li + li { border-top: 1px solid var(--line); }
.total { font-weight: 700; font-variant-numeric: tabular-nums; }
.totals { display: flex; flex-wrap: wrap; gap: 8px 24px; }
.turn { white-space: nowrap; }
.turn::before { content: ''; display: inline-block; width: 8px; height: 8px; border-radius: 50%;
  background: var(--tone); margin-right: 6px; }
main { display: grid; gap: 22px; align-content: start; }
main > * { min-width: 0; }
main > section:not([class]), .fact-groups > section { display: grid; gap: 12px; }
.door { max-width: 460px; margin: 8vh auto 0; padding: 20px; }
.head { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; }
.head h1 { overflow-wrap: anywhere; }
.head .aside { margin-left: auto; }
.crumbs { display: flex; flex-wrap: wrap; gap: 4px 8px; overflow-wrap: anywhere; }
.stages { display: flex; flex-wrap: wrap; gap: 4px 8px; list-style: none; }
.stages li + li::before { content: '› '; color: var(--muted); margin-right: 4px; }
.crumbs a + a::before { content: '› '; display: inline-block; margin-right: 6px; color: var(--muted); }
.card { border: 1px solid var(--line); border-radius: 8px; padding: 16px; display: grid; gap: 12px;
  align-content: start; min-width: 0; }
.fact-groups { columns: 2 360px; column-gap: 40px; }
.fact-groups > section { break-inside: avoid; }
.fact-groups > section:not(:last-child) { margin-bottom: 22px; }
.cards { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)); }
.pill { display: inline-block; padding: 1px 10px; border-radius: 999px; background: var(--tone-ground);
  color: var(--tone); font-weight: 600; font-size: 13px; white-space: nowrap; }
.notice { border-left: 4px solid var(--tone); background: var(--tone-ground); padding: 10px 14px;
  border-radius: 0 6px 6px 0; overflow-wrap: anywhere; }
.empty { border: 1px dashed var(--muted); border-radius: 8px; padding: 24px; display: grid; gap: 10px;
  justify-items: start; }
form { display: grid; gap: 14px; justify-items: start; min-width: 0; }
form > * { max-width: 100%; min-width: 0; }
.field { display: grid; gap: 4px; width: 100%; max-width: 560px; }
.field > label { font-weight: 600; }
fieldset.field > label { font-weight: inherit; }
input:not([type='checkbox'], [type='radio']), select, textarea {
  font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--muted);
    border-radius: 6px; padding: 8px 10px; width: 100%; height: 42px;
}
textarea { height: auto; min-height: 96px; font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas,
  monospace; resize: vertical; }
input[type='checkbox'],
  input[type='radio'] { width: 18px; height: 18px; margin: 3px 0 0; accent-color: var(--link); flex: none; }
.choice { display: flex; gap: 8px; align-items: start; padding: 3px 0; overflow-wrap: anywhere; }
.choices { display: grid; gap: 2px 18px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px),
  1fr)); }
button, .button {
  font: inherit; font-weight: 600; min-height: 40px; padding: 8px 14px; border-radius: 6px;
    border: 1px solid var(--muted);
  background: var(--ground); color: var(--ink); cursor: pointer; text-decoration: none; display: inline-block;
}
button:hover, .button:hover { border-color: var(--ink); }
button.main, .button.main { background: var(--link); border-color: var(--link); color: var(--ground); }
button.danger { background: var(--failed); border-color: var(--failed); color: var(--ground); }
.rows button.danger { background: var(--ground); color: var(--failed); }
.line { display: flex; flex-wrap: wrap; gap: 10px 14px; align-items: end; width: 100%;
  justify-content: start; }
.line .field { width: auto; flex: 1 1 170px; max-width: 340px; }
.line .field.long { flex-basis: 340px; max-width: 420px; }
.line > a:not(.button) { padding: 5px 0; }
.line:has(> .field) > button, .line:has(> .field) > .button { min-height: 42px; }
.line:has(> .field) > a:not(.button) { padding: 10px 0; }
.line > .checks-across { display: flex; flex-wrap: wrap; gap: 4px 18px; align-items: center;
  min-height: 42px; }
.fault { color: var(--failed); }
details.more { border: 1px solid var(--line); border-radius: 8px; }
details.more > summary { cursor: pointer; padding: 10px 14px; font-weight: 600; }
details.more > :not(summary) { padding: 4px 14px 14px; }
details.more > div { display: grid; gap: 12px; }
details.more > div > * { min-width: 0; }
details.inner > summary { cursor: pointer; color: var(--link); }
.review { display: grid; gap: 24px; align-items: start; }
.review > .details, .beside > .details { display: grid; gap: 20px; min-width: 0; }
@media (min-width: 1000px) { .review { grid-template-columns: minmax(0, 1fr) minmax(0,
  420px); } .review > .details { order: 2; } }
.beside { display: grid; gap: 24px; align-items: start; }
@media screen and (min-width: 1100px) {
  .beside { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .beside > .details { order: 2; }
  .beside > .sheets { position: sticky; top: 12px; }
}
.sheets { display: grid; gap: 18px; min-width: 0; }
.paper { position: relative; }
.sheet { scroll-margin: 12px; border: 1px solid var(--line); border-radius: 4px; overflow: hidden; }
.sheet img { display: block; width: 100%; height: auto; background: #fff; }
.sheet svg { position: absolute; left: 0; top: 0; width: 100%; height: 100%; }
.sheet figcaption { padding: 4px 10px; border-top: 1px solid var(--line); }
.mark { fill: var(--tone); fill-opacity: 0.12; stroke: var(--tone); stroke-width: 1;
  vector-effect: non-scaling-stroke; scroll-margin: 120px; }
.mark:target { fill-opacity: 0.35; stroke-width: 3; }
.part { display: grid; gap: 14px; min-width: 0; }
.lines { white-space: pre-wrap; overflow-wrap: anywhere; }
.checks { display: grid; gap: 14px; }
.check { display: grid; gap: 4px; }
.tabs { display: flex; flex-wrap: wrap; gap: 4px; border-bottom: 1px solid var(--line); padding-bottom: 8px; }
.tabs a { padding: 5px 10px; border-radius: 6px; text-decoration: none; color: var(--ink); }
.tabs a[aria-current] { background: var(--shade); font-weight: 600; }
.tabs .count { margin-left: 6px; min-width: 0; }
.count { color: var(--muted); font-variant-numeric: tabular-nums; display: inline-block; min-width: 3ch; }
.facts { display: grid; gap: 6px 20px; grid-template-columns: minmax(120px, max-content) minmax(0, 1fr); }
.facts > div { display: contents; }
.facts dt { color: var(--muted); }
.facts dd { overflow-wrap: anywhere; }
.facts.many { display: block; columns: 2 360px; column-gap: 40px; }
.facts.many > div { display: grid; gap: 0 20px; grid-template-columns: minmax(0, 150px) minmax(0, 1fr);
  padding-bottom: 6px; break-inside: avoid; }
.rows { width: 100%; border-collapse: collapse; }
.rows { font-size: 14px; line-height: 20px; }
.rows th, .rows td { text-align: left; vertical-align: top; padding: 6px; overflow-wrap: anywhere;
  border-bottom: 1px solid var(--line); }
.rows th { background: var(--shade); position: sticky; top: 0; }
.rows th a { color: inherit; }
.rows .turns th { position: static; background: none; color: var(--ink); font-size: 15px;
  padding-top: 16px; }
.rows th[aria-sort='ascending'] a::after { content: ' ↑'; }
.rows th[aria-sort='descending'] a::after { content: ' ↓'; }
.rows td > span { display: block; min-width: 0; }
.rows .pill { white-space: normal; overflow-wrap: normal; border-radius: 10px; line-height: 18px; }
.rows .pill + .small { display: block; }
.rows button, .rows .button, .bar button, .bar .button, .line button, .line .button { min-height: 32px;
  padding: 5px 12px; }
.rows th { color: var(--muted); font-size: 12px; font-weight: 600; border-bottom-color: var(--muted);
  overflow-wrap: normal; }
.rows .whole { overflow-wrap: break-word; }
.rows .number { white-space: nowrap; font-variant-numeric: tabular-nums; }
.rows th.number, .rows td.number { text-align: right; }
progress { width: 100%; max-width: 120px; vertical-align: middle; accent-color: var(--link); }
.secret { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
.secret code { background: var(--shade); border: 1px solid var(--line); border-radius: 6px;
  padding: 10px 12px; font-size: 14px; user-select: all; }
time { white-space: nowrap; }
@media (min-width: 900px) and (max-width: 1400px) { .wide .rows th, .wide .rows td { padding: 6px 4px; } }
@media (min-width: 900px) {
  .rows td:not(.number) > span:not(:has(> input), :empty) { min-width: 8ch; }
  .rows td:not(.number) > span:not(:empty):has(> form > button) { min-width: 9.5em; }
  .rows td:not(.number) > span:not(:empty):has(> details[open] input) { min-width: 11em; }
  .bulk .bar { position: sticky; bottom: 0; background: var(--ground); padding: 8px 0; }
}
.steps { padding-left: 22px; display: grid; gap: 6px; }
main > section { display: grid; gap: 12px; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.attempts { list-style: none; display: grid; gap: 16px; }
[hidden] { display: none !important; }
.groups { display: grid; gap: 16px; width: 100%; }
.group { border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; display: grid; gap: 8px;
  min-width: 0; }
.scroll { max-height: 260px; overflow: auto; border: 1px solid var(--line); border-radius: 8px;
  padding: 8px 14px; }
@media (max-width: 560px) {
  time { white-space: normal; }
  .facts, .facts.many > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts.many > div { padding-bottom: 0; }
  .facts dd { margin-bottom: 8px; }
  .frame, .top .bar { padding-left: 14px; padding-right: 14px; }
  .top .find { flex: 1 1 150px; }
  .top .find form { display: flex; }
  .head .aside { margin-left: 0; }
}
@media screen and (max-width: 760px) {
  .rows, .rows thead, .rows tbody, .rows tr, .rows td { display: block; }
  .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows tbody tr { border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px;
    margin-bottom: 10px; }
  .rows tbody tr.turns { border: 0; padding: 0; }
  .rows .turns th { display: block; }
  .rows td, .rows td.number { text-align: left; }
  .rows td { border: 0; padding: 3px 0; display: grid; grid-template-columns: 7.5em minmax(0,
    1fr); gap: 8px; }
  .rows td::before { content: attr(data-label); color: var(--muted); white-space: normal; }
  .rows td:has(> span:empty), .rows td:has(.none) { display: none; }
  .rows td:first-child:not(.number, :has(input)), .rows td:first-child:has(input) + td {
    grid-template-columns: minmax(0, 1fr); font-weight: 600; }
  .rows td:first-child .small, .rows td:first-child:has(input) + td .small { font-weight: 400; }
  .rows td:first-child:not(.number, :has(input))::before, .rows td:first-child:has(input) + td::before {
    content: none; }
}
@media print {
  :root { color-scheme: light; }
  body { font-size: 12px; }
  form:not(.list), nav, .list input, .rows input, .noprint, .top, .sections, .pager, button, .button,
  details:has(form), .card:not(:has(> :not(h2, form, details))) { display: none !important; }
  .frame, .frame.withSections { display: block; padding: 0; max-width: none; }
  .printed { display: block; font-size: 11px; border-bottom: 1px solid #999; padding-bottom: 4px; }
  .rows { font-size: 11px; line-height: 15px; }
  .rows th, .rows td, .rows code { overflow-wrap: break-word; }
  .rows time { white-space: normal; }
  .facts.many { columns: 2; }
  .rows thead { display: table-header-group; }
  .rows th { position: static; }
  .rows tr { break-inside: avoid; }
  .rows a { color: inherit; text-decoration: none; }
  .rows .pill, .rows .small { font-size: inherit; }
  .crumbs { display: none; }
  .rows th[aria-sort] a::after { content: none; }
}
`;
