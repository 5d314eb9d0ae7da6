/** Our own Markdown as HTML: guides, and the document's descriptions. HTML in it is shown as text. */
import MarkdownIt from 'markdown-it';

/** Returns where a guide's link leads to on these pages; `undefined` if it leads out of them. */
function placeOf(target: string): string | undefined {
  if (/^(https?:|#)/.test(target)) return target;
  const [, chapter, rule = ''] = /^\.\.\/rules\/([a-z]+)\.md(#.*)?$/.exec(target) ?? [];
  if (chapter !== undefined) return `/docs/rules/${chapter}${rule}`;
  const [, name, extension, anchor = ''] =
    /^((?:examples\/(?:clients\/[\w-]+\/)?)?[\w-]+)\.(md|pdf|png|mjs|ts|py|go|mod|sum|java|xml|sh)(#.*)?$/.exec(
      target,
    ) ?? [];
  if (name === undefined) return undefined;
  return `/docs/${name}${extension === 'md' ? '' : `.${extension}`}${anchor}`;
}

/** Returns the anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * Points links and pictures to these pages. A link to the source or to a decision leads nowhere here, so only
 * its text stays.
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

/** The longest code that fits into a column of a table on a phone. */
const wholeMax = 14;

rules['heading_open'] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''));
  return self.renderToken(tokens, index, options);
};
// Content wider than a small screen scrolls separately, with the keyboard too.
rules['table_open'] = () => '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>';
rules['table_close'] = () => '</table></div>';
// An empty column heading isn't one: a screen reader would announce it.
rules['th_open'] = (tokens, index, options, _env, self) =>
  tokens[index + 1]?.content === '' ? '<td>' : self.renderToken(tokens, index, options);
rules['th_close'] = (tokens, index, options, _env, self) =>
  tokens[index - 1]?.content === '' ? '</td>' : self.renderToken(tokens, index, options);
// Long names of fields and paths break between their parts, not within a word.
rules['code_inline'] = (tokens, index) => {
  const { content } = tokens[index] ?? { content: '' };
  const html = markdown.utils.escapeHtml(content);
  if (content.length <= wholeMax) return `<code>${html}</code>`;
  return `<code>${html.replaceAll(/(?<=[a-z/])(?=[A-Z{])|(?<=[\w}]\/)(?=[\w{])/g, '<wbr>')}</code>`;
};
rules['fence'] = (tokens, index) =>
  `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>`;

/** A part of a page, from one heading to the next. */
interface PageSection {
  readonly heading: string;
  /** The `id` of the heading. */
  readonly anchor: string;
  /** What the section says, without markup. */
  readonly words: string;
}

function wordsOf({ children, content }: MarkdownIt.Token): string {
  return children === null ? content : children.map(child => child.content).join('');
}

/** Splits a page at its headings. Text above the first heading belongs to none and is left out. */
export function sectionsOf(text: string): PageSection[] {
  const sections: Array<{ heading: string; anchor: string; words: string[] }> = [];
  const tokens = markdown.parse(text, {});
  for (const [index, token] of tokens.entries()) {
    const isHeading = tokens[index - 1]?.type === 'heading_open';
    if (isHeading) sections.push({ heading: wordsOf(token), anchor: anchorOf(token.content), words: [] });
    else if (token.type === 'inline' || token.type === 'fence') sections.at(-1)?.words.push(wordsOf(token));
  }
  return sections.map(({ heading, anchor, words }) => ({ heading, anchor, words: words.join(' ') }));
}

/** Renders a page or several paragraphs. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

/** Renders a sentence or two, without a paragraph around them. */
export function renderInline(text: string): string {
  return markdown.renderInline(text);
}
