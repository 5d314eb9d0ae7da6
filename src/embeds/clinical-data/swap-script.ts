/**
 * Shows the next state of the page without loading it anew: what a link or a form of it asks for is fetched,
 * and its `main` put in the place of this one. Whatever does not answer with a page of ours is loaded as if
 * there were no script. A text and no module: it is served as it stands, and a browser alone runs it.
 */
export const swapScript = `'use strict';
(() => {
  const spoken = document.createElement('p');
  spoken.className = 'hidden';
  spoken.setAttribute('role', 'status');
  document.body.append(spoken);
  let latest = new AbortController();
  // The address says the state, and no field that was typed into.
  history.replaceState(null, '', document.querySelector('main').dataset.here);

  async function show(url, isNew) {
    latest.abort();
    const asked = (latest = new AbortController());
    const before = document.querySelector('main');
    before.setAttribute('aria-busy', 'true');
    let next;
    try {
      const answer = await fetch(url, { headers: { Accept: 'text/html' }, signal: asked.signal });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      next = answer.ok ? page.querySelector('main[data-here]') : null;
    } catch {
      if (asked.signal.aborted) return;
    }
    if (asked.signal.aborted) return;
    if (!next) {
      location.assign(url);
      return;
    }
    const focused = document.activeElement?.id;
    for (const { id } of before.querySelectorAll('details[open][id]'))
      next.querySelector('#' + id)?.setAttribute('open', '');
    before.replaceWith(document.adoptNode(next));
    if (isNew) history.pushState(null, '', next.dataset.here);
    if (focused) (document.getElementById(focused) ?? document.getElementById('rows'))?.focus();
    spoken.textContent = next.dataset.says;
    tellParent();
  }

  document.addEventListener('click', event => {
    const link = event.target.closest?.('main[data-here] a[href^="?"]');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(link.getAttribute('href'), true);
  });
  document.addEventListener('submit', event => {
    if (!event.target.closest('main[data-here]')) return;
    event.preventDefault();
    show('?' + new URLSearchParams(new FormData(event.target, event.submitter)), true);
  });
  addEventListener('popstate', () => show(location.search, false));
})();
`;
