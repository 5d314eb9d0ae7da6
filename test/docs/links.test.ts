/** The files, folders, and headings that documents link to exist. */
import { existsSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { anchorOf } from '../../src/reference/markdown';

const root = resolve(__dirname, '..', '..');

function pages(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\n').filter(page => page !== '' && existsSync(join(root, page)));
}

/** Returns the anchors of a page's headings and of the rules in its tables. */
function anchors(text: string): Set<string> {
  const rules = text.matchAll(/^\| ([A-Z]+-\d+) \|/gm);
  const headings = text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm);
  return new Set([
    ...Array.from(rules, ([, id = '']) => id),
    ...Array.from(headings, ([, heading = '']) =>
      anchorOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
    ),
  ]);
}

function brokenLinks(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const targets = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target);
  return targets
    .filter(target => !/^(https?|mailto):/.test(target))
    .filter(target => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? join(root, page) : join(root, dirname(page), path);
      if (!existsSync(file)) return true;
      return anchor !== undefined && !anchors(readFileSync(file, 'utf8')).has(anchor);
    })
    .map(target => `${page}: ${target}`);
}

describe('Links in documents', () => {
  it('lead to an existing file, folder, or heading', () => {
    expect(pages().flatMap(brokenLinks)).toEqual([]);
  });
});
