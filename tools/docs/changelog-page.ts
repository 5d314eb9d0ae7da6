/** The headings of the changelog that concern customers. */
const forCustomers = ['Added', 'Changed', 'Change your client', 'Fixed', 'Removed', 'Security'];

/** Keeps links to guides, whose page this one is beside, and the text of all others. */
function withLinksOfGuides(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (_link, words: string, target: string) =>
    target.startsWith('docs/guides/') ? `[${words}](${target.slice('docs/guides/'.length)})` : words,
  );
}

/** Returns the groups of a day that concern customers: `**Added**` and its list. */
function groupsOf(day: string): string[] {
  const groups = day.split(/^(?=\*\*[^*\n]+\*\*$)/m).slice(1);
  return groups.filter(group => forCustomers.includes(/^\*\*([^*\n]+)\*\*/.exec(group)?.[1] ?? ''));
}

/**
 * Returns the page `docs/guides/changelog.md`: the part of `CHANGELOG.md` that concerns customers, newest day
 * first. Days without such a part are left out.
 */
export function changelogPage(changelog: string): string {
  const days = changelog.split(/^(?=## \d{4}-\d{2}-\d{2}$)/m).slice(1);
  const shown = days.flatMap(day => {
    const [heading = ''] = day.split('\n');
    const groups = groupsOf(day);
    return groups.length === 0 ? [] : [`${heading}\n\n${withLinksOfGuides(groups.join('').trim())}\n`];
  });
  return [
    '# Changelog',
    '',
    'What changed in the API, the webhooks, and the console, newest first. If your client must change, the entry is ' +
      'under **Change your client**. The API is `v0`: see [versioning](versioning.md).',
    '',
    ...shown,
  ].join('\n');
}
