/** `/desk/sites/{site}`: a site that a customer named, the facilities that it may be, and the decision. */
import type { QueueItem } from '../../../domain/desk/queue';
import type { Environment } from '../../../domain/projects/project';
import { Form } from '../../components/form';
import { Empty, Facts, Instant, Pill, Table, type Message } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { Holding } from '../components/holding';
import { deskPath } from '../paths';

/** A facility of the directory that it may be. */
interface ShownCandidate {
  readonly uid: string;
  readonly likelihood: string;
  readonly name: string;
  readonly address: string;
  readonly npi: string | null;
  readonly phone: string | null;
  readonly fax: string | null;
}

/** What the page shows. */
export interface SiteShown {
  readonly site: {
    readonly uid: string;
    readonly companyId: string;
    readonly environment: Environment;
    readonly standing: 'directory' | 'unverified' | 'verified' | 'linked' | 'merged';
    readonly name: string;
    readonly address: string;
    readonly npi: string | null;
    readonly phone: string | null;
    readonly fax: string | null;
    readonly createdAt: Date;
  };
  readonly standsFor: { readonly uid: string; readonly name: string } | undefined;
  readonly visits: number;
  readonly recordRequests: number;
  readonly candidates: readonly ShownCandidate[];
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  readonly message: Message | undefined;
}

function Candidates({ site, candidates }: Pick<SiteShown, 'site' | 'candidates'>) {
  if (candidates.length === 0)
    return (
      <Empty>
        <h3>The directory has nothing like it near there</h3>
        <p>
          Is it real? Then verify it. By another name or address the directory is searched by the admin
          command, <code>site find</code>.
        </p>
      </Empty>
    );
  return (
    <Table
      caption="Facilities that it may be"
      headings={['Facility', 'Is it', 'Address', 'NPI', 'Phone and fax', 'Decision']}
      rows={candidates.map(({ uid, likelihood, name, address, npi, phone, fax }) => [
        name,
        <Pill tone={likelihood === 'same' ? 'passed' : 'neutral'}>{likelihood}</Pill>,
        address,
        npi ?? '–',
        [phone, fax].filter(Boolean).join(', ') || '–',
        <Form action={deskPath('sites', site.uid, 'link')} label={`It is ${name}, ${address}`}>
          <input type="hidden" name="facility" value={uid} />
          <button type="submit">It is this one</button>
        </Form>,
      ])}
    />
  );
}

const undoings = {
  verified: ['unverify', 'It is verified. Take that back?', 'Take it back'],
  linked: ['unlink', 'It is linked to a facility of the directory. Take that back?', 'Take it back'],
  merged: ['unmerge', 'It is merged with another site. Take that back?', 'Take it back'],
} as const;

function Decision({ site, candidates }: Pick<SiteShown, 'site' | 'candidates'>) {
  const { standing, uid } = site;
  if (standing === 'directory') return <p>It is the directory’s: there is nothing to decide.</p>;
  if (standing !== 'unverified') {
    const [act, text, button] = undoings[standing];
    return (
      <Form action={deskPath('sites', uid, act)} label={button}>
        <p>{text} All that was named by it is at it again then.</p>
        <button type="submit">{button}</button>
      </Form>
    );
  }
  return (
    <>
      <Candidates site={site} candidates={candidates} />
      <Form action={deskPath('sites', uid, 'verify')} label="Verify the site">
        <p>None of these, and it is real? Then it stays its customer’s own.</p>
        <button type="submit" class="main" accesskey="a">
          Verify it
        </button>
      </Form>
    </>
  );
}

/** A site. */
export function renderSitePage(viewer: Viewer, shown: SiteShown): string {
  const { site, standsFor, visits, recordRequests, candidates, item, operatorUid, message } = shown;
  return renderDeskPage({
    title: 'Site',
    viewer,
    section: 'queue',
    crumbs: [['Sites', `${deskPath()}?kind=site`]],
    message,
    children: (
      <>
        <div class="head">
          <h1>{site.name}</h1>
          <Pill tone={site.standing === 'unverified' ? 'warning' : 'passed'}>{site.standing}</Pill>
          <Holding kind="site" uid={site.uid} item={item} operatorUid={operatorUid} />
        </div>
        <Facts
          facts={[
            ['Address', site.address],
            ['NPI', site.npi ?? '–'],
            ['Phone', site.phone ?? '–'],
            ['Fax', site.fax ?? '–'],
            ['Company', `${site.companyId}, ${site.environment}`],
            ['Visits there', visits],
            ['Record requests', recordRequests],
            ['Since', <Instant at={site.createdAt} />],
            ...(standsFor === undefined
              ? []
              : [['Stands for', <a href={deskPath('sites', standsFor.uid)}>{standsFor.name}</a>] as const]),
          ]}
        />
        <section class="part" aria-labelledby="decision">
          <h2 id="decision">Which facility is it?</h2>
          <Decision site={site} candidates={candidates} />
        </section>
      </>
    ),
  });
}
