/**
 * Markdown of our own, as HTML: guides, and the descriptions of the document. HTML in it is shown as text.
 */
import MarkdownIt from 'markdown-it';

/** Where a guide's link leads to on these pages; `undefined` where it leads out of them. */
function placeOf(target: string): string | undefined {
  if (/^(https?:|#)/.test(target)) return target;
  const [, name, extension, anchor = ''] =
    /^((?:examples\/)?[\w-]+)\.(md|pdf|png|mjs|py|go|java|sh)(#.*)?$/.exec(target) ?? [];
  if (name === undefined) return undefined;
  return `/docs/${name}${extension === 'md' ? '' : `.${extension}`}${anchor}`;
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * Leads links and pictures to these pages. A link to the source or to a decision leads nowhere here: its text
 * stays.
 */
function leadHere(tokens: ReadonlyArray<MarkdownIt.Token>): void {
  let isOut = false;
  for (const token of tokens) {
    const place = placeOf(String(token.attrGet('href') ?? token.attrGet('src') ?? ''));
    if (token.type === 'image') token.attrSet('src', place ?? '');
    if (token.type === 'link_open') isOut = place === undefined;
    if (token.type === 'link_open' && place !== undefined) token.attrSet('href', place);
    if (isOut && ['link_open', 'link_close'].includes(token.type)) {
      token.tag = 'span';
      token.attrs = null;
    }
  }
}

const markdown = new MarkdownIt({ html: false });
markdown.core.ruler.push('lead here', ({ tokens }) => {
  for (const { children } of tokens) leadHere(children ?? []);
});
const { rules } = markdown.renderer;

rules['heading_open'] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''));
  return self.renderToken(tokens, index, options);
};
// What is wider than a small screen is scrolled by itself, by keyboard too.
rules['table_open'] = () => '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>';
rules['table_close'] = () => '</table></div>';
// A heading of a column that says nothing is none: a screen reader would announce it.
rules['th_open'] = (tokens, index, options, _env, self) =>
  tokens[index + 1]?.content === '' ? '<td>' : self.renderToken(tokens, index, options);
rules['th_close'] = (tokens, index, options, _env, self) =>
  tokens[index - 1]?.content === '' ? '</td>' : self.renderToken(tokens, index, options);
rules['fence'] = (tokens, index) =>
  `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>`;

/** A page or several paragraphs. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

/** A sentence or two, without a paragraph around them. */
export function renderInline(text: string): string {
  return markdown.renderInline(text);
}
