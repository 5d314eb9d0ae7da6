import { renderResearchPage } from '../../src/embeds/site-finder/research-page';

const startedAt = new Date('2026-11-24T08:00:00Z');
const site = {
  uid: '01a1fa97-cbfd-72da-9b40-09c034bab473',
  name: 'Mercy Clinic',
  addressLine1: '1 Main St',
  city: 'Boston',
  state: 'MA',
  zip: '02139',
};

function pageAfter(seconds: number): string {
  const now = new Date(startedAt.getTime() + seconds * 1_000);
  const research = { uid: '01a1fa97-0000-72da-9b40-09c034bab473', startedAt, endedAt: null };
  return renderResearchPage({ token: 'a&b', research, site, answers: [], now });
}

test('A waiting page reloads every 3 seconds, and after 30 seconds of research every 15 [EMBED-22]', () => {
  expect(pageAfter(1)).toContain(
    'http-equiv="refresh" content="3; url=?token=a%26b&amp;research=01a1fa97-0000',
  );
  expect(pageAfter(29)).toContain('content="3; url=');
  expect(pageAfter(30)).toContain('content="15; url=');
  expect(pageAfter(3_000)).toContain('content="15; url=');
});
