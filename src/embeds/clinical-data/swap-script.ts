/**
 * The script that updates the page without a full reload: it fetches the target of a link or form and
 * replaces `main` with that of the response. If the response isn't such a page, the browser loads it
 * normally. It's a string because it's served verbatim and only ever runs in a browser.
 */
export const swapScript = `'use strict';
(() => {
  const announcement = document.createElement('p');
  announcement.className = 'hidden';
  announcement.setAttribute('role', 'status');
  document.body.append(announcement);
  let latest = new AbortController();
  // Keep only the state in the URL, without the fields of the search form.
  history.replaceState(null, '', document.querySelector('main').dataset.here);

  async function show(url, isNew) {
    latest.abort();
    const request = (latest = new AbortController());
    const before = document.querySelector('main');
    before.setAttribute('aria-busy', 'true');
    let next;
    try {
      const response = await fetch(url, { headers: { Accept: 'text/html' }, signal: request.signal });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      next = response.ok ? page.querySelector('main[data-here]') : null;
    } catch {
      if (request.signal.aborted) return;
    }
    if (request.signal.aborted) return;
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
    announcement.textContent = next.dataset.summary;
    notifyParent();
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
