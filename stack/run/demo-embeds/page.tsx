/** A customer's page with all four embeds in frames, and the messages they send. */
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { EmbedTokens } from './ask-for-tokens';

/** The path of the page's script. */
export const scriptPath = '/demo/embeds.js';
/** The path of the page's style sheet. */
export const styleSheetPath = '/demo/embeds.css';

/** Lists only messages from the embeds. */
export const script = `'use strict';
const list = document.getElementById('messages');
const { api } = document.body.dataset;
addEventListener('message', ({ origin, data }) => {
  if (origin !== api) return;
  const line = document.createElement('li');
  line.textContent = JSON.stringify(data);
  list.prepend(line);
  while (list.children.length > 50) list.lastChild.remove();
  document.getElementById('none').hidden = true;
});
`;

/** The page's styles. */
export const styleSheet = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 24px; max-width: 1200px; font: 16px/1.5 system-ui, sans-serif; }
section { margin: 32px 0; }
h1, h2 { line-height: 1.25; }
p { max-width: 70ch; }
iframe { display: block; width: 100%; border: 1px solid; border-radius: 8px; }
.badge { height: 48px; max-width: 420px; }
.finder, .data { height: 700px; }
.check { height: 900px; }
ol { padding: 12px 12px 12px 44px; border: 1px solid; border-radius: 8px; max-height: 300px; overflow: auto; }
li { overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; }
`;

/** The page's content security policy: frames from the API, and only its own script and style sheet. */
export function policyOf(api: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `frame-src ${api}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function Page({ api, children }: { readonly api: string; readonly children: ComponentChildren }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>The embeds in a customer’s page</title>
        <link rel="stylesheet" href={styleSheetPath} />
      </head>
      <body data-api={api}>
        <main>
          <h1>The embeds in a customer’s page</h1>
          {children}
        </main>
        <script src={scriptPath} />
      </body>
    </html>
  );
}

function render(api: string, children: ComponentChildren): string {
  return `<!doctype html>${renderToString(<Page api={api}>{children}</Page>)}`;
}

interface FrameParts {
  readonly title: string;
  readonly says: string;
  readonly class: string;
  readonly src: string;
}

function Frame({ title, says, class: name, src }: FrameParts) {
  return (
    <section>
      <h2>{title}</h2>
      <p>{says}</p>
      <iframe class={name} title={title} src={src} />
    </section>
  );
}

/** The page. @param api the origin of the API */
export function renderDemoPage(api: string, { authCheck, siteFinder, clinicalData }: EmbedTokens): string {
  const at = (path: string, token: string): string =>
    `${api}${path}?${new URLSearchParams({ token }).toString()}`;
  return render(
    api,
    <>
      <p>
        This page is on another origin than the API. Its server has requested the tokens with the sandbox key,
        a moment ago. They name no page (<code>parentOrigin</code>), since this one is not served by https;
        yours names itself.
      </p>
      <Frame
        title="Badge of the authorization check"
        says="One line, for a list or a head of a page."
        class="badge"
        src={at('/ui/auth-check/embed/badge', authCheck)}
      />
      <section>
        <h2>Messages</h2>
        <p id="none">Nothing was told yet.</p>
        <ol id="messages" reversed aria-live="polite" />
      </section>
      <Frame
        title="Site finder"
        says="Search for a facility, research it, and choose it. Its ID appears above."
        class="finder"
        src={at('/ui/site-finder/embed', siteFinder)}
      />
      <Frame
        title="Clinical data"
        says="What the searches found for one patient. Each message appears above."
        class="data"
        src={at('/ui/clinical-data/embed', clinicalData)}
      />
      <Frame
        title="Authorization check"
        says="The whole result, with the document."
        class="check"
        src={at('/ui/auth-check/embed', authCheck)}
      />
    </>,
  );
}

/** The page if the tokens couldn't be fetched. */
export function renderFailure(api: string, why: string): string {
  return render(
    api,
    <>
      <p role="alert">The tokens could not be had.</p>
      <p>{why}</p>
    </>,
  );
}
